import { describe, expect, it } from "vitest";
import { setUpApproval } from "../../support/approvals.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { cancel, confirm, refund } from "../../support/intents.ts";
import { makeWallet } from "../../support/parties.ts";

describe("a payment intent in pending_approval", () => {
  it("cannot be confirmed by its customer or others: 409", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    for (const payer of [wallet, await makeWallet()]) {
      const message = "this payment intent waits for its customer's approval";
      expectFailure(await confirm(payer, intent.id), 409, "approval_required", message);
    }
    expect((await readIntent(merchant, intent.id)).body.payment_intent.status).toBe("pending_approval");
  });

  it("cannot be cancelled by the merchant: 400", async () => {
    const { merchant, intent } = await setUpApproval();
    const message = "only pending payment intents can be cancelled";
    expectFailure(await cancel(merchant, intent.id), 400, "not_pending", message);
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual(intent);
  });

  it("cannot be refunded: 400", async () => {
    const { merchant, intent } = await setUpApproval();
    const message = "only completed payments can be refunded";
    expectFailure(await refund(merchant, intent.id), 400, "not_completed", message);
  });
});
