import { describe, expect, it } from "vitest";
import {
  approve,
  listApprovals,
  makeApproval,
  reject,
  setUpApproval,
  setUpApprovalNearDeadline,
  simulate,
  statusOf,
  walletView,
} from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { cancel, makeIntent } from "../../support/intents.ts";
import { makeMerchant, makeWallet, readBalances } from "../../support/parties.ts";
import { runSweep } from "../../support/queues.ts";

describe("POST /wallet/api/v1/payment-intents/{intentID}/reject", () => {
  it("returns 200; the merchant sees who cancelled", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    const { status, body } = await reject(wallet, intent.id);
    expect(status).toBe(200);
    const cancelledAt = body.payment_intent.cancelled_at;
    expect(cancelledAt).not.toBeNull();
    const change = { status: "cancelled", cancelled_at: cancelledAt, updated_at: cancelledAt };
    expect(body).toEqual({ success: true, payment_intent: walletView(intent, change) });
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual({
      ...intent,
      ...change,
      cancellation_reason: "rejected_by_customer",
    });
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual([
      "payment.approval_requested",
      "payment.cancelled",
    ]);
  });
});

describe("an approval that gets no response", () => {
  it("is open until its deadline, then the sweep expires it and records the event", async () => {
    const { merchant, intent } = await setUpApprovalNearDeadline(1);
    await runSweep();
    expect(await statusOf(merchant, intent.id)).toBe("pending_approval");
    moveClock(1);
    await runSweep();
    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.approval_requested", 1],
      ["payment.expired", 2],
    ]);
  });

  it("is expired in every view: the merchant's, the customer's and the list", async () => {
    const { merchant, wallet, intent } = await setUpApprovalNearDeadline(0);
    expect(await listIntents(merchant)).toMatchObject([{ id: intent.id, status: "expired" }]);
    expect(await statusOf(merchant, intent.id)).toBe("expired");
    expect(await listApprovals(wallet)).toEqual([]);
    const message = "only pending payment intents can be cancelled";
    expectFailure(await cancel(merchant, intent.id), 400, "not_pending", message);
  });
});

describe("POST /sandbox/v1/payment-intents/{intentID}/simulate of an approval", () => {
  it("approves on the customer's behalf, with the customer's money", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    const { status, body } = await simulate(merchant, intent.id, "approve");
    expect(status).toBe(200);
    expect(body.payment_intent).toMatchObject({ status: "completed", completed_by: wallet.id });
    expect(body).toEqual((await readIntent(merchant, intent.id)).body);
    expect(await readBalances(wallet)).toEqual(["87.50 USD"]);
  });

  it("rejects on the customer's behalf", async () => {
    const { merchant, intent } = await setUpApproval();
    const { status, body } = await simulate(merchant, intent.id, "reject");
    expect(status).toBe(200);
    expect(body.payment_intent).toMatchObject({
      status: "cancelled",
      cancellation_reason: "rejected_by_customer",
    });
  });

  it("expires it", async () => {
    const { merchant, intent } = await setUpApproval();
    expect((await simulate(merchant, intent.id, "expire")).body.payment_intent.status).toBe("expired");
  });

  it("returns 409 for approve and reject of a standard intent, and for pay of an approval", async () => {
    const { merchant, intent } = await setUpApproval();
    const standard = await makeIntent(merchant);
    for (const action of ["approve", "reject"]) {
      const response = await simulate(merchant, standard.id, action);
      const message = "payment intent does not wait for approval";
      expectFailure(response, 409, "not_awaiting_approval", message);
    }
    expect((await simulate(merchant, intent.id, "pay")).status).toBe(409);
    expect(await statusOf(merchant, standard.id)).toBe("pending");
    expect(await statusOf(merchant, intent.id)).toBe("pending_approval");
  });

  it("acts only for wallets that the merchant has made", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const wallets = [await makeWallet({ token: other.token }), await makeWallet()];
    for (const wallet of wallets) {
      const intent = await makeApproval(merchant, wallet);
      for (const action of ["approve", "reject"]) {
        const message = "this merchant can act only for wallets that it has made";
        expectFailure(await simulate(merchant, intent.id, action), 403, "foreign_wallet", message);
      }
      expect(await statusOf(merchant, intent.id)).toBe("pending_approval");
      expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
      expect((await approve(wallet, intent.id)).status).toBe(200);
    }
  });
});
