import { describe, expect } from "vitest";
import { err } from "#core/domain/result.ts";
import { resolveWithTransaction } from "#core/services/payment-intents/resolve-operation.ts";
import { type ApiResponse, adminToken, call } from "../../support/api.ts";
import { storedEntries } from "../../support/audit-trail.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, LEDGER, POSTING, useMutedLog } from "../../support/faults.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { eventsOf, transactionsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { stored } from "../../support/objects.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../support/paths.ts";
import { useQueues } from "../../support/queues.ts";
import { ledgerRows, sharedRows } from "../../support/rows.ts";
import { ACTOR, deps } from "../../support/seeds.ts";
import { settleRefund } from "../../support/settlement.ts";

const FOREIGN =
  "must be of this payment intent or movement: its kind, key, accounts, amount or currency differ";

const EXISTS = "is not declined: the ledger has a transaction of this operation, so send its transaction_id";

useQueues();
useMutedLog();

async function resolve(intentId: string, json: object): Promise<ApiResponse> {
  const path = `${MERCHANT_API}/admin/payment-intents/${intentId}/resolve`;
  return await call("POST", path, { token: await adminToken(), json });
}

/** A transfer whose result the service does not know; the ledger has executed it or not. */
async function makeStuck(kind: "payment" | "refund", isExecuted: boolean) {
  const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
  const { id } = kind === "payment" ? await makeIntent(merchant) : await makePaidIntent(merchant, { wallet });
  const mend = failDatabase(POSTING);
  const begun = kind === "payment" ? await confirm(wallet, id) : await refund(merchant, id);
  expect(begun.status).toBe(kind === "payment" ? 202 : 200);
  mend();
  const [from, to] = kind === "payment" ? [wallet, merchant] : [merchant, wallet];
  if (isExecuted) {
    const accounts = { fromAccountId: from.id, toAccountId: to.id };
    const money = { amountMinor: 1250, currency: "USD", description: "", paymentIntentId: id };
    await deps.ledger.transfer({ kind, key: `${kind}:${id}:1`, ...accounts, ...money });
  }
  return { merchant, wallet, id, transactionId: (await transactionsOf(id)).at(-1)?.id ?? "" };
}

const makeStuckPayment = () => makeStuck("payment", true);

async function statusOf(merchant: { token: string }, id: string) {
  const { status, refund_status } = (await readIntent(merchant, id)).body.payment_intent;
  return [status, refund_status];
}

/** Changes the ledger's own record of the transaction. */
async function rewrite(transactionId: string, change: string): Promise<void> {
  await ledgerRows.run(`UPDATE ledger_transactions SET ${change} WHERE id = ?`, transactionId);
}

describe("POST /merchant/api/v1/admin/payment-intents/{intentID}/resolve with transaction_id", () => {
  it("completes a payment that the ledger has settled, and can be repeated", async () => {
    const { merchant, wallet, id, transactionId } = await makeStuckPayment();
    const first = await resolve(id, { transaction_id: transactionId });
    const { payment_intent } = (await readIntent(merchant, id)).body;
    const expected = { success: true, is_settled: true, payment_intent };
    expect({ status: first.status, body: first.body }).toEqual({ status: 200, body: expected });
    expect(payment_intent).toMatchObject({ status: "completed", completed_by: wallet.id });
    expect((await resolve(id, { transaction_id: transactionId })).body).toEqual(expected);
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({ type: "payment.completed", actor: "platform-admin" });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("declines a payment that the ledger has failed; another can follow", async () => {
    const { merchant, wallet, id, transactionId } = await makeStuckPayment();
    await rewrite(transactionId, "status = 'declined', decline_reason = 'insufficient_funds'");
    const { status, body } = await resolve(id, { transaction_id: transactionId });
    expect([status, body.is_settled, body.payment_intent.status]).toEqual([200, true, "pending"]);
    expect((await confirm(wallet, id)).status).toBe(200);
    expect(await statusOf(merchant, id)).toEqual(["completed", null]);
  });

  it("records a pending transaction, which the service then asks for", async () => {
    const { merchant, id, transactionId } = await makeStuckPayment();
    await rewrite(transactionId, "status = 'pending'");
    const { status, body } = await resolve(id, { transaction_id: transactionId });
    expect([status, body.is_settled, body.payment_intent.status]).toEqual([200, false, "pending"]);
    expect((await stored(id)).document?.intent.operation).toMatchObject({ transactionId });
    await rewrite(transactionId, "status = 'completed'");
    expect((await resolve(id, { transaction_id: transactionId })).body.is_settled).toBe(true);
    expect(await statusOf(merchant, id)).toEqual(["completed", null]);
  });

  it("completes a refund", async () => {
    const { merchant, id, transactionId } = await makeStuck("refund", true);
    const pending = await resolve(id, { transaction_id: transactionId });
    expect([pending.status, pending.body.is_settled]).toEqual([200, false]);
    expect(await statusOf(merchant, id)).toEqual(["completed", "pending"]);
    await rewrite(transactionId, "status = 'completed', settles_at = NULL");
    expect((await resolve(id, { transaction_id: transactionId })).body.is_settled).toBe(true);
    expect(await statusOf(merchant, id)).toEqual(["completed", "completed"]);
  });

  it.each([
    ["amount", "amount_minor = 1251"],
    ["currency", "currency = 'EUR'"],
    ["payee", "to_account_id = 'another'"],
    ["kind", "transaction_type = 'refund'"],
    ["key", `metadata = json_set(metadata, '$.operation_key', 'payment:${UNKNOWN_ID}:1')`],
    ["intent", `metadata = json_set(metadata, '$.payment_intent_id', '${UNKNOWN_ID}')`],
    ["payer, without metadata", "metadata = '{}', from_account_id = 'another'"],
  ])("refuses a transaction of another %s", async (_, change) => {
    const { merchant, id, transactionId } = await makeStuckPayment();
    await rewrite(transactionId, change);
    expectInvalid(await resolve(id, { transaction_id: transactionId }), "transaction_id", FOREIGN);
    expect(await statusOf(merchant, id)).toEqual(["pending", null]);
  });

  it("refuses an id that the ledger does not know", async () => {
    const { id } = await makeStuckPayment();
    const response = await resolve(id, { transaction_id: UNKNOWN_ID });
    expectInvalid(response, "transaction_id", "must be the id of a transaction of such a kind in the ledger");
  });

  it("refuses a second payment of a completed intent", async () => {
    const { wallet, id, transactionId } = await makeStuckPayment();
    expect((await confirm(wallet, id)).status).toBe(200);
    await rewrite(transactionId, `metadata = json_set(metadata, '$.operation_key', 'payment:${id}:2')`);
    const text = "the transaction contradicts what is recorded of this payment intent";
    const response = await resolve(id, { transaction_id: transactionId });
    expectFailure(response, 409, "ledger_report_unexpected", text);
  });

  it("is 503 while the ledger does not respond", async () => {
    const { id, transactionId } = await makeStuckPayment();
    failDatabase(LEDGER);
    for (const json of [{ transaction_id: transactionId }, { outcome: "declined" }]) {
      const response = await resolve(id, json);
      expectFailure(response, 503, "ledger_unavailable", "Failed to resolve payment intent");
    }
  });
});

describe("a transaction that a ledger returns without its metadata", () => {
  const TAKEN = "is recorded for another payment intent or movement";
  const UNCONFIRMED =
    "must be the id of this payment intent or movement: the ledger does not say whose the transaction is";

  const resolveUnnamed = (id: string, transaction_id: string) => resolve(id, { transaction_id, confirm: id });

  /** Two intents of a merchant, alike but for their ids, and a transaction of the first one's payment. */
  async function makeAlike() {
    const stuck = await makeStuckPayment();
    await rewrite(stuck.transactionId, "metadata = '{}'");
    return { ...stuck, otherId: (await makeIntent(stuck.merchant)).id };
  }

  function entriesOf({ id }: { id: string }) {
    return storedEntries(id, "payment_intent.resolved");
  }

  function claimsOf(transactionId: string) {
    return sharedRows.all("SELECT * FROM claimed_transactions WHERE transaction_id = ?", transactionId);
  }

  it("is recorded for the intent that the administrator confirms, and for no other", async () => {
    const { merchant, id, otherId, transactionId } = await makeAlike();
    for (const confirm of [undefined, null, "", otherId]) {
      expectInvalid(await resolve(id, { transaction_id: transactionId, confirm }), "confirm", UNCONFIRMED);
    }
    expect(await claimsOf(transactionId)).toEqual([]);
    expect((await resolveUnnamed(id, transactionId)).status).toBe(200);
    expect((await resolveUnnamed(id, transactionId)).status).toBe(200);
    expectInvalid(await resolveUnnamed(otherId, transactionId), "transaction_id", TAKEN);
    expect([await statusOf(merchant, id), await statusOf(merchant, otherId)]).toEqual([
      ["completed", null],
      ["pending", null],
    ]);
    const entries = await entriesOf(merchant);
    expect(entries.map(({ targetId, erasable }) => [targetId, erasable.details?.value])).toEqual([
      [id, `transaction ${transactionId}`],
      [id, `transaction ${transactionId}`],
    ]);
  });

  it("is not recorded again where a payment has it", async () => {
    const { merchant, wallet, id, transactionId } = await makeStuckPayment();
    expect((await confirm(wallet, id)).status).toBe(200);
    await rewrite(transactionId, "metadata = '{}'");
    const { id: otherId } = await makeIntent(merchant);
    expectInvalid(await resolveUnnamed(otherId, transactionId), "transaction_id", TAKEN);
    expect(await statusOf(merchant, otherId)).toEqual(["pending", null]);
    expect(await claimsOf(transactionId)).toEqual([]);
  });

  it("is not recorded again where a refund has it", async () => {
    const { merchant, wallet, id, transactionId } = await makeStuck("refund", true);
    await rewrite(transactionId, "metadata = '{}'");
    const paid = await makePaidIntent(merchant, { wallet });
    await resolveUnnamed(id, transactionId);
    await sharedRows.run("DELETE FROM claimed_transactions");
    expectInvalid(await resolveUnnamed(paid.id, transactionId), "transaction_id", TAKEN);
    expect(await statusOf(merchant, paid.id)).toEqual(["completed", null]);
  });

  it("is held by the intent for which it was recorded while pending", async () => {
    const { id, otherId, transactionId } = await makeAlike();
    await rewrite(transactionId, "status = 'pending'");
    expect((await resolveUnnamed(id, transactionId)).body.is_settled).toBe(false);
    await rewrite(transactionId, "status = 'completed'");
    expectInvalid(await resolveUnnamed(otherId, transactionId), "transaction_id", TAKEN);
  });

  it("goes to one of two intents at once", async () => {
    const { merchant, id, otherId, transactionId } = await makeAlike();
    const ids = [id, otherId];
    const responses = await Promise.all(ids.map((each) => resolveUnnamed(each, transactionId)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const statuses = await Promise.all(ids.map((each) => statusOf(merchant, each)));
    expect(statuses.map(([status]) => status).toSorted()).toEqual(["completed", "pending"]);
    expect(await entriesOf(merchant)).toHaveLength(1);
  });

  it("stays free when the intent refuses it", async () => {
    const { merchant, id, otherId, transactionId } = await makeAlike();
    await rewrite(transactionId, "amount_minor = 1251");
    expectInvalid(await resolveUnnamed(otherId, transactionId), "transaction_id", FOREIGN);
    expect(await entriesOf(merchant)).toEqual([]);
    await rewrite(transactionId, "amount_minor = 1250");
    const execute = async () => err("ledger_report_unexpected" as const);
    const named = { transactionId, confirmedId: otherId };
    const changed = { ...deps, intents: { ...deps.intents, execute } };
    const refused = await resolveWithTransaction(changed, otherId, named, ACTOR);
    expect(refused).toEqual(err("ledger_report_unexpected"));
    expect((await resolveUnnamed(id, transactionId)).status).toBe(200);
  });

  it("needs no confirmation if it has its key, but must not be confirmed for another", async () => {
    const { id, transactionId } = await makeStuckPayment();
    const response = await resolve(id, { transaction_id: transactionId, confirm: UNKNOWN_ID });
    expectInvalid(response, "confirm", UNCONFIRMED);
    expect((await resolve(id, { transaction_id: transactionId })).status).toBe(200);
  });
});

describe("POST /merchant/api/v1/admin/payment-intents/{intentID}/resolve with outcome", () => {
  it("ends a payment of which the ledger has nothing; another can follow", async () => {
    const { merchant, wallet, id } = await makeStuck("payment", false);
    const { status, body } = await resolve(id, { outcome: "declined" });
    expect([status, body.is_settled, body.payment_intent.status]).toEqual([200, true, "pending"]);
    const voided = { idempotency_key: `payment:${id}:1`, status: "declined" };
    expect(await transactionsOf(id)).toMatchObject([voided]);
    expect((await confirm(wallet, id)).status).toBe(200);
    expect(await transactionsOf(id)).toMatchObject([voided, { idempotency_key: `payment:${id}:2` }]);
    expect(await statusOf(merchant, id)).toEqual(["completed", null]);
  });

  it("ends a refund, reports why, and lets it be requested again", async () => {
    const { merchant, id } = await makeStuck("refund", false);
    expect((await resolve(id, { outcome: "declined" })).body.payment_intent.refund_status).toBeNull();
    const event = (await eventsOf(id)).at(-1);
    expect(JSON.parse(event?.payload ?? "")).toMatchObject({
      type: "refund.failed",
      data: { reason: "not_executed" },
    });
    expect((await refund(merchant, id)).status).toBe(200);
    await settleRefund(id);
    expect(await statusOf(merchant, id)).toEqual(["completed", "completed"]);
  });

  it.each(["settled", "declined"])("refuses when the ledger has a %s transaction", async (outcome) => {
    const { id, transactionId } = await makeStuckPayment();
    if (outcome === "declined")
      await rewrite(transactionId, "status = 'declined', decline_reason = 'insufficient_funds'");
    expectInvalid(await resolve(id, { outcome: "declined" }), "outcome", EXISTS);
    expect((await stored(id)).document?.intent.operation).not.toBeNull();
  });

  it("refuses when the ledger has accepted the operation", async ({ merchant, paid }) => {
    const { id } = paid;
    await refund(merchant, id);
    expectInvalid(await resolve(id, { outcome: "declined" }), "outcome", EXISTS);
  });

  it("is 409 when nothing is in progress, and 404 for an unknown intent", async ({ intent }) => {
    const { id } = intent;
    const text = "no transfer of this payment intent is in progress";
    expectFailure(await resolve(id, { outcome: "declined" }), 409, "no_operation", text);
    for (const json of [{ outcome: "declined" }, { transaction_id: "tx-1" }]) {
      const response = await resolve(UNKNOWN_ID, json);
      expectFailure(response, 404, "payment_intent_not_found", "Payment intent not found");
    }
  });
});
