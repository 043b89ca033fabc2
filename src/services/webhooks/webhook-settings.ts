import { findMerchant, replaceMerchantSecret, updateMerchant } from "../../db/merchants/merchants.ts";
import type { Cause } from "../../domain/cause.ts";
import type { EventType } from "../../domain/events.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { err, ok, type Result } from "../../domain/result.ts";
import { rotateSecret } from "../../webhooks/secret.ts";
import { audited, endpointChanged } from "../audit/audit-trail.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Refusal } from "../refusal.ts";
import { releaseAfterUrlChange } from "./deliveries.ts";
import { type WithHealth, withHealth } from "./endpoint-health.ts";

export async function findWebhookSettings(
  deps: Dependencies,
  merchantId: string,
): Promise<Result<WithHealth<Merchant>, Refusal>> {
  return await settingsOf(deps, await findMerchant(deps.db, merchantId));
}

/** Changes only the given fields. A null url switches the merchant's endpoint off. */
export async function updateWebhookSettings(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  change: { webhookUrl?: string | null; webhookEvents?: EventType[] },
): Promise<Result<WithHealth<Merchant>, Refusal>> {
  const updated = { ...change, updatedAt: deps.clock() };
  const event = endpointChanged({ merchantId, url: change.webhookUrl });
  const merchant = await audited(deps, cause, event, (entry) =>
    updateMerchant(deps.db, merchantId, updated, entry),
  );
  if (merchant !== null) await releaseAfterUrlChange(deps, merchantId, merchant.webhookUrl);
  return await settingsOf(deps, merchant);
}

/** The old secret stops signing at once, unless a grace period lets both sign. */
export async function rotateWebhookSecret(
  deps: Dependencies,
  cause: Cause,
  merchantId: string,
  gracePeriodSeconds: number,
): Promise<Result<string, Refusal>> {
  for (;;) {
    const merchant = await findMerchant(deps.db, merchantId);
    if (merchant === null) return err("merchant_not_active");
    const now = deps.clock();
    const options = { gracePeriodSeconds, now, masterKeys: deps.config.masterKeys };
    const { secret, change } = await rotateSecret(merchantId, merchant, options);
    const event = { action: "webhook_secret.rotated", merchantId } as const;
    const isRotated = await audited(deps, cause, event, (entry) =>
      replaceMerchantSecret(deps.db, merchant, { ...change, updatedAt: now }, entry),
    );
    if (isRotated) return ok(secret);
    // A concurrent rotation came first: its secret becomes this one's predecessor.
  }
}

/** A token may outlive its merchant's row. */
async function settingsOf(
  deps: Dependencies,
  merchant: Merchant | null,
): Promise<Result<WithHealth<Merchant>, Refusal>> {
  return merchant === null ? err("merchant_not_active") : ok(await withHealth(deps, merchant.id, merchant));
}
