import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter, makeInactiveCounter } from "../../support/counters.ts";
import { expectFailure, expectIntentNotFound } from "../../support/error-responses.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { cancel, confirm, makeIntent, makePaidIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { deactivateMerchant, makeMerchant, readBalances, renewMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

const ONLY_PENDING = "only pending payment intents can be cancelled";

describe("POST /merchant/api/v1/payment-intents/{intentID}/cancel", () => {
  it("returns 200 with a message", async ({ merchant, intent }) => {
    const { id } = intent;
    const response = await cancel(merchant, id);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, message: "Payment intent cancelled" });
  });

  it("cancels the intent, as GET and list show at once", async () => {
    const merchant = await makeMerchant();
    const { id, created_at } = await makeIntent(merchant);
    moveClock(5_000);
    await cancel(merchant, id);
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

  it("refuses a second cancel", async ({ merchant, intent }) => {
    const { id } = intent;
    await cancel(merchant, id);
    expectFailure(await cancel(merchant, id), 400, "not_pending", ONLY_PENDING);
  });

  it("refuses a completed intent, which stays paid", async ({ merchant }) => {
    const intent = await makePaidIntent(merchant);
    expectFailure(await cancel(merchant, intent.id), 400, "not_pending", ONLY_PENDING);
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual(intent);
  });

  it("refuses an expired intent", async ({ merchant }) => {
    const { id } = await makeIntent(merchant, { expires_in: 60 });
    moveClock(60_000);
    const later = await renewMerchant(merchant);
    expectFailure(await cancel(later, id), 400, "not_pending", ONLY_PENDING);
    expect((await readIntent(later, id)).body.payment_intent.status).toBe("expired");
  });

  it("closes the intent to payers, who keep their money", async ({ merchant, wallet, intent }) => {
    const { id } = intent;
    await cancel(merchant, id);
    expectFailure(await confirm(wallet, id), 409, "already_cancelled", "payment intent is cancelled");
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
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

  it("refuses a deactivated counter's token", async ({ merchant, intent }) => {
    const { id } = intent;
    const counter = await makeInactiveCounter(merchant);
    expectFailure(await cancel(counter, id), 403, "counter_not_active", "Counter is not active");
  });

  it("lets an inactive merchant cancel", async ({ merchant, intent }) => {
    const { id } = intent;
    await deactivateMerchant(merchant);
    expect((await cancel(merchant, id)).status).toBe(200);
  });

  it("needs no body and ignores one", async ({ merchant, intent }) => {
    const { id } = intent;
    const options = { token: merchant.token, text: "not json", contentType: "text/plain" };
    expect((await call("POST", `${INTENTS}/${id}/cancel`, options)).status).toBe(200);
  });

  it("treats another merchant's intent as unknown and does not change it", async ({ merchant, other }) => {
    const foreign = await makeIntent(other);
    for (const id of [foreign.id, crypto.randomUUID(), "abc"])
      expectIntentNotFound(await cancel(merchant, id));
    expect((await readIntent(other, foreign.id)).body.payment_intent).toEqual(foreign);
  });
});
