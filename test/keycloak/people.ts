// Steps of the scenario: a merchant's dashboard users.
import { Browser } from "./browser.ts";
import { API, PASSWORD, type Play, type Shop } from "./play.ts";
import { type Body, claimsOf, demand, demandMembers, passwordForm, takeToken } from "./requests.ts";

export async function playPeople({ at, step, admin, call }: Play, shop: Shop): Promise<void> {
  await step("the first dashboard user sets a password by the link", () =>
    at.setPassword(shop.email, shop.setup_url, PASSWORD),
  );
  await step("the user gets a token with its claims", async () => {
    const token = await takeToken(at, passwordForm(shop.email, PASSWORD));
    const { merchant_id } = shop;
    demandMembers(claimsOf(token), { merchant_id, realm_access: { roles: ["merchant"] } });
    await call(200, "GET", `${API}/payment-intents`, token);
  });
  await step("signs in to /dashboard, and out", async () => {
    const browser = new Browser(at.send);
    const form = await browser.open(`${at.serviceUrl}/session/sign-in`);
    const { url } = await browser.submit(form, { username: shop.email, password: PASSWORD });
    demand(url === `${at.serviceUrl}/dashboard/home`, `ended at ${url}`);
    const { html } = await browser.open(`${at.serviceUrl}/session`);
    demandMembers(JSON.parse(html).session, { email: shop.email, merchant_id: shop.merchant_id });
    const signedOut = await browser.open(`${at.serviceUrl}/session/sign-out`, {});
    const { status } = await browser.open(`${at.serviceUrl}${API}/payment-intents`);
    demand(status === 401, `after signing out: ${status}`);
    const last = await browser.open(JSON.parse(signedOut.html).redirect_to);
    demand(last.url === `${at.serviceUrl}/session/signed-out`, `signing out ended at ${last.url}`);
    const again = await browser.open(`${at.serviceUrl}/session/sign-in`);
    demand(again.html.includes('name="password"'), `the provider asks for no password: ${again.url}`);
  });
  const email = `staff-${crypto.randomUUID()}@example.com`;
  await step("the owner invites a second user, and the client may not", async () => {
    await call(403, "POST", `${API}/users`, shop.token, { email, role: "staff" });
    const owner = await takeToken(at, passwordForm(shop.email, PASSWORD));
    const invited = await call(201, "POST", `${API}/users`, owner, { email, role: "staff" });
    const listed = async () => {
      const { users } = await call(200, "GET", `${API}/users`, owner);
      return users.find((user: Body) => user.email === email);
    };
    demand((await listed()).invited_until !== null, "the user is not listed as invited");
    await at.setPassword(email, invited.setup_url, PASSWORD);
    await takeToken(at, passwordForm(email, PASSWORD));
    demandMembers(await listed(), { invited_until: null });
  });
  await step("who may read, and neither refund nor invite", async () => {
    const token = await takeToken(at, passwordForm(email, PASSWORD));
    await call(200, "GET", `${API}/payment-intents`, token);
    await call(403, "POST", `${API}/payment-intents/${crypto.randomUUID()}/refund`, token);
    await call(403, "POST", `${API}/users`, token, { email: `third-${email}`, role: "staff" });
    const { users } = await call(200, "GET", `${API}/users`, token);
    const roles = Object.fromEntries(users.map((user: Body) => [user.email, user.role]));
    demandMembers(roles, { [shop.email]: "owner", [email]: "staff" });
  });
  await step("a third, who is only invited, is registered all the same", async () => {
    const third = `third-${crypto.randomUUID()}@example.com`;
    const owner = await takeToken(at, passwordForm(shop.email, PASSWORD));
    const { user } = await call(201, "POST", `${API}/users`, owner, { email: third, role: "staff" });
    // The link of the invitation, which is about to end.
    await at.takeMail?.(third);
    const registration = { email: third, business_name: "Own Shop" };
    const own = await call(201, "POST", `${API}/register`, admin, registration);
    await at.setPassword(third, own.setup_url, PASSWORD);
    const token = await takeToken(at, passwordForm(third, PASSWORD));
    demandMembers(claimsOf(token), { merchant_id: own.merchant_id });
    const { users } = await call(200, "GET", `${API}/users`, owner);
    const { invitation_ended_at: endedAt } = users.find(({ id }: Body) => id === user.id);
    demand(endedAt !== null, "the invitation is not listed as ended");
  });
}
