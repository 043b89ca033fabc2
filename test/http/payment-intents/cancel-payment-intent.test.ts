import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { makeCounter, makeInactiveCounter } from "../../support/counters.ts";
import { expectFailure, expectIntentNotFound } from "../../support/error-responses.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import {
  cancel,
  confirm,
  listIntents,
  makeIntent,
  makePaidIntent,
  readIntent,
} from "../../support/intents.ts";
import {
  deactivateMerchant,
  makeMerchant,
  makeWallet,
  readBalances,
  renewMerchant,
} from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

const ONLY_PENDING = "only pending payment intents can be cancelled";

describe("POST /merchant/api/v1/payment-intents/{intentID}/cancel", () => {
  it("returns 200 with a message", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
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

  it("records one payment.cancelled", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    await Promise.all([cancel(merchant, id), cancel(merchant, id), cancel(merchant, id)]);
    expect((await eventsOf(id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.cancelled", 1],
    ]);
  });

  it("refuses a second cancel", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    await cancel(merchant, id);
    expectFailure(await cancel(merchant, id), 400, "not_pending", ONLY_PENDING);
  });

  it("refuses a completed intent, which stays paid", async () => {
    const merchant = await makeMerchant();
    const intent = await makePaidIntent(merchant);
    expectFailure(await cancel(merchant, intent.id), 400, "not_pending", ONLY_PENDING);
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual(intent);
  });

  it("refuses an expired intent", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant, { expires_in: 60 });
    moveClock(60_000);
    const later = await renewMerchant(merchant);
    expectFailure(await cancel(later, id), 400, "not_pending", ONLY_PENDING);
    expect((await readIntent(later, id)).body.payment_intent.status).toBe("expired");
  });

  it("closes the intent to payers, who keep their money", async () => {
    const merchant = await makeMerchant();
    const wallet = await makeWallet();
    const { id } = await makeIntent(merchant);
    await cancel(merchant, id);
    expectFailure(await confirm(wallet, id), 409, "already_cancelled", "payment intent is cancelled");
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
  });

  it("lets a counter cancel its merchant's intent", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    expect((await cancel(await makeCounter(merchant), id)).status).toBe(200);
  });

  it("refuses a deactivated counter's token", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const counter = await makeInactiveCounter(merchant);
    expectFailure(await cancel(counter, id), 403, "counter_not_active", "Counter is not active");
  });

  it("lets an inactive merchant cancel", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    await deactivateMerchant(merchant);
    expect((await cancel(merchant, id)).status).toBe(200);
  });

  it("needs no body and ignores one", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    const options = { token: merchant.token, text: "not json", contentType: "text/plain" };
    expect((await call("POST", `${INTENTS}/${id}/cancel`, options)).status).toBe(200);
  });

  it("treats another merchant's intent as unknown and does not change it", async () => {
    const [merchant, other] = [await makeMerchant(), await makeMerchant()];
    const foreign = await makeIntent(other);
    for (const id of [foreign.id, crypto.randomUUID(), "abc"])
      expectIntentNotFound(await cancel(merchant, id));
    expect((await readIntent(other, foreign.id)).body.payment_intent).toEqual(foreign);
  });
});
