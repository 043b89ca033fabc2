// A whole life of responses against the document: `ask` fails on a status or a field that it does not know.
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Actors,
  applyStops,
  makeActors,
  manageAccount,
  manageMerchant,
  refundWhileClosed,
  usePlayground,
  useWalletApp,
} from "../support/actors.ts";
import { askForAuditTrail } from "../support/audit-trail.ts";
import { useDesk } from "../support/desks.ts";
import { useMutedLog } from "../support/faults.ts";
import { ask, operations, seen } from "../support/openapi.ts";
import { PART_PLAYS } from "../support/part-rows.ts";
import { makeWallet } from "../support/parties.ts";
import { MERCHANT_API as API, UNKNOWN_ID as NOBODY, TOKEN_PATH } from "../support/paths.ts";
import { useReceiver } from "../support/receiver.ts";
import { signedHeaders } from "../support/settlement.ts";
import { signUp } from "../support/sign-ups.ts";

describe("the responses of the service are as the document says", () => {
  let actors: Actors;

  useMutedLog();
  useReceiver();
  beforeAll(async () => {
    seen.clear();
    actors = await makeActors();
  });

  const bodyOf = (json: unknown) => (json === undefined ? {} : { json });
  const asMerchant = (route: string, json?: unknown, headers?: Record<string, string>) =>
    ask(route, { token: actors.merchant.token, ...bodyOf(json), ...(headers && { headers }) });
  const asAdmin = (route: string, json?: unknown, headers?: Record<string, string>) =>
    ask(route, { token: actors.admin, ...bodyOf(json), ...(headers && { headers }) });
  const asWallet = (route: string, headers?: Record<string, string>) =>
    ask(route, { token: actors.wallet.token, ...(headers && { headers }) });

  async function create(fields: object = {}): Promise<string> {
    const created = await asMerchant(`POST ${API}/payment-intents`, { amount: 12.5, ...fields });
    return created.body.payment_intent.id;
  }

  async function scan(): Promise<string> {
    const json = { amount: 3, scan_token: actors.wallet.id, counter_id: actors.counter.id };
    const scanned = await asMerchant(`POST ${API}/scan-payment`, json);
    return scanned.body.payment_intent.id;
  }

  async function paid(): Promise<string> {
    const id = await create();
    expect((await asWallet(`POST /wallet/api/v1/payment-intents/${id}/confirm`)).status).toBe(200);
    return id;
  }

  it("in tokens", async () => {
    const wrong = { grant_type: "client_credentials", client_id: "nobody", client_secret: "wrong" };
    const { clientId: client_id, clientSecret: client_secret } = actors.merchant;
    const right = { ...wrong, client_id, client_secret };
    expect((await ask(`POST ${TOKEN_PATH}`, { form: right })).status).toBe(200);
    expect((await ask(`POST ${TOKEN_PATH}`, { form: wrong })).status).toBe(401);
    expect((await ask(`POST ${TOKEN_PATH}`, { form: {} })).status).toBe(400);
    for (const length of [17 * 1024, 65 * 1024]) {
      const form = { grant_type: "x".repeat(length) };
      expect((await ask(`POST ${TOKEN_PATH}`, { form })).status).toBe(413);
    }
  });

  it("in a payment by QR code", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const order = { amount: 12.5, reference: "order-1", metadata: { table: { number: 7 } } };
    const first = await asMerchant(`POST ${API}/payment-intents`, order, key);
    const again = await asMerchant(`POST ${API}/payment-intents`, order, key);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const { id } = first.body.payment_intent;
    const view = `GET ${API}/public/payment-intents/${id}`;
    const headers = { "If-None-Match": (await ask(view)).headers.get("ETag") ?? "" };
    expect((await ask(view, { headers })).status).toBe(304);
    const own = `GET ${API}/payment-intents/${id}`;
    const known = { "If-None-Match": (await asMerchant(own)).headers.get("ETag") ?? "" };
    expect((await asMerchant(own, undefined, known)).status).toBe(304);
    expect((await ask(`${view}/live`, { headers: { Upgrade: "websocket" } })).status).toBe(101);
    for (const image of ["qr.svg", "qr.png?size=400"]) {
      expect((await ask(`GET ${API}/public/payment-intents/${id}/${image}`)).status).toBe(200);
    }
    expect((await asWallet(`GET /wallet/api/v1/payment-intents/${id}`)).status).toBe(200);
    expect((await asWallet(`POST /wallet/api/v1/payment-intents/${id}/confirm`)).status).toBe(200);
    expect((await asWallet(`GET /wallet/api/v1/payment-intents/${id}/receipt`)).status).toBe(200);
    const read = await asMerchant(`GET ${API}/payment-intents/${id}`);
    expect(read.body.payment_intent.status).toBe("completed");
    expect((await asMerchant(`GET ${API}/payment-intents?limit=1`)).body.payment_intents).toHaveLength(1);
    expect((await ask(`GET ${API}/public/payment-intents/${id}/qr.svg`)).status).toBe(404);
  });

  it("in a refund", async () => {
    const id = await paid();
    const refunded = await asMerchant(`POST ${API}/payment-intents/${id}/refund`);
    expect(refunded.body.refund_initiated).toBe(true);
    expect((await asMerchant(`POST ${API}/payment-intents/${id}/refund`)).status).toBe(409);
    expect((await asMerchant(`GET ${API}/payment-intents/${id}/events`)).body.events).toHaveLength(2);
    const [data] = (await asMerchant(`GET ${API}/transactions`)).body.transactions;
    const { transaction_id } = data;
    const text = JSON.stringify({ type: "transaction.settled", data: { ...data, status: "completed" } });
    const report = "POST /internal/ledger-events";
    expect((await ask(report, { text, headers: signedHeaders(text) })).status).toBe(200);
    expect((await ask(report, { text })).status).toBe(401);
    expect((await ask(report, { text: "{}", headers: signedHeaders("{}") })).status).toBe(400);
    const resolved = await asAdmin(`POST ${API}/admin/payment-intents/${id}/resolve`, { transaction_id });
    expect(resolved.body.is_settled).toBe(true);
    const read = await asMerchant(`GET ${API}/payment-intents/${id}`);
    expect(read.body.payment_intent.refund_status).toBe("completed");
  });

  it("in reverse QR", async () => {
    const [approved, rejected] = [await scan(), await scan()];
    expect((await asWallet("GET /wallet/api/v1/approvals")).body.approvals).toHaveLength(2);
    expect((await asWallet(`POST /wallet/api/v1/payment-intents/${approved}/confirm`)).status).toBe(409);
    expect((await asWallet(`POST /wallet/api/v1/payment-intents/${approved}/approve`)).status).toBe(200);
    expect((await asWallet(`POST /wallet/api/v1/payment-intents/${rejected}/reject`)).status).toBe(200);
    expect((await asWallet(`POST /wallet/api/v1/payment-intents/${rejected}/approve`)).status).toBe(409);
    const withdraw = (id: string) => asMerchant(`POST ${API}/payment-intents/${id}/withdraw`);
    expect((await withdraw(await scan())).status).toBe(200);
    expect((await withdraw(approved)).status).toBe(409);
    expect((await asWallet("GET /wallet/api/v1/wallet")).body.wallet.balances).toHaveLength(1);
    expect((await asWallet("GET /wallet/api/v1/live", { Upgrade: "websocket" })).status).toBe(101);
    expect(await useWalletApp(actors)).toEqual([
      200, 200, 404, 200, 400, 200, 404, 200, 400, 404, 200, 200, 200, 200, 400, 400, 200,
    ]);
    await expect
      .poll(async () => (await asWallet("GET /sandbox/v1/wallet-events")).body.events.length)
      .toBeGreaterThan(0);
  });

  it("in counters", async () => {
    const made = await asMerchant(`POST ${API}/counters`, {
      name: "Till 2",
      webhook_url: "https://shop.test/hook",
    });
    const { id } = made.body.counter;
    const counter = `${API}/counters/${id}`;
    const statuses = [
      await asMerchant(`GET ${counter}`),
      await asMerchant(`GET ${API}/counters`),
      await asMerchant(`PUT ${counter}`, { location: "Terrace" }),
      await asMerchant(`PUT ${counter}`, { name: "" }),
      await asMerchant(`POST ${counter}/rotate-secret`, { grace_period_seconds: 60 }),
      await asMerchant(`POST ${counter}/test-webhook`),
      await asMerchant(`DELETE ${counter}`),
      await asMerchant(`GET ${API}/counters/${NOBODY}`),
      await asMerchant(`POST ${API}/counters/${actors.counter.id}/test-webhook`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 400, 200, 200, 200, 404, 409]);
  });

  it("in webhook settings and deliveries", async () => {
    const webhook = `${API}/webhook`;
    const deliveries = `${API}/webhook-deliveries`;
    expect((await asMerchant(`POST ${webhook}/test`)).status).toBe(409);
    const untargeted = (await asMerchant(`GET ${deliveries}?status=none`)).body.deliveries[0];
    expect((await asMerchant(`POST ${deliveries}/${untargeted.id}/redeliver`)).status).toBe(409);
    expect((await asMerchant(`PUT ${webhook}`, { url: "https://shop.test/hook" })).status).toBe(200);
    expect((await asMerchant(`GET ${webhook}`)).body.webhook.url).toBe("https://shop.test/hook");
    expect((await asMerchant(`PUT ${webhook}`, { url: "javascript:alert(1)" })).status).toBe(400);
    expect((await asMerchant(`POST ${webhook}/rotate-secret`)).status).toBe(200);
    expect((await asMerchant(`POST ${webhook}/test`)).body.test.delivered).toBe(true);
    await paid();
    await expect
      .poll(async () => (await asMerchant(`GET ${deliveries}`)).body.deliveries[0].attempts)
      .toBe(1);
    const [{ id }] = (await asMerchant(`GET ${deliveries}`)).body.deliveries;
    expect((await asMerchant(`GET ${deliveries}/${id}`)).body.delivery.attempt_log).toHaveLength(1);
    expect((await asMerchant(`POST ${deliveries}/${id}/redeliver`)).status).toBe(200);
    expect((await asMerchant(`GET ${deliveries}/${NOBODY}`)).status).toBe(404);
    const range = { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" };
    expect((await asMerchant(`POST ${deliveries}/recover`, range)).body.recovered).toBe(0);
    expect((await asMerchant(`POST ${deliveries}/recover`, {})).status).toBe(400);
    expect((await asMerchant(`GET ${API}/events?limit=5`)).status).toBe(200);
  });

  it("in what the platform does", async () => {
    expect(await askForAuditTrail(actors)).toEqual([200, 200, 200, 404]);
    const { merchant } = actors;
    const adjustment = { account_id: merchant.id, direction: "credit", amount: 1, reason: "Case 4711" };
    const registration = { email: merchant.email, business_name: "Bean & Leaf" };
    const of = `${API}/merchants/${merchant.id}`;
    const statuses = [
      await asAdmin(`POST ${API}/register`, registration),
      await asAdmin(`POST ${API}/register`, {}),
      await asAdmin(`GET ${API}/merchants?status=active`),
      await asAdmin(`GET ${API}/transactions?merchant_id=${merchant.id}`),
      await asAdmin(`GET ${API}/transactions`),
      await asAdmin(`GET ${API}/admin/reconciliation`),
      await asAdmin(`GET ${API}/admin/reconciliation?limit=0`),
      await asAdmin(`GET ${API}/admin/master-keys`),
      await asAdmin(`POST ${API}/admin/master-keys/reseal`),
      await asAdmin(`GET ${API}/admin/deployment`),
      await asAdmin(`POST ${API}/admin/adjustments`, adjustment, { "Idempotency-Key": "first" }),
      await asAdmin(
        `POST ${API}/admin/adjustments`,
        { ...adjustment, amount: 501 },
        { "Idempotency-Key": "more" },
      ),
      await asAdmin(`POST ${API}/admin/adjustments`, adjustment),
      await asAdmin(`GET ${API}/admin/movements`),
      await asAdmin(`GET ${API}/admin/float`),
      await asAdmin("GET /metrics"),
      await asAdmin(`POST ${of}/deactivate`),
      await asMerchant(`POST ${API}/payment-intents`, { amount: 1 }),
      await asAdmin(`POST ${of}/activate`),
      await asAdmin(`POST ${of}/setup-link`),
      await asAdmin(`POST ${of}/rotate-credentials`),
      await asAdmin(`POST ${API}/merchants/${NOBODY}/activate`),
      await ask(`GET ${API}/public/merchants`),
      await ask("GET /health"),
    ].map(({ status }) => status);
    expect(statuses).toEqual([
      409, 400, 200, 200, 403, 200, 400, 200, 200, 200, 201, 422, 400, 200, 200, 200, 200, 403, 200, 200, 200,
      404, 200, 200,
    ]);
    expect(await refundWhileClosed(actors, await paid())).toEqual([409, 200]);
    expect(await manageMerchant(actors)).toEqual([200, 200, 409, 400, 200, 200, 202, 200, 409, 200, 404]);
    expect(await applyStops(actors)).toEqual([
      200, 403, 409, 200, 200, 403, 200, 200, 401, 200, 200, 200, 404, 200, 200,
    ]);
  });

  it("in the sandbox's own payer", async () => {
    const id = await create();
    const act = (action: string, intent = id) =>
      asMerchant(`POST /sandbox/v1/payment-intents/${intent}/simulate`, { action });
    const statuses = [await act("approve"), await act("fly"), await act("pay"), await act("expire")].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([409, 400, 200, 409]);
    const late = await create();
    expect((await act("expire", late)).status).toBe(200);
    expect((await asWallet(`POST /wallet/api/v1/payment-intents/${late}/confirm`)).status).toBe(410);
    expect((await act("pay", NOBODY)).status).toBe(404);
    expect(await usePlayground(actors)).toEqual([200, 200, 200, 200]);
    expect((await signUp()).status).toBe(201);
  });

  it("in a cancellation", async () => {
    expect((await asMerchant(`POST ${API}/payment-intents/${await create()}/cancel`)).status).toBe(200);
  });

  it("in a merchant's users, settings, totals, go-live checklist, tills and credentials", async () => {
    expect(await manageAccount(actors)).toEqual([
      201, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 201, 200, 200, 200, 201, 200, 200,
    ]);
  });

  it("in the stops of a wallet", async () => {
    const { id, token } = await makeWallet();
    const stopped = [
      await ask("POST /wallet/api/v1/sessions/stop", { token }),
      await asAdmin(`POST ${API}/admin/wallets/${id}/stop`, { reason: "Phone stolen" }),
      await asAdmin(`POST ${API}/admin/wallets/${id}/release`),
    ];
    expect(stopped.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("in cash desks", async () => {
    expect(await useDesk()).toEqual([
      201, 200, 201, 200, 200, 201, 202, 200, 201, 200, 202, 200, 201, 200, 200, 200, 200, 200, 201, 200, 200,
      200, 200, 200, 200, 200,
    ]);
  });

  it("in what parts play themselves", async () => {
    for (const play of PART_PLAYS) await play(actors);
  });

  it("in every successful response, except those that need a ledger that does not respond", () => {
    const promised = operations.flatMap(({ operation: { operationId, responses } }) =>
      Object.keys(responses)
        .filter((status) => Number(status) < 400)
        .map((status) => `${operationId} ${status}`),
    );
    const left = promised.filter((response) => !seen.has(response));
    const messages = ["watchPublicPaymentIntent 200", "watchWallet 200"];
    expect(left.sort()).toEqual([
      "approvePayOut 202",
      "approvePayment 202",
      "confirmPayment 202",
      "makeAdjustment 202",
      "resolveMovement 200",
      "topUpWallet 202",
      ...messages,
    ]);
  });
});
