// What the service and its identity provider must do together, step by step. `npm run test:keycloak` plays it with a
// Keycloak, and `npm test` with the embedded provider.
import { issuerUrl } from "#core/domain/identity-provider/realm.ts";
import { playCustomers } from "./customers.ts";
import { playMerchants } from "./merchants.ts";
import { playPeople } from "./people.ts";
import { API, type Outage, type Play, type RunStep, type Setting, type Shop, type Wallet } from "./play.ts";
import { playFailures } from "./provider-failures.ts";
import { call, claimsOf, clientForm, demand, demandMembers, requestToken, takeToken } from "./requests.ts";
import { playScopes } from "./scopes.ts";

const REQUESTS_DURING_ROTATION = 40;

export async function playScenario(at: Setting, step: RunStep): Promise<void> {
  const admin = await step("the administrator gets a token", () =>
    takeToken(at, clientForm(at.administrator)),
  );
  const play: Play = { at, step, admin, call: (...request) => call(at, ...request) };
  const shop = await playShop(play);
  await playCounter(play, shop);
  const playSweep = await playFailures(play, shop.token);
  await playPeople(play, shop);
  await playScopes(play, shop);
  await playCustomers(play);
  await playMerchants(play);
  await playPayments(play, shop);
  if (at.rotateKeys !== null) await playRotation(play, shop, at.rotateKeys);
  await playSweep();
  if (at.outage !== null) await playOutage(play, shop, at.outage);
}

async function playShop({ at, step, admin, call }: Play): Promise<Shop> {
  const email = `owner-${crypto.randomUUID()}@example.com`;
  const merchant = await step("a merchant registers", () =>
    call(201, "POST", `${API}/register`, admin, { email, business_name: "Bean & Leaf" }),
  );
  const first = await step("its client gets a token with its claims", async () => {
    const token = await takeToken(at, clientForm(merchant));
    const { exp, iat, ...claims } = claimsOf(token);
    const { merchant_id, client_id: azp } = merchant;
    demandMembers(claims, { merchant_id, azp, aud: "merchant-payments", iss: issuerUrl(at.authUrl) });
    demand(claims.realm_access === undefined, "the client has roles");
    demand(Number(exp) - Number(iat) === 300, "the token does not last 300 seconds");
    return token;
  });
  await step("the email cannot be registered again", () =>
    call(409, "POST", `${API}/register`, admin, { email, business_name: "Copy" }),
  );
  const rotated = await step("an administrator rotates its credentials, which it may not", async () => {
    await call(403, "POST", `${API}/credentials/rotate`, first);
    const path = `${API}/merchants/${merchant.merchant_id}/rotate-credentials`;
    const { client_secret } = await call(200, "POST", path, admin);
    demand((await requestToken(at, clientForm(merchant))).status === 401, "the old secret still works");
    return { ...merchant, client_secret };
  });
  const token = await step("the new secret gets a token, and is told that money is play money", async () => {
    const { body } = await requestToken(at, clientForm(rotated));
    demandMembers(body, { token_type: "Bearer", environment: "sandbox" });
    return body.access_token;
  });
  return { ...rotated, email, token };
}

async function playCounter({ at, step, call }: Play, shop: Shop): Promise<void> {
  const created = await step("a counter is made", () =>
    call(201, "POST", `${API}/counters`, shop.token, { name: "Till 1" }),
  );
  const { id } = created.counter;
  const token = await step("its client gets a token with its claims", async () => {
    const given = await takeToken(at, clientForm(created));
    demandMembers(claimsOf(given), { merchant_id: shop.merchant_id, counter_id: id, azp: created.client_id });
    await call(201, "POST", `${API}/payment-intents`, given, { amount: 1 });
    return given;
  });
  await step("deactivated, it gets no token, and its old one creates nothing", async () => {
    await call(200, "DELETE", `${API}/counters/${id}`, shop.token);
    demand((await requestToken(at, clientForm(created))).status === 401, "it still gets tokens");
    await call(403, "POST", `${API}/payment-intents`, token, { amount: 1 });
  });
}

async function playPayments({ at, step, call }: Play, shop: Shop): Promise<void> {
  const wallet: Wallet = await step("a wallet with money is made", () =>
    call(201, "POST", "/sandbox/v1/wallets", shop.token, { currency: "USD", balance: 100 }),
  );
  const customer = await step("its customer gets a token with its claims", async () => {
    const token = await at.customerToken(wallet);
    demandMembers(claimsOf(token), {
      wallet_id: wallet.wallet_id,
      realm_access: { roles: ["customer"] },
    });
    await call(403, "GET", `${API}/payment-intents`, token);
    return token;
  });
  const id = await step("the shop scans the customer's code, and the customer approves", async () => {
    const { counter } = await call(201, "POST", `${API}/counters`, shop.token, { name: "Till 2" });
    const scan = { scan_token: wallet.scan_token, counter_id: counter.id, amount: 4.2 };
    const { payment_intent } = await call(201, "POST", `${API}/scan-payment`, shop.token, scan);
    const path = `/wallet/api/v1/payment-intents/${payment_intent.id}/approve`;
    const approved = await call(200, "POST", path, customer);
    demandMembers(approved.payment_intent, { status: "completed" });
    return payment_intent.id;
  });
  await step("the shop refunds", async () => {
    await call(200, "POST", `${API}/payment-intents/${id}/refund`, shop.token);
    const { payment_intent } = await call(200, "GET", `${API}/payment-intents/${id}`, shop.token);
    const { refund_status } = payment_intent;
    demand(["pending", "completed"].includes(refund_status), `refund_status is ${refund_status}`);
  });
}

async function playRotation(
  { at, step, call }: Play,
  shop: Shop,
  rotateKeys: NonNullable<Setting["rotateKeys"]>,
): Promise<void> {
  await step("the provider's keys are rotated, and no request fails", async () => {
    let rotation: Promise<void> | null = null;
    for (let count = 0; count < REQUESTS_DURING_ROTATION; count++) {
      await call(200, "GET", `${API}/payment-intents`, shop.token);
      await call(200, "GET", `${API}/payment-intents`, await takeToken(at, clientForm(shop)));
      if (count === REQUESTS_DURING_ROTATION / 4) rotation = rotateKeys();
    }
    await rotation;
    await call(200, "GET", `${API}/payment-intents`, await takeToken(at, clientForm(shop)));
  });
  await step("the service's own token under the old key is no obstacle", () =>
    call(201, "POST", `${API}/counters`, shop.token, { name: "Till 3" }),
  );
}

async function playOutage({ at, step, call, admin }: Play, shop: Shop, outage: Outage): Promise<void> {
  const registration = () => ({ email: `late-${crypto.randomUUID()}@example.com`, business_name: "Late" });
  const till = await call(201, "POST", `${API}/counters`, shop.token, { name: "Till 4" });
  const deactivate = () => call(200, "DELETE", `${API}/counters/${till.counter.id}`, shop.token);
  await step("while the provider is stopped, tokens stay good, and registrations get 503", async () => {
    await outage.stop();
    await call(200, "GET", `${API}/payment-intents`, shop.token);
    await call(503, "POST", `${API}/register`, admin, registration());
  });
  await step("a counter can be deactivated meanwhile", deactivate);
  await step("tokens stay good with an instance of the service that starts meanwhile", async () => {
    await outage.restartService();
    await call(200, "GET", `${API}/payment-intents`, shop.token);
  });
  await step(
    "started again, it registers the next merchant, and a repeated deactivation deletes the counter's client",
    async () => {
      await outage.start();
      await call(201, "POST", `${API}/register`, admin, registration());
      await deactivate();
      demand((await requestToken(at, clientForm(till))).status === 401, "the counter still gets tokens");
    },
  );
}
