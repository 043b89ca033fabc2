// Steps of the scenario: a customer who registers at Keycloak, and what nobody can choose there.
import { WALLET_CLIENT_ID } from "#core/domain/identity-provider/realm.ts";
import { Browser, type Page } from "./browser.ts";
import { API, PASSWORD, type Play } from "./play.ts";
import {
  type Addresses,
  claimsOf,
  demand,
  demandMembers,
  passwordForm,
  requestToken,
  signInForTokens,
  takeToken,
} from "./requests.ts";

export async function playCustomers({ at, step, admin, call }: Play): Promise<void> {
  const { takeMail } = at;
  // Customers of the embedded provider are made by an administrator.
  if (takeMail === null) return;
  const email = `customer-${crypto.randomUUID()}@example.com`;
  const forged = crypto.randomUUID();
  const browser = await step(
    "a customer registers at the provider, and has to show that the address is theirs",
    () => {
      const attributes = ["wallet_id", "merchant_id"].flatMap((name) => [
        [name, forged],
        [`user.attributes.${name}`, forged],
      ]);
      return register({ ...at, takeMail }, email, Object.fromEntries(attributes));
    },
  );
  const first = await step("and is signed in to a wallet of the service's own", async () => {
    const session = await signInToWallet(browser, at.serviceUrl, { username: email });
    demandMembers(session, { label: email });
    demand(session.wallet_id !== forged, "the customer has chosen the wallet");
    return session.wallet_id;
  });
  await step("the tokens name no wallet and no merchant", async () => {
    const fields = { username: email, password: PASSWORD };
    const tokens = [
      (await signInForTokens(at, WALLET_CLIENT_ID, fields)).access_token,
      await takeToken(at, passwordForm(email, PASSWORD)),
    ];
    for (const token of tokens)
      demandMembers(claimsOf(token), { wallet_id: undefined, merchant_id: undefined });
  });
  await step("signing in again leads to the same wallet", async () => {
    const { wallet_id } = await signInToWallet(new Browser(at.send), at.serviceUrl, { username: email });
    demand(wallet_id === first, `the wallet is ${wallet_id} instead of ${first}`);
  });
  await step("an administrator who stops the wallet ends what every app is signed in with", async () => {
    const client_id = WALLET_CLIENT_ID;
    const { refresh_token } = await signInForTokens(at, client_id, { username: email, password: PASSWORD });
    const renewal = { grant_type: "refresh_token", client_id };
    const { status, body } = await requestToken(at, { ...renewal, refresh_token });
    demand(status === 200, `before the stop: ${status} ${JSON.stringify(body)}`);
    await call(200, "POST", `${API}/admin/wallets/${first}/stop`, admin, { reason: "A stolen phone" });
    const refused = await requestToken(at, { ...renewal, refresh_token: body.refresh_token });
    demandMembers(refused.body, { error: "invalid_grant" });
    await call(200, "POST", `${API}/admin/wallets/${first}/release`, admin, { reason: "It was found" });
  });
}

/** Returns the browser, in which the customer is then signed in to the wallet. */
export async function register(
  { send, serviceUrl, takeMail }: Addresses & { takeMail(email: string): Promise<string> },
  email: string,
  attributes: Record<string, string> = {},
): Promise<Browser> {
  const browser = new Browser(send);
  const page = await browser.open(`${serviceUrl}/wallet/session/sign-in`);
  const fields = { email, password: PASSWORD, "password-confirm": PASSWORD };
  await browser.submit(await openRegistration(browser, page), { ...fields, ...attributes });
  demand((await sessionOf(browser, serviceUrl)) === null, "the customer is signed in too early");
  // Keycloak asks for a password once more: somebody else may have registered with the address.
  const verified = await browser.open(await takeMail(email));
  await browser.submit(verified, { "password-new": PASSWORD, "password-confirm": PASSWORD });
  return browser;
}

async function openRegistration(browser: Browser, page: Page): Promise<Page> {
  const [, link = ""] = /href="([^"]*\/login-actions\/registration[^"]*)"/.exec(page.html) ?? [];
  demand(link !== "", `no link to register at ${page.url}`);
  return await browser.open(new URL(link.replaceAll("&amp;", "&"), page.url).href);
}

/** Returns the session. */
export async function signInToWallet(
  browser: Browser,
  serviceUrl: string,
  { username, password = PASSWORD }: { username: string; password?: string },
) {
  const page = await browser.open(`${serviceUrl}/wallet/session/sign-in`);
  if (page.html.includes('name="password"')) await browser.submit(page, { username, password });
  const session = await sessionOf(browser, serviceUrl);
  if (session === null) throw new Error(`the customer is not signed in: ${page.url}`);
  return session;
}

async function sessionOf(browser: Browser, serviceUrl: string) {
  const { html } = await browser.open(`${serviceUrl}/wallet/session`);
  return JSON.parse(html).session as { wallet_id: string; label: string } | null;
}
