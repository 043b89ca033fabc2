import { findMerchant, type Merchant, updateMerchant } from "../db/merchants.ts";
import type { EventType } from "../domain/events.ts";
import { err, ok, type Result } from "../domain/result.ts";
import { issueWebhookSecret } from "../webhooks/secret.ts";
import type { Services } from "./context.ts";
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
  return known(await updateMerchant(services.db, merchantId, { ...change, updatedAt: services.clock() }));
}

/** The old secret is dead at once. The new one is in this answer and nowhere else. */
export async function rotateWebhookSecret(
  services: Services,
  merchantId: string,
): Promise<Result<string, Refusal>> {
  const { secret, sealed } = await issueWebhookSecret(merchantId, services.config.masterKeys);
  const change = { webhookSecret: sealed, updatedAt: services.clock() };
  const merchant = known(await updateMerchant(services.db, merchantId, change));
  return merchant.ok ? ok(secret) : merchant;
}

/** A token may outlive its merchant's row; then there is nothing to show or change. */
function known(merchant: Merchant | null): Result<Merchant, Refusal> {
  return merchant === null ? err("merchant_not_active") : ok(merchant);
}
