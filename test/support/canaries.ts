// Plays payments from registration to refund, failures included. log-watch.ts notes the secrets that are made on the way.

import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { type ApiResponse, adminToken, call, fetchToken } from "./api.ts";
import { approve, postScan, reject, SCAN } from "./approvals.ts";
import { COUNTERS, makeCounter, rotateCounterSecret } from "./counters.ts";
import { failDatabase, repair } from "./faults.ts";
import { atService, postForm, requestTokenFrom } from "./identity-provider.ts";
import { noteSecret } from "./log-watch.ts";
import { keyOf, PASSWORD, signIn, submitPassword, takeUserToken } from "./logins.ts";
import { published, until } from "./objects.ts";
import { makeMerchant, makeWallet, type TestWallet } from "./parties.ts";
import { INTENTS, MERCHANT_API, SANDBOX_API, WALLET_API } from "./paths.ts";
import { captureQueues, consume, runSweep, type SentMessage } from "./queues.ts";
import { type ReceivedRequest, startReceiver } from "./receiver.ts";
import { sharedRows } from "./rows.ts";
import { postLedgerEvent, setLedgerBalance, settleRefund } from "./settlement.ts";

export const METADATA = "canary-metadata-7f3a";
export const CALLBACK_TOKEN = "canary-callback-51c9";
const WRONG_SECRET = "canary-wrong-secret-90ab";
const WRONG_PASSWORD = "canary password that is wrong";

/** Responses that must not show a secret. */
export const responses: { request: string; text: string; isMerchants: boolean }[] = [];
export const webhooks: ReceivedRequest[] = [];

/** Only the merchant's own responses may contain its metadata and callback_url. */
async function callAndRecord(
  method: string,
  path: string,
  token: string,
  json?: unknown,
): Promise<ApiResponse> {
  const response = await call(method, path, { token, json });
  const isMerchants = path.startsWith(MERCHANT_API) || path.endsWith("/simulate");
  responses.push({ request: `${method} ${path}`, text: response.text, isMerchants });
  return response;
}

async function record(request: string, response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status);
  responses.push({ request, text: await response.text(), isMerchants: false });
}

type Shop = Awaited<ReturnType<typeof makeShop>>;

async function makeShop() {
  const admin = await adminToken();
  const { id, clientId, email, setupUrl } = await makeMerchant();
  const rotate = (path: string, token: string, json?: object) =>
    call("POST", `${MERCHANT_API}/${path}`, { token, json });
  const rotated = await rotate(`merchants/${id}/rotate-credentials`, admin);
  const token = await fetchToken(clientId, rotated.body.client_secret);
  await record("setup page", await submitPassword(atService, setupUrl, PASSWORD), 200);
  await takeUserToken(email);
  await record("wrong password", await signIn(atService, email, WRONG_PASSWORD), 400);
  const webhook = { url: "https://shop.test/hook", events: ["payment.completed"] };
  await callAndRecord("PUT", `${MERCHANT_API}/webhook`, token, webhook);
  await rotate("webhook/rotate-secret", token);
  await rotate("webhook/rotate-secret", token, { grace_period_seconds: 600 });
  const counter = await makeCounter({ token }, { name: "Till", webhook_url: "https://till.test/hook" });
  await rotateCounterSecret({ token }, counter.id, { grace_period_seconds: 600 });
  for (const secret of [keyOf(setupUrl), PASSWORD, WRONG_PASSWORD]) noteSecret(secret);
  return { id, admin, clientId, token, counterId: counter.id, counterToken: counter.token };
}

const fields = (shop: Shop) => ({
  amount: 5,
  counter_id: shop.counterId,
  callback_url: `https://order.test/cb?token=${CALLBACK_TOKEN}`,
  metadata: { secret: METADATA },
});

async function payAndRefund(shop: Shop, customer: TestWallet): Promise<void> {
  const created = await callAndRecord("POST", INTENTS, shop.counterToken, fields(shop));
  const { id } = created.body.payment_intent;
  const poor = await makeWallet({ balance: 0 });
  expect(
    (await callAndRecord("POST", `${WALLET_API}/payment-intents/${id}/confirm`, poor.token)).status,
  ).toBe(402);
  expect(
    (await callAndRecord("POST", `${WALLET_API}/payment-intents/${id}/confirm`, customer.token)).status,
  ).toBe(200);
  await published(id);
  await setLedgerBalance(shop.id, 0);
  expect((await callAndRecord("POST", `${INTENTS}/${id}/refund`, shop.token)).status).toBe(422);
  await setLedgerBalance(shop.id, 500);
  expect((await callAndRecord("POST", `${INTENTS}/${id}/refund`, shop.token)).status).toBe(200);
  await settleRefund(id);
  await callAndRecord("POST", `${INTENTS}/${id}/refund`, shop.token);
  await callAndRecord("GET", `${INTENTS}/${id}`, shop.token);
  await callAndRecord("GET", `${MERCHANT_API}/public/payment-intents/${id}`, shop.token);
}

async function decideApprovals(shop: Shop, customer: TestWallet): Promise<void> {
  const scan = { ...fields(shop), scan_token: customer.id };
  for (const way of ["approve", "reject", "expire"]) {
    const scanned = await postScan(shop, scan);
    expect(scanned.status).toBe(201);
    const { id } = scanned.body.payment_intent;
    await callAndRecord("GET", `${WALLET_API}/approvals`, customer.token);
    if (way === "approve") expect((await approve(customer, id)).status).toBe(200);
    if (way === "reject") expect((await reject(customer, id)).status).toBe(200);
    await callAndRecord("POST", `${SANDBOX_API}/payment-intents/${id}/simulate`, shop.token, {
      action: "expire",
    });
    await published(id);
  }
}

async function cancelOne(shop: Shop): Promise<void> {
  const { body } = await callAndRecord("POST", INTENTS, shop.token, fields(shop));
  for (let again = 0; again < 2; again++) {
    await callAndRecord("POST", `${INTENTS}/${body.payment_intent.id}/cancel`, shop.token);
  }
}

async function readEverything(shop: Shop, customer: TestWallet): Promise<void> {
  const merchants = [
    "/payment-intents",
    "/counters",
    `/counters/${shop.counterId}`,
    "/webhook",
    "/transactions",
  ];
  for (const path of merchants) await callAndRecord("GET", MERCHANT_API + path, shop.token);
  await callAndRecord("PUT", `${COUNTERS}/${shop.counterId}`, shop.token, { name: "Till 2" });
  await callAndRecord("PUT", `${MERCHANT_API}/webhook`, shop.token, {});
  for (const path of ["/merchants", "/public/merchants"])
    await callAndRecord("GET", MERCHANT_API + path, shop.admin);
  await callAndRecord("GET", `${WALLET_API}/wallet`, customer.token);
  await callAndRecord("GET", `${SANDBOX_API}/wallet-events`, customer.token);
}

async function sendInvalidRequests(shop: Shop): Promise<void> {
  noteSecret(WRONG_SECRET);
  for (const form of [
    { grant_type: "client_credentials", client_id: shop.clientId, client_secret: WRONG_SECRET },
    { grant_type: WRONG_SECRET, client_id: shop.clientId, client_secret: WRONG_SECRET },
    { grant_type: "client_credentials", client_id: WRONG_SECRET, client_secret: WRONG_SECRET },
  ]) {
    const response = await postForm(atService, form);
    await record("wrong secret", response, form.grant_type === WRONG_SECRET ? 400 : 401);
  }
  await callAndRecord("GET", INTENTS, `${shop.token}x`);
  await callAndRecord("GET", INTENTS, WRONG_SECRET);
  for (const text of [`{"metadata":"${METADATA}`, `{"amount":"${METADATA}","metadata":"${METADATA}"}`]) {
    const { text: response } = await call("POST", INTENTS, { token: shop.token, text });
    responses.push({ request: "malformed", text: response, isMerchants: false });
  }
  await call("POST", "/internal/ledger-events", {
    text: METADATA,
    headers: { "webhook-signature": WRONG_SECRET },
  });
  await postLedgerEvent({ type: "transaction.settled", data: { metadata: { secret: METADATA } } });
}

/** Sent while a part of the database fails; the responses may say no more than that it failed. */
async function sendDuringFailure(shop: Shop, customer: TestWallet): Promise<void> {
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
  for (const request of requests) await callAndRecord(...request);
  const onceOnly: [string, string, string, unknown?][] = [
    ["POST", COUNTERS, shop.token, { name: "Till" }],
    ["POST", `${COUNTERS}/${shop.counterId}/rotate-secret`, shop.token],
    ["POST", `${MERCHANT_API}/webhook/rotate-secret`, shop.token],
    ["POST", `${MERCHANT_API}/register`, shop.admin, registration],
    ["POST", `${MERCHANT_API}/merchants/${shop.id}/rotate-credentials`, shop.admin],
    ["POST", `${SANDBOX_API}/wallets`, shop.admin, { balance: 1 }],
  ];
  for (const [method, path, token, json] of onceOnly) {
    const { status, text } = await call(method, path, { token, json });
    if (status >= 400) responses.push({ request: `${method} ${path}`, text, isMerchants: false });
  }
  const token = await requestTokenFrom(atService, shop.clientId, WRONG_SECRET);
  responses.push({ request: "token", text: await token.text(), isMerchants: false });
}

async function failEveryPart(shop: Shop, customer: TestWallet): Promise<void> {
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
    failDatabase(new RegExp(`\\b${table}`));
    await sendDuringFailure(shop, customer);
    await runSweep();
    repair();
  }
}

async function deliverWithFailures(queued: SentMessage[]): Promise<void> {
  const bodies = queued.splice(0).map(({ body }) => body);
  const receiver = startReceiver();
  const makeDue = () =>
    sharedRows.run("UPDATE events SET next_attempt_at = 0 WHERE next_attempt_at IS NOT NULL");
  for (const response of [
    ({ body }: ReceivedRequest) => new Response(body, { status: 500 }),
    ({ headers }: ReceivedRequest) => new Response(JSON.stringify(headers), { status: 302 }),
    (): never => {
      throw new TypeError("Network connection lost.");
    },
    () => new Response("ok"),
  ]) {
    receiver.response = response;
    await makeDue();
    await consume("webhooks", bodies);
  }
  webhooks.push(...receiver.requests);
}

/** Plays everything; returns the customer's scan token. */
export async function playEverything(): Promise<string> {
  const queues = captureQueues();
  const { ADMIN_CLIENT_SECRET, LEDGER_TOKEN, LEDGER_EVENTS_SECRET } = env;
  const { MASTER_KEY, IDEMPOTENCY_KEY_SECRET, WALLET_ID_SECRET } = env;
  const keys = [MASTER_KEY, IDEMPOTENCY_KEY_SECRET, WALLET_ID_SECRET];
  for (const secret of [...keys, ADMIN_CLIENT_SECRET, LEDGER_TOKEN, LEDGER_EVENTS_SECRET]) noteSecret(secret);
  const shop = await makeShop();
  const customer = await makeWallet();
  await payAndRefund(shop, customer);
  await decideApprovals(shop, customer);
  await cancelOne(shop);
  await until(() => queues.webhooks.length >= 2);
  await deliverWithFailures(queues.webhooks);
  await readEverything(shop, customer);
  await sendInvalidRequests(shop);
  repair();
  await failEveryPart(shop, customer);
  await callAndRecord("POST", `${COUNTERS}/${shop.counterId}/rotate-secret`, shop.counterToken);
  expect((await call("DELETE", `${COUNTERS}/${shop.counterId}`, { token: shop.token })).status).toBe(200);
  await callAndRecord("POST", INTENTS, shop.counterToken, { amount: 1 });
  repair();
  return customer.id;
}
