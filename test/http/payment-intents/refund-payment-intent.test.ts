import { describe, expect } from "vitest";
import { type ApiResponse, ISO_TIME, UUID } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { newKey, refundWithKey } from "../../support/idempotency.ts";
import { listTransactions, readIntent } from "../../support/intent-reads.ts";
import { eventsOf, transactionsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { userToken } from "../../support/merchant-users.ts";
import { fireAlarm } from "../../support/objects.ts";
import { makeMerchant, makeWallet, readBalances } from "../../support/parties.ts";
import { setLedgerBalance, settleInLedger, settleRefund } from "../../support/settlement.ts";
import { withRoles } from "../../support/tokens.ts";

const SETTLED_AFTER_MS = 3_000;

describe("POST /merchant/api/v1/payment-intents/{intentID}/refund", () => {
  it("returns 200 with the intent, still completed, and its refund pending", async ({ merchant }) => {
    const intent = await makePaidIntent(merchant, { fields: { metadata: { a: 1 } } });
    const response = await refund(merchant, intent.id);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      refund_initiated: true,
      message: "Refund initiated",
      payment_intent: {
        ...intent,
        refund_status: "pending",
        refund_ledger_tx_id: expect.stringMatching(UUID),
        updated_at: expect.stringMatching(ISO_TIME),
      },
    });
  });

  it("returns the whole amount through the ledger", async ({ merchant, wallet }) => {
    const { id } = await makePaidIntent(merchant, { wallet });
    const { body } = await refund(merchant, id);
    const [transaction] = await listTransactions(merchant);
    expect(transaction).toMatchObject({
      transaction_id: body.payment_intent.refund_ledger_tx_id,
      transaction_type: "refund",
      status: "pending",
      amount: "12.50",
      currency: "USD",
      from_account_id: merchant.id,
      to_account_id: wallet.id,
    });
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
  });

  it("refuses a second refund, before and after it settles", async ({ merchant, paid }) => {
    const { id } = paid;
    const { body } = await refund(merchant, id);
    const message = "refund already issued for this payment";
    expectFailure(await refund(merchant, id), 409, "already_refunded", message);
    moveClock(SETTLED_AFTER_MS);
    await settleInLedger(body.payment_intent.refund_ledger_tx_id);
    await fireAlarm(id);
    expect((await readIntent(merchant, id)).body.payment_intent.refund_status).toBe("completed");
    expectFailure(await refund(merchant, id), 409, "already_refunded", message);
    expect(await listTransactions(merchant)).toHaveLength(2);
  });

  it("returns 422 when the merchant's balance is too low, and can be retried", async ({ merchant }) => {
    const intent = await makePaidIntent(merchant);
    await setLedgerBalance(merchant.id, 1249);
    for (let again = 0; again < 2; again++) {
      const message = "merchant balance is too low to refund this payment";
      expectFailure(await refund(merchant, intent.id), 422, "insufficient_merchant_funds", message);
    }
    const { payment_intent: shown } = (await readIntent(merchant, intent.id)).body;
    expect(shown).toEqual({ ...intent, updated_at: shown.updated_at });
    await setLedgerBalance(merchant.id, 1250);
    expect((await refund(merchant, intent.id)).status).toBe(200);
    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
      ["refund.failed", 3],
      ["refund.pending", 4],
      ["refund.failed", 5],
      ["refund.pending", 6],
    ]);
  });
});

const ALREADY_REFUNDED = [409, "already_refunded", "refund already issued for this payment"] as const;

async function setUpPaidIntent() {
  const merchant = await makeMerchant();
  const { id } = await makePaidIntent(merchant);
  return { merchant, id, key: newKey() };
}

function expectRefunded(response: ApiResponse, intent: unknown): void {
  expect({ status: response.status, body: response.body }).toEqual({
    status: 200,
    body: { success: true, refund_initiated: true, message: "Refund initiated", payment_intent: intent },
  });
}

async function countRefunds(intentId: string): Promise<number> {
  const transactions = await transactionsOf(intentId);
  return transactions.filter((row) => row.transaction_type === "refund" && row.status !== "declined").length;
}

async function eventTypes(intentId: string): Promise<string[]> {
  return (await eventsOf(intentId)).map(({ type }) => type);
}

describe("Idempotency-Key of POST /merchant/api/v1/payment-intents/{intentID}/refund", () => {
  it("returns 200 again with the intent's current state, and refunds once", async () => {
    const { merchant, id, key } = await setUpPaidIntent();
    const first = await refundWithKey(key, merchant, id);
    expectRefunded(first, (await readIntent(merchant, id)).body.payment_intent);
    expectRefunded(await refundWithKey(key, merchant, id), first.body.payment_intent);
    await settleRefund(id);
    const { payment_intent: settled } = (await readIntent(merchant, id)).body;
    expect(settled.refund_status).toBe("completed");
    expectRefunded(await refundWithKey(key, merchant, id), settled);
    expect(await countRefunds(id)).toBe(1);
    expect(await eventTypes(id)).toEqual(["payment.completed", "refund.pending", "refund.completed"]);
  });

  it("is a second refund under another key, or none: 409", async () => {
    const { merchant, id, key } = await setUpPaidIntent();
    expect((await refundWithKey(key, merchant, id)).status).toBe(200);
    expectFailure(await refundWithKey(newKey(), merchant, id), ...ALREADY_REFUNDED);
    expectFailure(await refund(merchant, id), ...ALREADY_REFUNDED);
    expect((await refundWithKey(key, merchant, id)).status).toBe(200);
    expect(await countRefunds(id)).toBe(1);
  });

  it("is separate for each client", async () => {
    const { merchant, id, key } = await setUpPaidIntent();
    expect((await refundWithKey(key, merchant, id)).status).toBe(200);
    const dashboard = {
      token: await userToken(merchant.id, "owner", { azp: "dashboard", ...withRoles("merchant") }),
    };
    expectFailure(await refundWithKey(key, dashboard, id), ...ALREADY_REFUNDED);
  });

  it("is not used up while the intent cannot be refunded yet", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const { id } = await makeIntent(merchant);
    const message = "only completed payments can be refunded";
    const found = { payment_intent_status: "pending" };
    expectFailure(await refundWithKey(key, merchant, id), 400, "not_completed", message, found);
    expect((await confirm(await makeWallet(), id)).status).toBe(200);
    expect((await refundWithKey(key, merchant, id)).status).toBe(200);
  });
});
