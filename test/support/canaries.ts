// The whole life of payments, failures included, with recognisable secrets in it, and all that comes out of it.
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { settleIfDue } from "../../src/embedded/ledger/settle.ts";
import worker from "../../src/index.ts";
import { adminToken, BASE_URL, call } from "./api.ts";
import { approve, postScan, reject, SCAN } from "./approvals.ts";
import { ask, askOnce, listen, plant, responses, takeToken, webhooks } from "./canary-trap.ts";
import { COUNTERS } from "./counters.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API, WALLET_API } from "./factories.ts";
import { captureQueues, failDatabase, repair, type SentMessage } from "./faults.ts";
import { TOKEN_PATH } from "./identity-provider.ts";
import { db, drained, ring, transactionsOf, until } from "./objects.ts";
import { consume } from "./queues.ts";
import { type ReceivedRequest, startReceiver } from "./receiver.ts";
import { postLedgerEvent, setLedgerBalance } from "./settlement.ts";

export const METADATA = "canary-metadata-7f3a";
export const CALLBACK_TOKEN = "canary-callback-51c9";
const PASSWORD = "canary password of a user";
const WRONG_SECRET = "canary-wrong-secret-90ab";

async function makeShop() {
  const admin = plant("admin token", await adminToken());
  const registration = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Shop" };
  const {
    merchant_id: id,
    client_id: clientId,
    setup_url: setupUrl,
  } = await askOnce("POST", `${MERCHANT_API}/register`, admin, registration);
  plant("setup link's key", new URL(setupUrl).searchParams.get("key") ?? "");
  const rotated = await askOnce("POST", `${MERCHANT_API}/merchants/${id}/rotate-credentials`, admin);
  const token = await takeToken(clientId, rotated.client_secret);
  await usePassword(registration.email, setupUrl);
  await ask("PUT", `${MERCHANT_API}/webhook`, token, {
    url: "https://shop.test/hook",
    events: ["payment.completed"],
  });
  await askOnce("POST", `${MERCHANT_API}/webhook/rotate-secret`, token);
  await askOnce("POST", `${MERCHANT_API}/webhook/rotate-secret`, token, { grace_period_seconds: 600 });
  const made = await askOnce("POST", COUNTERS, token, {
    name: "Till",
    webhook_url: "https://till.test/hook",
  });
  const { id: counterId } = made.counter;
  await askOnce("POST", `${COUNTERS}/${counterId}/rotate-secret`, token, { grace_period_seconds: 600 });
  const counterToken = await takeToken(made.client_id, made.client_secret);
  return { id, admin, clientId, token, counterId, counterToken };
}

type Shop = Awaited<ReturnType<typeof makeShop>>;

async function usePassword(email: string, setupUrl: string): Promise<void> {
  plant("password", PASSWORD);
  const form = new URLSearchParams({ password: PASSWORD, confirmation: PASSWORD });
  const set = await exports.default.fetch(setupUrl, { method: "POST", body: form });
  expect(set.status).toBe(200);
  responses.push({ request: "setup page", text: await set.text(), isMerchants: false });
  for (const [password, status] of [
    [PASSWORD, 200],
    [plant("wrong password", `${PASSWORD} but wrong`), 400],
  ] as const) {
    const grant = { grant_type: "password", client_id: "merchant-dashboard", username: email, password };
    const response = await exports.default.fetch(BASE_URL + TOKEN_PATH, {
      method: "POST",
      body: new URLSearchParams(grant),
    });
    expect(response.status).toBe(status);
    const body = await response.json<{ access_token?: string }>();
    if (body.access_token) plant("user's token", body.access_token);
    else responses.push({ request: "wrong password", text: JSON.stringify(body), isMerchants: false });
  }
}

async function makeCustomer(shop: Shop, balance: number) {
  const made = await askOnce("POST", `${SANDBOX_API}/wallets`, shop.admin, { balance });
  return { id: made.wallet_id, token: await takeToken(made.client_id, made.client_secret) };
}

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

const fields = (shop: Shop) => ({
  amount: 5,
  counter_id: shop.counterId,
  callback_url: `https://order.test/cb?token=${CALLBACK_TOKEN}`,
  metadata: { secret: METADATA },
});

async function payAndRefund(shop: Shop, customer: Customer): Promise<void> {
  const created = await ask("POST", INTENTS, shop.counterToken, fields(shop));
  const { id } = created.body.payment_intent;
  const poor = await makeCustomer(shop, 0);
  expect((await ask("POST", `${WALLET_API}/payment-intents/${id}/confirm`, poor.token)).status).toBe(402);
  expect((await ask("POST", `${WALLET_API}/payment-intents/${id}/confirm`, customer.token)).status).toBe(200);
  await drained(id);
  await setLedgerBalance(shop.id, 0);
  expect((await ask("POST", `${INTENTS}/${id}/refund`, shop.token)).status).toBe(422);
  await setLedgerBalance(shop.id, 500);
  expect((await ask("POST", `${INTENTS}/${id}/refund`, shop.token)).status).toBe(200);
  for (const { id: transactionId } of await transactionsOf(id)) {
    await settleIfDue(db, transactionId, Date.now() + 60_000);
  }
  await ring(id);
  await drained(id);
  await ask("POST", `${INTENTS}/${id}/refund`, shop.token);
  await ask("GET", `${INTENTS}/${id}`, shop.token);
  await ask("GET", `${MERCHANT_API}/public/payment-intents/${id}`, shop.token);
}

async function askForApprovals(shop: Shop, customer: Customer): Promise<void> {
  const scan = { ...fields(shop), scan_token: customer.id };
  for (const way of ["approve", "reject", "expire"]) {
    const scanned = await postScan(shop, scan);
    expect(scanned.status).toBe(201);
    const { id } = scanned.body.payment_intent;
    await ask("GET", `${WALLET_API}/approvals`, customer.token);
    if (way === "approve") expect((await approve(customer, id)).status).toBe(200);
    if (way === "reject") expect((await reject(customer, id)).status).toBe(200);
    await ask("POST", `${SANDBOX_API}/payment-intents/${id}/simulate`, shop.token, { action: "expire" });
    await drained(id);
  }
}

async function cancelOne(shop: Shop): Promise<void> {
  const { body } = await ask("POST", INTENTS, shop.token, fields(shop));
  for (let again = 0; again < 2; again++) {
    await ask("POST", `${INTENTS}/${body.payment_intent.id}/cancel`, shop.token);
  }
}

async function readEverything(shop: Shop, customer: Customer): Promise<void> {
  const merchants = [
    "/payment-intents",
    "/counters",
    `/counters/${shop.counterId}`,
    "/webhook",
    "/transactions",
  ];
  for (const path of merchants) await ask("GET", MERCHANT_API + path, shop.token);
  await ask("PUT", `${COUNTERS}/${shop.counterId}`, shop.token, { name: "Till 2" });
  await ask("PUT", `${MERCHANT_API}/webhook`, shop.token, {});
  for (const path of ["/merchants", "/public/merchants"]) await ask("GET", MERCHANT_API + path, shop.admin);
  await ask("GET", `${WALLET_API}/wallet`, customer.token);
  await ask("GET", `${SANDBOX_API}/wallet-events`, customer.token);
}

async function misuse(shop: Shop): Promise<void> {
  plant("wrong client secret", WRONG_SECRET);
  for (const form of [
    { grant_type: "client_credentials", client_id: shop.clientId, client_secret: WRONG_SECRET },
    { grant_type: WRONG_SECRET, client_id: shop.clientId, client_secret: WRONG_SECRET },
    { grant_type: "client_credentials", client_id: WRONG_SECRET, client_secret: WRONG_SECRET },
  ]) {
    const response = await exports.default.fetch(BASE_URL + TOKEN_PATH, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    responses.push({ request: "wrong secret", text: await response.text(), isMerchants: false });
  }
  await ask("GET", INTENTS, `${shop.token}x`);
  await ask("GET", INTENTS, WRONG_SECRET);
  for (const text of [`{"metadata":"${METADATA}`, `{"amount":"${METADATA}","metadata":"${METADATA}"}`]) {
    const { text: told } = await call("POST", INTENTS, { token: shop.token, text });
    responses.push({ request: "malformed", text: told, isMerchants: false });
  }
  await call("POST", "/internal/ledger-events", {
    text: METADATA,
    headers: { "webhook-signature": WRONG_SECRET },
  });
  await postLedgerEvent({ type: "transaction.settled", data: { metadata: { secret: METADATA } } });
}

/** What is asked while a part of the database fails; nothing of it may say more than that it failed. */
async function askInVain(shop: Shop, customer: Customer): Promise<void> {
  const scan = { ...fields(shop), scan_token: customer.id };
  const registration = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Shop" };
  const requests: [string, string, string, unknown?][] = [
    ["POST", INTENTS, shop.token, fields(shop)],
    ["POST", SCAN, shop.token, scan],
    ["GET", INTENTS, shop.token],
    ["GET", `${INTENTS}/${crypto.randomUUID()}`, shop.token],
    ["POST", `${INTENTS}/${crypto.randomUUID()}/cancel`, shop.counterToken],
    ["GET", COUNTERS, shop.token],
    ["PUT", `${COUNTERS}/${shop.counterId}`, shop.token, { webhook_url: `https://t.test/${CALLBACK_TOKEN}` }],
    ["GET", `${MERCHANT_API}/webhook`, shop.token],
    ["GET", `${MERCHANT_API}/transactions`, shop.token],
    ["GET", `${MERCHANT_API}/merchants`, shop.admin],
    ["GET", `${WALLET_API}/approvals`, customer.token],
    ["GET", `${WALLET_API}/wallet`, customer.token],
    ["GET", `${SANDBOX_API}/wallet-events`, customer.token],
  ];
  for (const request of requests) await ask(...request);
  const onceOnly: [string, string, string, unknown?][] = [
    ["POST", COUNTERS, shop.token, { name: "Till" }],
    ["POST", `${COUNTERS}/${shop.counterId}/rotate-secret`, shop.token],
    ["POST", `${MERCHANT_API}/webhook/rotate-secret`, shop.token],
    ["POST", `${MERCHANT_API}/register`, shop.admin, registration],
    ["POST", `${MERCHANT_API}/merchants/${shop.id}/rotate-credentials`, shop.admin],
    ["POST", `${SANDBOX_API}/wallets`, shop.admin, { balance: 1 }],
  ];
  for (const [method, path, token, json] of onceOnly) {
    const { status, body, text } = await call(method, path, { token, json });
    if (status >= 400) responses.push({ request: `${method} ${path}`, text, isMerchants: false });
    for (const field of ["client_secret", "webhook_secret"]) if (body[field]) plant(field, body[field]);
  }
  const form = { grant_type: "client_credentials", client_id: shop.clientId, client_secret: WRONG_SECRET };
  const init = { method: "POST", body: new URLSearchParams(form) };
  responses.push({
    request: "token",
    text: await (await exports.default.fetch(BASE_URL + TOKEN_PATH, init)).text(),
    isMerchants: false,
  });
}

async function failEveryPart(shop: Shop, customer: Customer): Promise<void> {
  const tables = [
    "payment_intents",
    "counters",
    "merchants",
    "events",
    "idp_clients",
    "idp_users",
    "ledger_",
  ];
  for (const table of [...tables, "wallet_events"]) {
    captureQueues();
    listen();
    failDatabase(new RegExp(`\\b${table}`));
    await askInVain(shop, customer);
    await worker.scheduled({} as ScheduledController, env);
    repair();
  }
}

async function deliverBadly(queued: SentMessage[]): Promise<void> {
  const bodies = queued.splice(0).map(({ body }) => body);
  const receiver = startReceiver();
  const due = () =>
    env.DB.prepare("UPDATE events SET next_attempt_at = 0 WHERE next_attempt_at IS NOT NULL").run();
  for (const response of [
    ({ body }: ReceivedRequest) => new Response(body, { status: 500 }),
    ({ headers }: ReceivedRequest) => new Response(JSON.stringify(headers), { status: 302 }),
    (): never => {
      throw new TypeError("Network connection lost.");
    },
    () => new Response("ok"),
  ]) {
    receiver.response = response;
    await due();
    await consume("webhooks", bodies);
  }
  webhooks.push(...receiver.requests);
}

/** Plays the whole of it; returns the customer's scan token. */
export async function playEverything(): Promise<string> {
  listen();
  const queues = captureQueues();
  plant("administrator's secret", "test-admin-secret");
  plant("master key", env.MASTER_KEY);
  plant("ledger's token", env.LEDGER_TOKEN);
  plant("ledger events' secret", env.LEDGER_EVENTS_SECRET);
  const shop = await makeShop();
  const customer = await makeCustomer(shop, 100);
  await payAndRefund(shop, customer);
  await askForApprovals(shop, customer);
  await cancelOne(shop);
  await until(() => queues.webhooks.length >= 2);
  await deliverBadly(queues.webhooks);
  await readEverything(shop, customer);
  await misuse(shop);
  repair();
  await failEveryPart(shop, customer);
  listen();
  await ask("POST", `${COUNTERS}/${shop.counterId}/rotate-secret`, shop.counterToken);
  expect((await call("DELETE", `${COUNTERS}/${shop.counterId}`, { token: shop.token })).status).toBe(200);
  await ask("POST", INTENTS, shop.counterToken, { amount: 1 });
  repair();
  return customer.id;
}
