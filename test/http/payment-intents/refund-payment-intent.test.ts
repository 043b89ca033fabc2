import { describe, expect } from "vitest";
import { ISO_TIME, UUID } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listIntents, listTransactions, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { makePaidIntent, refund } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { fireAlarm } from "../../support/objects.ts";
import { makeMerchant, makeWallet, readBalances } from "../../support/parties.ts";
import { consume } from "../../support/queues.ts";
import { setLedgerBalance, settleInLedger } from "../../support/settlement.ts";

const ONLY_COMPLETED = "only completed payments can be refunded";
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

  it("is visible in GET and list at once", async ({ merchant, paid }) => {
    const { id } = paid;
    const { payment_intent: refunded } = (await refund(merchant, id)).body;
    expect((await readIntent(merchant, id)).body.payment_intent).toEqual(refunded);
    expect(await listIntents(merchant)).toEqual([refunded]);
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

  it("refuses a pending intent", async ({ merchant, intent }) => {
    expectFailure(await refund(merchant, intent.id), 400, "not_completed", ONLY_COMPLETED);
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual(intent);
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

describe("the settlement of a refund", () => {
  async function refundIntent() {
    const merchant = await makeMerchant();
    const wallet = await makeWallet();
    const { id } = await makePaidIntent(merchant, { wallet });
    const { payment_intent: refunded } = (await refund(merchant, id)).body;
    moveClock(SETTLED_AFTER_MS);
    return { merchant, wallet, id, refunded };
  }

  it("completes the refund once, however often it is reported", async () => {
    const { merchant, id, refunded } = await refundIntent();
    await settleInLedger(refunded.refund_ledger_tx_id);
    await fireAlarm(id);
    const [data] = await listTransactions(merchant);
    for (let time = 0; time < 2; time++) {
      await consume("ledger-events", [{ type: "transaction.settled", data }]);
    }
    expect((await eventsOf(id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
      ["refund.completed", 3],
    ]);
  });
});
