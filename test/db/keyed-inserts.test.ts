// The insertion of an intent with an `Idempotency-Key`: it is refused where the intent is known under any of its ids.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { hasIntent, insertIntent } from "../../src/db/payment-intents/new-payment-intent.ts";
import type { IntentToInsert, PaymentIntent } from "../../src/domain/payment-intent.ts";
import { anIntent } from "../support/intent.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { db, seedCounter, seedIntent, seedMerchant } from "../support/seeds.ts";

type Ids = readonly [id: string, earlier: string, other: string];
const newIds = (): Ids => [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

function keyed([id, ...otherIds]: Ids, change: Partial<PaymentIntent> = {}): IntentToInsert {
  return { ...anIntent({ id, fingerprint: "f", ...change }), otherIds };
}

async function seedArchived(id: string): Promise<void> {
  await db.run(sql`INSERT INTO archived_intents (id, merchant, status, created_at, version, record)
    VALUES (unhex(replace(${id}, '-', '')), 1, 'expired', 0, 1, x'')`);
}

describe("an intent with an Idempotency-Key", () => {
  it.each(
    [0, 1, 2].flatMap((index) => [
      { index, isArchived: false },
      { index, isArchived: true },
    ]),
  )("is not inserted when one of its ids exists: $index, archived: $isArchived", async (known) => {
    const [{ id: merchantId }, ids] = [await seedMerchant(), newIds()];
    const id = ids[known.index] ?? "";
    await (known.isArchived ? seedArchived(id) : seedIntent(merchantId, { id }));
    expect(await hasIntent(db, keyed(ids))).toBe(true);
    expect(await insertIntent(db, keyed(ids, { merchantId }))).toBeNull();
  });

  it("is inserted at the price of one without: its merchant's row, its counter's and two of its own", async () => {
    const { id: merchantId } = await seedMerchant();
    const { id: counterId } = await seedCounter(merchantId);
    const intent = keyed(newIds(), { merchantId, counterId });
    const plain = {
      ...keyed(newIds(), { merchantId, counterId, fingerprint: null }),
      otherIds: [] as const,
    };
    expect(await hasIntent(db, intent)).toBe(false);
    expect(await rowsReadBy(() => insertIntent(db, plain))).toBe(4);
    expect(await rowsReadBy(() => insertIntent(db, intent))).toBe(4);
    expect(await hasIntent(db, intent)).toBe(true);
  });
});
