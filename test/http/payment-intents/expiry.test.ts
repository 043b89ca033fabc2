import { describe, expect, it } from "vitest";
import { moveClock, setClock } from "../../support/clock.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { listIntents, readIntent, readPublicIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent } from "../../support/intents.ts";
import { fireAlarm } from "../../support/objects.ts";
import { makeMerchant, makeWallet, readBalances, renewMerchant, renewWallet } from "../../support/parties.ts";

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

  it("is expired at the deadline itself, without a QR code: GET", async () => {
    const { merchant, intent } = await intentNearDeadline(0);
    expect((await readIntent(merchant, intent.id)).body.payment_intent).toEqual(expired(intent));
  });

  it("is expired at the deadline itself, without a QR code: public view", async () => {
    const { intent } = await intentNearDeadline(0);
    const { body } = await readPublicIntent(intent.id);
    expect(body.payment_intent).toMatchObject({ status: "expired", qr_code_url: null, qr_data: null });
  });

  it("refuses payers with 410 from then on; they keep their money", async () => {
    const { wallet, intent } = await intentNearDeadline(0);
    for (let again = 0; again < 2; again++) {
      expectFailure(await confirm(wallet, intent.id), 410, "expired", "payment intent has expired");
      moveClock(1_000);
    }
    expect(await readBalances(wallet)).toEqual(["100.00 USD"]);
  });

  it("stays paid when it was paid in time", async () => {
    const { merchant, wallet, intent } = await intentNearDeadline(1);
    await confirm(wallet, intent.id);
    moveClock(60_000);
    expect((await readIntent(merchant, intent.id)).body.payment_intent.status).toBe("completed");
    expect((await confirm(wallet, intent.id)).status).toBe(200);
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
