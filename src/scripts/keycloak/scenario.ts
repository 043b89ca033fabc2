// What the service and its identity provider must do together, step by step. `npm run test:keycloak` plays it with a
// Keycloak, and `npm test` with the embedded provider.
import { issuerUrl } from "../../domain/realm.ts";
import { Browser } from "./browser.ts";
import {
  type Addresses,
  type Body,
  type Credentials,
  call,
  claimsOf,
  clientForm,
  demand,
  demandMembers,
  passwordForm,
  requestToken,
  takeToken,
} from "./requests.ts";

export interface Wallet extends Credentials {
  wallet_id: string;
  scan_token: string;
}

export interface Setting extends Addresses {
  administrator: Credentials;
  /** By the link in the response, or, when that is null, by the one that was mailed. */
  setPassword(email: string, setupUrl: string | null, password: string): Promise<void>;
  /** An access token of the wallet's customer. */
  customerToken(wallet: Wallet): Promise<string>;
  rotateKeys(): Promise<void>;
  /** Null where the provider is a part of the service. */
  outage: Outage | null;
}

export interface Outage {
  stop(): Promise<void>;
  start(): Promise<void>;
  restartService(): Promise<void>;
}

/** Runs one step and reports how it ended; a step that fails ends the scenario. */
export type RunStep = <T>(name: string, play: () => Promise<T>) => Promise<T>;

const API = "/merchant/api/v1";
const PASSWORD = "correct horse battery staple";
/** More than either provider accepts. */
const GUESSES = 12;
const REQUESTS_DURING_ROTATION = 40;

interface Play {
  at: Setting;
  step: RunStep;
  admin: string;
  /** Demands the status. */
  call(status: number, method: string, path: string, token: string, json?: object): Promise<Body>;
}

interface Shop extends Credentials {
  email: string;
  merchant_id: string;
  setup_url: string | null;
  token: string;
}

export async function playScenario(at: Setting, step: RunStep): Promise<void> {
  const admin = await step("the administrator gets a token", () =>
    takeToken(at, clientForm(at.administrator)),
  );
  const play: Play = { at, step, admin, call: (...request) => call(at, ...request) };
  const shop = await playShop(play);
  await playCounter(play, shop);
  await playPeople(play, shop);
  await playPayments(play, shop);
  await playRotation(play, shop);
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
  const rotated = await step("its credentials are rotated", async () => {
    const { client_secret } = await call(200, "POST", `${API}/credentials/rotate`, first);
    demand((await requestToken(at, clientForm(merchant))).status === 401, "the old secret still works");
    return { ...merchant, client_secret };
  });
  const token = await step("the new secret gets a token", () => takeToken(at, clientForm(rotated)));
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

async function playPeople({ at, step, call }: Play, shop: Shop): Promise<void> {
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
    demand(url === `${at.serviceUrl}/dashboard`, `ended at ${url}`);
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
  await step("a second user is invited", async () => {
    const invited = await call(201, "POST", `${API}/users`, shop.token, { email, role: "staff" });
    await at.setPassword(email, invited.setup_url, PASSWORD);
    await takeToken(at, passwordForm(email, PASSWORD));
  });
  await step("is locked out by wrong passwords", async () => {
    const guess = (password: string) => requestToken(at, passwordForm(email, password));
    for (let guesses = 0; guesses < GUESSES; guesses++) {
      demand((await guess("a wrong password")).status >= 400, "a wrong password is accepted");
    }
    demand((await guess(PASSWORD)).status >= 400, "the user can still sign in");
    await takeToken(at, passwordForm(shop.email, PASSWORD));
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

async function playRotation({ at, step, call }: Play, shop: Shop): Promise<void> {
  await step("the provider's keys are rotated, and no request fails", async () => {
    let rotation: Promise<void> | null = null;
    for (let count = 0; count < REQUESTS_DURING_ROTATION; count++) {
      await call(200, "GET", `${API}/payment-intents`, shop.token);
      await call(200, "GET", `${API}/payment-intents`, await takeToken(at, clientForm(shop)));
      if (count === REQUESTS_DURING_ROTATION / 4) rotation = at.rotateKeys();
    }
    await rotation;
    await call(200, "GET", `${API}/payment-intents`, await takeToken(at, clientForm(shop)));
  });
  await step("the service's own token under the old key is no obstacle", () =>
    call(201, "POST", `${API}/counters`, shop.token, { name: "Till 3" }),
  );
}

async function playOutage({ step, call, admin }: Play, shop: Shop, outage: Outage): Promise<void> {
  const registration = () => ({ email: `late-${crypto.randomUUID()}@example.com`, business_name: "Late" });
  await step("while the provider is stopped, tokens stay good, and registrations get 503", async () => {
    await outage.stop();
    await call(200, "GET", `${API}/payment-intents`, shop.token);
    await call(503, "POST", `${API}/register`, admin, registration());
  });
  await step("so they do with an instance of the service that starts meanwhile", async () => {
    await outage.restartService();
    await call(200, "GET", `${API}/payment-intents`, shop.token);
  });
  await step("started again, it registers the next merchant", async () => {
    await outage.start();
    await call(201, "POST", `${API}/register`, admin, registration());
  });
}
