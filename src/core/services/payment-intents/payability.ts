// Whether a view shows an intent as payable. Only views may be a few seconds late: commands read D1 themselves.
import type { Database } from "#core/db/client.ts";
import { type DrawnIntent, isOpen, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { BoundedCache, memoizeWeak } from "#core/lib/cache.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { findSeenLogoHash, noteLogoHash } from "#core/services/merchants/logo-hashes.ts";

const READ_AGAIN_MS = 5_000;
const MERCHANTS_MAX = 10_000;

interface Seen {
  isSuspended: boolean;
  at: number;
}

/** Each merchant's is kept: customers poll, and a read by id otherwise needs no D1. */
const seenIn = memoizeWeak((_db: Database) => new BoundedCache<string, Seen>(MERCHANTS_MAX));

export interface PublicIntent {
  intent: DrawnIntent;
  shop: { isPayable: boolean; logoHash: string | null };
}

/** Returns null for an unknown id. An object that first has to read the intent from D1 reads the restrictions with it. */
export async function findPayable(
  deps: Dependencies,
  intentId: string,
  isDrawn = false,
): Promise<PublicIntent | null> {
  const at = deps.clock();
  const intent = await deps.intents.find(intentId, isDrawn, true);
  if (intent === null) return null;
  const { merchantId, isSuspended, logoHash: read } = intent;
  if (isSuspended !== undefined) seenIn(deps.db).set(merchantId, { isSuspended, at });
  if (read !== undefined) noteLogoHash(deps, merchantId, read);
  const [isNowPayable, logoHash] = await Promise.all([
    isPayable(deps, intent),
    findSeenLogoHash(deps, merchantId),
  ]);
  return { intent, shop: { isPayable: isNowPayable, logoHash } };
}

export async function isPayable(deps: Dependencies, intent: PaymentIntent): Promise<boolean> {
  return isOpen(intent) && !(await isSeenSuspended(deps, intent.merchantId));
}

/** Follows a change: the next view reads the database. Other isolates notice within five seconds. */
export function forgetPayability({ db }: Dependencies, merchantId: string): void {
  seenIn(db).delete(merchantId);
}

async function isSeenSuspended(deps: Dependencies, merchantId: string): Promise<boolean> {
  const seen = seenIn(deps.db);
  const cached = seen.get(merchantId);
  if (cached !== undefined && Math.abs(deps.clock() - cached.at) < READ_AGAIN_MS) return cached.isSuspended;
  const read = await readSuspended(deps, merchantId);
  seen.set(merchantId, read);
  return read.isSuspended;
}

/** Without D1 the intent can still be read, but a payment may be refused although the view shows it as payable. */
async function readSuspended({ findRestrictions, clock }: Dependencies, merchantId: string): Promise<Seen> {
  const at = clock();
  try {
    const { isSuspended } = await findRestrictions({ merchantId, counterId: null, userId: null });
    return { isSuspended, at };
  } catch (error) {
    log("error", "standing_unread", { merchant_id: merchantId, error });
    // Counted from now, so that not every view waits as long as this one.
    return { isSuspended: false, at: clock() };
  }
}
