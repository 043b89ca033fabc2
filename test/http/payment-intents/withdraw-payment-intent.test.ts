// A merchant takes back a request for approval, such as one with a wrong amount.
import { describe, expect } from "vitest";
import {
  approve,
  listApprovals,
  makeApproval,
  readWalletEvents,
  reject,
  setUpApproval,
  statusOf,
} from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure, expectIntentNotFound } from "../../support/error-responses.ts";
import { listTransactions, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { withdraw } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { until } from "../../support/objects.ts";
import { readBalances } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { callAs, openTill } from "../../support/sessions.ts";

describe("POST /merchant/api/v1/payment-intents/{intentID}/withdraw", () => {
  it("returns 200 with the cancelled intent, which its customer can no longer pay", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    moveClock(5_000);
    const { status, body } = await withdraw(merchant, intent.id);
    const cancelledAt = new Date(Date.now()).toISOString();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      payment_intent: {
        ...intent,
        status: "cancelled",
        cancellation_reason: "withdrawn_by_merchant",
        cancelled_at: cancelledAt,
        updated_at: cancelledAt,
      },
    });
    expect((await readIntent(merchant, intent.id)).body).toEqual(body);
    expect(await listApprovals(wallet)).toEqual([]);
    const message = "payment intent is cancelled";
    expectFailure(await approve(wallet, intent.id), 409, "already_cancelled", message);
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
  });

  it("records one payment.cancelled however often it is repeated", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    const responses = await Promise.all([1, 2, 3].map(() => withdraw(merchant, intent.id)));
    const again = await withdraw(merchant, intent.id);
    for (const { status, body } of responses) expect([status, body]).toEqual([200, again.body]);
    expect((await reject(wallet, intent.id)).body.payment_intent.status).toBe("cancelled");
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual([
      "payment.approval_requested",
      "payment.cancelled",
    ]);
  });

  it("tells the customer's wallet by payment.approval_withdrawn", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    await withdraw(merchant, intent.id);
    await until(async () => (await readWalletEvents(wallet)).length === 2);
    const { cancelled_at } = (await readIntent(merchant, intent.id)).body.payment_intent;
    const withdrawn = (await readWalletEvents(wallet)).find(
      ({ type }: { type: string }) => type === "payment.approval_withdrawn",
    );
    expect(withdrawn).toMatchObject({
      subject: intent.id,
      time: cancelled_at,
      data: { wallet_id: wallet.id, payment_intent: { id: intent.id, status: "cancelled" } },
    });
    expect(JSON.stringify(withdrawn)).not.toContain("withdrawn_by_merchant");
  });

  it("and approve in parallel: only one succeeds", async () => {
    const { merchant, wallet, intent } = await setUpApproval();
    const responses = await Promise.all([approve(wallet, intent.id), withdraw(merchant, intent.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isPaid = (await statusOf(merchant, intent.id)) === "completed";
    expect(await readBalances(wallet)).toEqual([isPaid ? "87.50 USD" : "100.00 USD"]);
    expect(await listTransactions(merchant)).toHaveLength(isPaid ? 1 : 0);
  });

  it("lets a counter withdraw what was scanned for it, and nothing else of its merchant", async ({
    merchant,
    wallet,
    counter,
  }) => {
    const own = await makeApproval(merchant, wallet, { counter_id: counter.id });
    const another = await makeApproval(merchant, wallet, { counter_id: (await makeCounter(merchant)).id });
    expectIntentNotFound(await withdraw(counter, another.id));
    expect(await statusOf(merchant, another.id)).toBe("pending_approval");
    expect((await withdraw(counter, own.id)).status).toBe(200);
  });

  it("lets the till that scanned withdraw, and no other", async ({ merchant, wallet, counter }) => {
    const till = await openTill(merchant.id, counter.id);
    const other = await openTill(merchant.id, (await makeCounter(merchant)).id);
    const { id } = await makeApproval(merchant, wallet, { counter_id: counter.id });
    const path = `${INTENTS}/${id}/withdraw`;
    expectIntentNotFound(await callAs(other.secret, "POST", path));
    const { status, body } = await callAs(till.secret, "POST", path);
    expect([status, body.payment_intent.status]).toEqual([200, "cancelled"]);
  });
});
