// Every success that the document promises is returned. That each response is as the document says is seen in all tests:
// `call` and `ask` fail on a status or a field that it does not know.
import { beforeAll, describe, expect, it } from "vitest";
import { adminToken } from "../support/api.ts";
import { makeApproval } from "../support/approvals.ts";
import { PLATFORM_AUDIT_TRAIL, storedEntries } from "../support/audit-trail.ts";
import { makeCounter } from "../support/counters.ts";
import { useDesk } from "../support/desks.ts";
import { useMutedLog } from "../support/faults.ts";
import { makePaidIntent, refund } from "../support/intents.ts";
import { makeLogo } from "../support/logos.ts";
import { ownerOf, userToken } from "../support/merchant-users.ts";
import { ask, operations, seen } from "../support/openapi.ts";
import { PART_PLAYS } from "../support/part-rows.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { MERCHANT_API as API, TOKEN_PATH, WALLET_API } from "../support/paths.ts";
import { useReceiver } from "../support/receiver.ts";
import { CALLERS, type Caller, OPERATIONS } from "../support/roles.ts";
import { rowsOf } from "../support/rows.ts";
import { openTill } from "../support/sessions.ts";
import { signedHeaders } from "../support/settlement.ts";
import { signUp } from "../support/sign-ups.ts";

const UPGRADE = { Upgrade: "websocket" };
const reason = "Fraud reported by the bank";

let actors: Awaited<ReturnType<typeof makeActors>>;

async function makeActors() {
  const [admin, merchant] = [await adminToken(), await makeMerchant()];
  return { admin, merchant, counter: await makeCounter(merchant), wallet: await makeWallet() };
}

useMutedLog();
useReceiver();
beforeAll(async () => {
  seen.clear();
  actors = await makeActors();
});

/** Each succeeds, in turn. Returns what the last has returned. */
async function succeed(token: string, ...requests: [route: string, json?: unknown][]) {
  let last: Awaited<ReturnType<typeof ask>> | undefined;
  for (const [route, json] of requests) {
    last = await ask(route, { token, ...(json === undefined ? {} : { json }) });
    expect(last.status, route).toBeLessThan(400);
  }
  return last?.body;
}

describe("the responses of the service are as the document says", () => {
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

  it("in what the rows of the table of roles let callers do", async () => {
    const { merchant, admin, wallet } = actors;
    const user = await userToken(merchant.id, "owner");
    const tokens: Partial<Record<Caller, string>> = {
      "merchant client": merchant.token,
      "dashboard user": user,
      admin,
      customer: wallet.token,
    };
    for (const [name, { row, request }] of Object.entries(OPERATIONS)) {
      const caller = CALLERS.find((each) => Number(row[each]) < 400 && each in tokens);
      // Another wallet is stopped below.
      if (caller === undefined || name.includes("/sessions/stop")) continue;
      const { path, json } = await request(merchant);
      const { status } = await ask(`${name.split(" ")[0]} ${path}`, {
        token: tokens[caller] ?? "",
        ...(json === undefined ? {} : { json }),
      });
      expect([name, status]).toEqual([name, row[caller]]);
    }
  });

  it("in a payment by QR code", async () => {
    const { merchant, wallet } = actors;
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const order = {
      token: merchant.token,
      json: { amount: 12.5, metadata: { table: { number: 7 } } },
      headers,
    };
    const { body } = await ask(`POST ${API}/payment-intents`, order);
    const again = await ask(`POST ${API}/payment-intents`, order);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    const { id } = body.payment_intent;
    const view = `GET ${API}/public/payment-intents/${id}`;
    for (const [route, token] of [[view], [`GET ${API}/payment-intents/${id}`, merchant.token]] as const) {
      const options = token === undefined ? {} : { token };
      const known = { "If-None-Match": (await ask(route, options)).headers.get("ETag") ?? "" };
      expect((await ask(route, { ...options, headers: known })).status).toBe(304);
    }
    expect((await ask(`${view}/live`, { headers: UPGRADE })).status).toBe(101);
    for (const image of ["qr.svg", "qr.png?size=400"])
      expect((await ask(`${view}/${image}`)).status).toBe(200);
    await succeed(
      wallet.token,
      [`POST ${WALLET_API}/payment-intents/${id}/confirm`],
      [`GET ${WALLET_API}/payment-intents/${id}/receipt`],
    );
    expect((await ask(`${view}/qr.svg`)).status).toBe(404);
    for (const route of [`GET ${API}/public/merchants`, "GET /health"])
      expect((await ask(route)).status).toBe(200);
  });

  it("in a refund", async () => {
    const { merchant, admin } = actors;
    const { id } = await makePaidIntent(merchant);
    await refund(merchant, id);
    const { transactions } = await succeed(merchant.token, [`GET ${API}/transactions`]);
    const data = { ...transactions[0], status: "completed" };
    const text = JSON.stringify({ type: "transaction.settled", data });
    const report = await ask("POST /internal/ledger-events", { text, headers: signedHeaders(text) });
    expect(report.status).toBe(200);
    const { transaction_id } = data;
    await succeed(admin, [`POST ${API}/admin/payment-intents/${id}/resolve`, { transaction_id }]);
  });

  it("in reverse QR", async () => {
    const { merchant, wallet } = actors;
    const scan = async () => (await makeApproval(merchant, wallet)).id;
    const of = `POST ${WALLET_API}/payment-intents`;
    await succeed(wallet.token, [`${of}/${await scan()}/approve`], [`${of}/${await scan()}/reject`]);
    await succeed(merchant.token, [`POST ${API}/payment-intents/${await scan()}/withdraw`]);
    const live = await ask(`GET ${WALLET_API}/live`, { token: wallet.token, headers: UPGRADE });
    expect(live.status).toBe(101);
  });

  it("in webhooks", async () => {
    const { token } = actors.merchant;
    const [webhook, deliveries] = [`${API}/webhook`, `${API}/webhook-deliveries`];
    const till = { name: "Till 2", webhook_url: "https://shop.test/hook" };
    const { counter } = await succeed(token, [`POST ${API}/counters`, till]);
    await succeed(
      token,
      [`POST ${API}/counters/${counter.id}/test-webhook`],
      [`PUT ${webhook}`, { url: "https://shop.test/hook" }],
      [`POST ${webhook}/test`],
    );
    await makePaidIntent(actors.merchant);
    const newest = async () => (await succeed(token, [`GET ${deliveries}`])).deliveries[0];
    await expect.poll(async () => (await newest()).attempts).toBe(1);
    const { id } = await newest();
    const { delivery } = await succeed(token, [`GET ${deliveries}/${id}`]);
    expect(delivery.attempt_log).toHaveLength(1);
    await succeed(token, [`POST ${deliveries}/${id}/redeliver`]);
  });

  it("in a merchant's users, logo and tills", async () => {
    const { merchant, counter } = actors;
    const token = await userToken(merchant.id, "owner");
    const { user } = await succeed(token, [
      `POST ${API}/users`,
      { email: `${crypto.randomUUID()}@shop.test`, role: "staff" },
    ]);
    const { session } = await openTill(merchant.id, counter.id);
    const till = `${API}/counters/${counter.id}/tills/${session.id}`;
    await succeed(
      token,
      [`PATCH ${API}/users/${user.id}`, { role: "owner" }],
      [`DELETE ${API}/users/${user.id}`],
      [`GET ${API}/counters/${counter.id}/tills`],
      [`PATCH ${till}`, { name: "Bar" }],
      [`DELETE ${till}`],
    );
    const logo = { token, text: makeLogo(), headers: { "Content-Type": "image/png" } };
    expect((await ask(`PUT ${API}/settings/logo`, logo)).status).toBe(200);
  });

  it("in what the platform does with a merchant", async () => {
    const { admin } = actors;
    const merchant = await makeMerchant();
    const [{ subject }, paid] = [await ownerOf(merchant), await makePaidIntent(merchant)];
    const { counter } = await succeed(merchant.token, [`POST ${API}/counters`, { name: "Till 2" }]);
    const { email } = merchant;
    const of = `${API}/merchants/${merchant.id}`;
    await succeed(
      admin,
      [`GET ${of}`],
      [`PATCH ${of}`, { business_name: "Corner Café" }],
      [`POST ${of}/deactivate`],
      [`POST ${of}/activate`],
      [`POST ${of}/setup-link`],
      [`POST ${of}/rotate-credentials`],
      [`POST ${of}/suspend`, { reason }],
      [`POST ${of}/reinstate`],
      [`POST ${of}/stop-refunds`, { reason }],
      [`POST ${of}/allow-refunds`],
      [`POST ${of}/disable-user`, { email, reason }],
      [`POST ${of}/enable-user`, { email }],
      [`POST ${of}/users/${subject}/owner`],
      [`POST ${of}/counters/${counter.id}/revoke`, { reason }],
      [`POST ${of}/revoke-access`, { since: new Date(0), dry_run: true }],
      [`POST ${of}/close`, { reason }],
      [`POST ${API}/admin/payment-intents/${paid.id}/refund`, { reason }],
      [`GET ${API}/admin/merchants/${merchant.id}/export`],
    );
    const { id } = await makeMerchant();
    await succeed(admin, [`POST ${API}/merchants/${id}/close`, { reason }]);
    for (const column of ["updated_at", "erased_at"]) {
      await rowsOf(id).run(`UPDATE merchants SET ${column} = 1 WHERE id = ?`, id);
      await succeed(admin, [`POST ${API}/admin/merchants/${id}/erase`, { confirm: id }]);
    }
  });

  it("in what the platform does besides", async () => {
    const { admin: token, merchant } = actors;
    const json = { account_id: merchant.id, direction: "credit", amount: 1, reason: "Case 4711" };
    const headers = { "Idempotency-Key": "first" };
    expect((await ask(`POST ${API}/admin/adjustments`, { token, json, headers })).status).toBe(201);
    const [entry] = await storedEntries(merchant.id);
    await succeed(token, [`POST ${PLATFORM_AUDIT_TRAIL}/${entry?.id}/erase`, { fields: ["address"] }]);
    expect((await signUp()).status).toBe(201);
  });

  it("in the end of a wallet", async () => {
    const [stopped, erased] = [await makeWallet(), await makeWallet()];
    const of = `${API}/admin/wallets/${stopped.id}`;
    await succeed(stopped.token, ["POST /wallet/api/v1/sessions/stop"]);
    await succeed(actors.admin, [`POST ${of}/stop`, { reason }], [`POST ${of}/release`]);
    await succeed(erased.token, ["POST /wallet/api/v1/erase", { confirm: erased.id }]);
  });

  it("in cash desks", async () => {
    expect((await useDesk()).filter((status) => status >= 400)).toEqual([]);
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
