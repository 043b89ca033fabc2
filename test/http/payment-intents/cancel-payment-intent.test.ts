import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import {
  approve,
  listApprovals,
  makeApproval,
  readWalletEvents,
  reject,
  setUpApproval,
  statusOf,
} from "../../support/approvals.ts";
import { moveClock, setClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure, expectIntentNotFound } from "../../support/error-responses.ts";
import { listIntents, readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { cancel, confirm, makeIntent, makePaidIntent, withdraw } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { fireAlarm, until } from "../../support/objects.ts";
import { makeMerchant, makeWallet, readBalances, renewMerchant, renewWallet } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { callAs, openTill } from "../../support/sessions.ts";

describe("POST /merchant/api/v1/payment-intents/{intentID}/cancel", () => {
  it("returns 200 with a message and cancels the intent, as GET and list show at once", async () => {
    const merchant = await makeMerchant();
    const { id, created_at } = await makeIntent(merchant);
    moveClock(5_000);
    const { status, body } = await cancel(merchant, id);
    expect([status, body]).toEqual([200, { success: true, message: "Payment intent cancelled" }]);
    const { payment_intent: intent } = (await readIntent(merchant, id)).body;
    const cancelledAt = new Date(Date.now()).toISOString();
    expect(intent).toMatchObject({
      status: "cancelled",
      cancellation_reason: "requested_by_merchant",
      cancelled_at: cancelledAt,
      updated_at: cancelledAt,
      created_at,
    });
    expect(await listIntents(merchant)).toEqual([intent]);
  });

  it("records one payment.cancelled", async ({ merchant, intent }) => {
    const { id } = intent;
    await Promise.all([cancel(merchant, id), cancel(merchant, id), cancel(merchant, id)]);
    expect((await eventsOf(id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.cancelled", 1],
    ]);
  });

  it("lets a counter cancel what it has created, and nothing else of its merchant", async ({
    merchant,
    intent,
    counter,
  }) => {
    const another = await makeIntent(merchant, { counter_id: (await makeCounter(merchant)).id });
    for (const { id } of [intent, another]) {
      expectIntentNotFound(await cancel(counter, id));
      expect((await readIntent(merchant, id)).body.payment_intent.status).toBe("pending");
    }
    const own = await makeIntent(merchant, { counter_id: counter.id });
    expect((await cancel(counter, own.id)).status).toBe(200);
  });

  it("says what an intent is that cannot be cancelled, as of now", async ({ merchant, wallet }) => {
    const ids = {
      completed: (await makePaidIntent(merchant, { wallet })).id,
      cancelled: (await makeIntent(merchant)).id,
      pending_approval: (await makeApproval(merchant, wallet)).id,
      expired: (await makeIntent(merchant, { expires_in: 60 })).id,
    };
    await cancel(merchant, ids.cancelled);
    moveClock(60_000);
    for (const [status, id] of Object.entries(ids)) {
      const message = `only pending payment intents can be cancelled: this one is ${status}`;
      const found = { payment_intent_status: status };
      expectFailure(await cancel(merchant, id), 400, "not_pending", message, found);
    }
  });

  it("needs no body and ignores one", async ({ merchant, intent }) => {
    const { id } = intent;
    const options = { token: merchant.token, text: "not json", contentType: "text/plain" };
    expect((await call("POST", `${INTENTS}/${id}/cancel`, options)).status).toBe(200);
  });
});

// A merchant takes back a request for approval, such as one with a wrong amount.

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

/** An intent at its deadline, or the given time before it. */
async function intentNearDeadline(millisecondsBefore: number) {
  const merchant = await makeMerchant();
  const wallet = await makeWallet();
  const intent = await makeIntent(merchant, { expires_in: 60 });
  setClock(Date.parse(intent.expires_at) - millisecondsBefore);
  return { merchant: await renewMerchant(merchant), wallet: await renewWallet(wallet), intent };
}

function expired(intent: { expires_at: string }) {
  return { ...intent, status: "expired", updated_at: intent.expires_at, qr_code_url: null, qr_data: null };
}

describe("a payment intent at its deadline", () => {
  it("is open in the last millisecond: GET, list and public view", async () => {
    const { merchant, intent } = await intentNearDeadline(1);
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual(intent);
    expect(await listIntents(merchant)).toEqual([intent]);
    expect((await readPublicIntent(intent.id)).body.payment_intent.status).toBe("pending");
  });

  it("is expired at the deadline itself, without a QR code: GET and public view", async () => {
    const { merchant, intent } = await intentNearDeadline(0);
    const { body } = await readPublicIntent(intent.id);
    expect(body.payment_intent).toMatchObject({ status: "expired", qr_code_url: null, qr_data: null });
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual(expired(intent));
  });

  it("refuses payers with 410 from then on; they keep their money", async () => {
    const { wallet, intent } = await intentNearDeadline(0);
    for (let again = 0; again < 2; again++) {
      expectFailure(await confirm(wallet, intent.id), 410, "expired", "payment intent has expired");
      moveClock(1_000);
    }
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
  });

  it("records one payment.expired, whichever request notices it first", async () => {
    const { merchant, wallet, intent } = await intentNearDeadline(0);
    await Promise.all([
      readIntent(merchant, intent.id),
      readPublicIntent(intent.id),
      listIntents(merchant),
      confirm(wallet, intent.id),
      fireAlarm(intent.id),
    ]);
    const events = await eventsOf(intent.id);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([["payment.expired", 1]]);
  });
});
