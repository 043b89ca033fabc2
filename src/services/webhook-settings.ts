import { findMerchant, type Merchant, replaceMerchantSecret, updateMerchant } from "../db/merchants.ts";
import type { EventType } from "../domain/events.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { rotateSecret } from "../webhooks/secret.ts";
import type { Services } from "./context.ts";
import { releaseMovedDeliveries } from "./deliveries.ts";
import type { Refusal } from "./refusal.ts";

export async function findWebhookSettings(
  services: Services,
  merchantId: string,
): Promise<Result<Merchant, Refusal>> {
  return known(await findMerchant(services.db, merchantId));
}

/** Changes what is named and leaves the rest. A null url switches the merchant's endpoint off. */
export async function updateWebhookSettings(
  services: Services,
  merchantId: string,
  change: { webhookUrl?: string | null; webhookEvents?: EventType[] },
): Promise<Result<Merchant, Refusal>> {
  const updatedAt = services.clock();
  const merchant = known(await updateMerchant(services.db, merchantId, { ...change, updatedAt }));
  if (merchant.ok) await releaseMovedDeliveries(services, merchantId);
  return merchant;
}

/** The old secret is dead at once, unless a grace period lets both sign. */
export async function rotateWebhookSecret(
  services: Services,
  merchantId: string,
  gracePeriodSeconds: number,
): Promise<Result<string, Refusal>> {
  for (;;) {
    const merchant = await findWebhookSettings(services, merchantId);
    if (!merchant.ok) return merchant;
    const now = services.clock();
    const options = { gracePeriodSeconds, now, masterKeys: services.config.masterKeys };
    const { secret, change } = await rotateSecret(merchantId, merchant.value, options);
    const isRotated = await replaceMerchantSecret(services.db, merchant.value, { ...change, updatedAt: now });
    // Otherwise somebody else has rotated it meanwhile: theirs is the secret before this one.
    if (isRotated) return ok(secret);
  }
}

/** A token may outlive its merchant's row; then there is nothing to show or change. */
function known(merchant: Merchant | null): Result<Merchant, Refusal> {
  return merchant === null ? err("merchant_not_active") : ok(merchant);
}
