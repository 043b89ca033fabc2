import { describe, expect } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter } from "../../support/counters.ts";
import { expectFailure, expectIntentNotFound } from "../../support/error-responses.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { cancel, makeIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant } from "../../support/parties.ts";
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

  it("needs no body and ignores one", async ({ merchant, intent }) => {
    const { id } = intent;
    const options = { token: merchant.token, text: "not json", contentType: "text/plain" };
    expect((await call("POST", `${INTENTS}/${id}/cancel`, options)).status).toBe(200);
  });
});
