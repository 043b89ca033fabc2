// Who has signed up: what counts towards the limits, and when the sweep looks at each again.
import { and, asc, eq, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { SIGN_UPS_MAX } from "#sandbox/domain/sign-ups.ts";
import { sandboxMerchants } from "./schema.ts";

type SignUp = typeof sandboxMerchants.$inferSelect;
export type ReachedLimit = keyof typeof SIGN_UPS_MAX;

function limitsOf(addressHash: string, today: number): Record<ReachedLimit, ReturnType<typeof sql>> {
  const { ofAddress, ofDay, alive } = SIGN_UPS_MAX;
  return {
    ofAddress: sql`(SELECT count(*) FROM sandbox_merchants WHERE address_hash = ${addressHash}) >= ${ofAddress}`,
    ofDay: sql`(SELECT count(*) FROM sandbox_merchants WHERE signed_up_at >= ${today}) >= ${ofDay}`,
    alive: sql`(SELECT count(*) FROM sandbox_merchants) >= ${alive}`,
  };
}

/** One statement counts and stores, so that no two pass a limit together. Returns the limit that is reached, or null. */
export async function insertSignUp(
  db: Database,
  signUp: SignUp & { addressHash: string },
  today: number,
): Promise<ReachedLimit | null> {
  const { ofAddress, ofDay, alive } = limitsOf(signUp.addressHash, today);
  const isFree = sql`NOT (${ofAddress} OR ${ofDay} OR ${alive})`;
  const [inserted, [reached]] = await db.batch([
    insertIf(db, sandboxMerchants, signUp, isFree).returning(),
    db.select({ ofAddress: sql<number>`${ofAddress}`, ofDay: sql<number>`${ofDay}` }).from(sql`(SELECT 1)`),
  ]);
  if (inserted.length > 0) return null;
  return reached?.ofAddress ? "ofAddress" : reached?.ofDay ? "ofDay" : "alive";
}

export async function deleteSignUp(db: Database, merchantId: string): Promise<void> {
  await db.delete(sandboxMerchants).where(eq(sandboxMerchants.merchantId, merchantId));
}

export async function postponeSignUp(db: Database, merchantId: string, dueAt: number): Promise<void> {
  await db.update(sandboxMerchants).set({ dueAt }).where(eq(sandboxMerchants.merchantId, merchantId));
}

/** It stays until `dueAt`, if it would have gone before `unless`; one that is going already goes on. */
export async function keepSignUp(
  db: Database,
  merchantId: string,
  { dueAt, before }: { dueAt: number; before: number },
): Promise<void> {
  const isClosed = sql`EXISTS (SELECT 1 FROM ${merchants} WHERE id = ${merchantId} AND status = 'closed')`;
  await db
    .update(sandboxMerchants)
    .set({ dueAt })
    .where(
      and(
        eq(sandboxMerchants.merchantId, merchantId),
        lt(sandboxMerchants.dueAt, before),
        sql`NOT ${isClosed}`,
      ),
    );
}

/** The longest overdue first. */
export async function listDueSignUps(db: Database, now: number, limit: number): Promise<string[]> {
  const { merchantId, dueAt } = sandboxMerchants;
  const due = await db
    .select({ merchantId })
    .from(sandboxMerchants)
    .where(lte(dueAt, now))
    .orderBy(asc(dueAt))
    .limit(limit);
  return due.map((row) => row.merchantId);
}

/** Addresses count only on the day on which they signed up. */
export async function forgetAddresses(db: Database, today: number): Promise<void> {
  const { addressHash, signedUpAt } = sandboxMerchants;
  await db
    .update(sandboxMerchants)
    .set({ addressHash: null })
    .where(and(isNotNull(addressHash), lt(signedUpAt, today)));
}
