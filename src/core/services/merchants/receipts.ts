// What a shop has on its receipts, for those who have paid.
import { findCounter } from "#core/db/counters/counters.ts";
import { findProfile } from "#core/db/merchants/merchant-profiles.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import type { ShownProfile } from "#core/domain/merchants/merchant-profile.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { PublicActor } from "#core/services/actor.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { findWalletIntent } from "#core/services/wallet/wallet.ts";

export interface ReceiptShop {
  profile: ShownProfile;
  timeZone: string;
  /** Where it was sold; null for a payment at no counter. */
  counterName: string | null;
}

/** Returns null before the intent is paid. */
export async function findReceipt(
  { db }: Dependencies,
  { status, merchantId, counterId }: PaymentIntent,
): Promise<ReceiptShop | null> {
  if (status !== "completed") return null;
  const [merchant, profile, counter] = await Promise.all([
    findMerchant(db, merchantId),
    findProfile(db, merchantId),
    counterId === null ? null : findCounter(db, merchantId, counterId),
  ]);
  return { profile, timeZone: merchant?.timeZone ?? "UTC", counterName: counter?.name ?? null };
}

/** Only for the wallet that has paid. */
export async function findWalletReceipt(
  deps: Dependencies,
  caller: PublicActor,
  walletId: string,
  intentId: string,
): Promise<Result<ReceiptShop, "not_found" | "rate_limited">> {
  const found = await findWalletIntent(deps, caller, walletId, intentId);
  if (!found.ok) return found;
  const receipt = found.value.completedBy === walletId ? await findReceipt(deps, found.value) : null;
  return receipt === null ? err("not_found") : ok(receipt);
}

/** Null where the shop has said none, and where it cannot be read: a page in another language is better than none. */
export async function findShopLanguage({ db }: Dependencies, merchantId: string): Promise<string | null> {
  const profile = await findProfile(db, merchantId).catch(() => null);
  return profile?.language ?? null;
}
