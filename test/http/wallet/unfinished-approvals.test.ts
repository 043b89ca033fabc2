// Approvals whose deadline passes, or whose result the ledger does not tell.
import { describe, expect, it } from "vitest";
import {
  approve,
  listApprovals,
  reject,
  setUpApproval,
  statusOf,
  walletView,
} from "../../support/approvals.ts";
import { moveClock, setClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { failDatabase, LEDGER, muteLog, repair } from "../../support/faults.ts";
import { listIntents } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { cancel } from "../../support/intents.ts";
import { fireAlarm } from "../../support/objects.ts";
import { readBalances, renewMerchant, renewWallet } from "../../support/parties.ts";
import { runSweep } from "../../support/queues.ts";

/** An approval whose deadline is a millisecond away; the clock stands. */
async function setUpNearDeadline() {
  const { merchant, wallet, intent } = await setUpApproval({ fields: { expires_in: 30 } });
  setClock(Date.parse(intent.expires_at) - 1);
  return { merchant: await renewMerchant(merchant), wallet: await renewWallet(wallet), intent };
}

describe("an approval that gets no response", () => {
  it("is open until its deadline, then the sweep expires it and records the event", async () => {
    const { merchant, intent } = await setUpNearDeadline();
    await runSweep();
    expect(await statusOf(merchant, intent.id)).toBe("pending_approval");
    moveClock(1);
    await runSweep();
    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.approval_requested", 1],
      ["payment.expired", 2],
    ]);
  });

  it("is expired in every view from its deadline on: the merchant's, the customer's and the list", async () => {
    const { merchant, wallet, intent } = await setUpNearDeadline();
    expect(await listApprovals(wallet)).toHaveLength(1);
    moveClock(1);
    expect(await listIntents(merchant)).toMatchObject([{ id: intent.id, status: "expired" }]);
    expect(await statusOf(merchant, intent.id)).toBe("expired");
    expect(await listApprovals(wallet)).toEqual([]);
    const message = "only pending payment intents can be cancelled: this one is expired";
    const found = { payment_intent_status: "expired" };
    expectFailure(await cancel(merchant, intent.id), 400, "not_pending", message, found);
  });
});

describe("POST /wallet/api/v1/payment-intents/{intentID}/approve", () => {
  it("returns 202 while the ledger's result is unknown, and the payment completes later", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    muteLog();
    failDatabase(LEDGER);
    for (let again = 0; again < 2; again++) {
      const { status, body } = await approve(wallet, intent.id);
      expect(status).toBe(202);
      expect(body).toEqual({
        success: true,
        code: "payment_processing",
        payment_intent: walletView(intent, {
          updated_at: body.payment_intent.updated_at,
          is_processing: true,
        }),
      });
      const response = await reject(wallet, intent.id);
      expectFailure(response, 409, "payment_in_progress", "a payment of this intent is under way");
    }
    repair();
    await fireAlarm(intent.id);
    expect(await statusOf(merchant, intent.id)).toBe("completed");
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
    expect((await approve(wallet, intent.id)).status).toBe(200);
  });
});
