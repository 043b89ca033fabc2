import { describe, expect, it } from "vitest";
import type { ApiResponse } from "../../support/api.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { newKey, refundWithKey, tenTimes } from "../../support/idempotency.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { eventsOf, transactionsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { userToken } from "../../support/merchant-users.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { settleRefund } from "../../support/settlement.ts";
import { withRoles } from "../../support/tokens.ts";

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

  it("is separate for each intent", async () => {
    const { merchant, id, key } = await setUpPaidIntent();
    const other = await makePaidIntent(merchant);
    expect((await refundWithKey(key, merchant, id)).body.payment_intent.id).toBe(id);
    expect((await refundWithKey(key, merchant, other.id)).body.payment_intent.id).toBe(other.id);
    expect([await countRefunds(id), await countRefunds(other.id)]).toEqual([1, 1]);
  });

  it("makes one refund from ten parallel requests and returns 200 to all", async () => {
    const { merchant, id, key } = await setUpPaidIntent();
    const responses = await tenTimes(() => refundWithKey(key, merchant, id));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    for (const { body } of responses) {
      expect(body.payment_intent).toMatchObject({ id, status: "completed", refund_status: "pending" });
    }
    expect(await countRefunds(id)).toBe(1);
    expect(await eventTypes(id)).toEqual(["payment.completed", "refund.pending"]);
  });

  it("is not used up while the intent cannot be refunded yet", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const { id } = await makeIntent(merchant);
    const message = "only completed payments can be refunded";
    expectFailure(await refundWithKey(key, merchant, id), 400, "not_completed", message);
    expect((await confirm(await makeWallet(), id)).status).toBe(200);
    expect((await refundWithKey(key, merchant, id)).status).toBe(200);
  });
});
