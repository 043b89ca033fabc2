// Steps of the scenario: what an administrator changes about a merchant and its access.
import { API, PASSWORD, type Play } from "./play.ts";
import {
  type Credentials,
  claimsOf,
  clientForm,
  demand,
  demandMembers,
  passwordForm,
  requestToken,
  takeToken,
} from "./requests.ts";

interface Merchant extends Credentials {
  merchant_id: string;
  email: string;
}

export async function playMerchants(play: Play): Promise<void> {
  const merchant = await playEmail(play);
  await playStops(play, merchant);
}

async function playEmail({ at, step, admin, call }: Play): Promise<Merchant> {
  const [from, to] = [
    `before-${crypto.randomUUID()}@example.com`,
    `after-${crypto.randomUUID()}@example.com`,
  ];
  const registration = { email: from, business_name: "Corner Shop" };
  const merchant = await call(201, "POST", `${API}/register`, admin, registration);
  await at.setPassword(from, merchant.setup_url, PASSWORD);
  const before = claimsOf(await takeToken(at, passwordForm(from, PASSWORD)));
  const path = `${API}/merchants/${merchant.merchant_id}`;
  await step("a merchant's email is changed, and its user logs in by it as before", async () => {
    const changed = await call(200, "PATCH", path, admin, { email: to, business_name: "Corner Café" });
    demandMembers(changed.merchant, { email: to, business_name: "Corner Café" });
    const token = await takeToken(at, passwordForm(to, PASSWORD));
    const { sub, merchant_id, realm_access } = before;
    demandMembers(claimsOf(token), { sub, merchant_id, realm_access });
    demand((await requestToken(at, passwordForm(from, PASSWORD))).status >= 400, "the old email still works");
    const { users } = await call(200, "GET", `${API}/users`, token);
    demandMembers(users[0], { id: sub, email: to, role: "owner" });
  });
  await step("an email that another user has is refused", async () => {
    const owner = await takeToken(at, passwordForm(to, PASSWORD));
    const staff = { email: `staff-${to}`, role: "staff" };
    await call(201, "POST", `${API}/users`, owner, staff);
    await call(409, "PATCH", path, admin, { email: staff.email });
    await takeToken(at, passwordForm(to, PASSWORD));
  });
  return { ...merchant, email: to };
}

async function playStops({ at, step, admin, call }: Play, merchant: Merchant): Promise<void> {
  const path = `${API}/merchants/${merchant.merchant_id}`;
  const counter = await call(201, "POST", `${API}/counters`, await takeToken(at, clientForm(merchant)), {
    name: "Till 1",
  });
  const forms = [clientForm(merchant), passwordForm(merchant.email, PASSWORD), clientForm(counter)];
  const statuses = () => Promise.all(forms.map(async (form) => (await requestToken(at, form)).status));
  const demandAll = async (isExpected: (status: number) => boolean) => {
    const given = await statuses();
    demand(given.every(isExpected), `the token endpoint responds ${given}`);
  };
  await step(
    "a suspended merchant's client, user and counter get no token until it is reinstated",
    async () => {
      await call(200, "POST", `${path}/suspend`, admin, { reason: "Fraud" });
      await demandAll((status) => status >= 400);
      await call(200, "POST", `${path}/reinstate`, admin);
      await demandAll((status) => status === 200);
    },
  );
  await step("a closed merchant's client, user and counter get no token", async () => {
    await call(200, "POST", `${path}/close`, admin, { reason: "The contract has ended" });
    await demandAll((status) => status >= 400);
  });
  await step("reopened, its client and user get tokens again, and its old counter none", async () => {
    await call(200, "POST", `${path}/activate`, admin);
    await call(200, "POST", `${path}/reinstate`, admin);
    const [client, user, old] = await statuses();
    demand(
      client === 200 && user === 200 && old === 401,
      `the token endpoint responds ${[client, user, old]}`,
    );
    const token = await takeToken(at, clientForm(merchant));
    await call(201, "POST", `${API}/payment-intents`, token, { amount: 1 });
  });
}
