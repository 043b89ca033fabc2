// The insertion of an intent with an `Idempotency-Key`: it is refused where the intent is known.
import { describe, expect, it } from "vitest";
import { hasIntent, insertIntent } from "#core/db/payment-intents/new-payment-intent.ts";
import type { IntentToInsert, PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { anIntent } from "../support/intent.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { db, seedCounter, seedIntent, seedMerchant } from "../support/seeds.ts";

function keyed(change: Partial<PaymentIntent> = {}): IntentToInsert {
  return anIntent({ id: crypto.randomUUID(), fingerprint: "f", ...change });
}

describe("an intent with an Idempotency-Key", () => {
  it("is not inserted when its id exists", async () => {
    const { id: merchantId } = await seedMerchant();
    const intent = keyed({ merchantId });
    await seedIntent(merchantId, { id: intent.id });
    expect(await hasIntent(db, intent.id)).toBe(true);
    expect(await insertIntent(db, intent)).toBeNull();
  });

  it("is inserted at the price of one without: its merchant's row, its counter's and two of its own", async () => {
    const { id: merchantId } = await seedMerchant();
    const { id: counterId } = await seedCounter(merchantId);
    const intent = keyed({ merchantId, counterId });
    const plain = keyed({ merchantId, counterId, fingerprint: null });
    expect(await hasIntent(db, intent.id)).toBe(false);
    expect(await rowsReadBy(() => insertIntent(db, plain))).toBe(4);
    expect(await rowsReadBy(() => insertIntent(db, intent))).toBe(4);
    expect(await hasIntent(db, intent.id)).toBe(true);
  });
});
