import type { NewAuditEntry } from "#core/db/audit/audit-trail.ts";
import { findMerchant, updateMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { EventType } from "#core/domain/payment-intents/events.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { SealedSecrets } from "#core/domain/webhooks/webhook-secrets.ts";
import { audited, endpointChanged } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { rotateSecret } from "#core/webhooks/secret.ts";
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
  actor: Actor,
  merchantId: string,
  change: { webhookUrl?: string | null; webhookEvents?: EventType[] },
): Promise<Result<WithHealth<Merchant>, Refusal>> {
  const updated = { ...change, updatedAt: deps.clock() };
  const event = endpointChanged({ merchantId, url: change.webhookUrl });
  const merchant = await audited(deps, actor, event, (entry) =>
    updateMerchant(deps.db, merchantId, updated, entry),
  );
  if (merchant !== null) await releaseAfterUrlChange(deps, merchantId, merchant.webhookUrl);
  return await settingsOf(deps, merchant);
}

/** The old secret stops signing at once, unless a grace period lets both sign. */
export async function rotateWebhookSecret(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  gracePeriodSeconds: number,
): Promise<Result<string, Refusal>> {
  const secret = await rotateSecretOf(deps, actor, { merchantId }, gracePeriodSeconds, {
    find: () => findMerchant(deps.db, merchantId),
    update: (change, entry, before) => updateMerchant(deps.db, merchantId, change, entry, before),
  });
  return secret === null ? err("merchant_not_active") : ok(secret);
}

type SecretChange = SealedSecrets & { updatedAt: number };

/** Returns null when the owner is not found. `update` returns null when the secret is not `before` any more. */
export async function rotateSecretOf(
  deps: Dependencies,
  actor: Actor,
  owner: { merchantId: string; targetId?: string },
  gracePeriodSeconds: number,
  row: {
    find: () => Promise<SealedSecrets | null>;
    update: (change: SecretChange, entry: NewAuditEntry | null, before: string) => Promise<unknown>;
  },
): Promise<string | null> {
  for (;;) {
    const current = await row.find();
    if (current === null) return null;
    const now = deps.clock();
    const options = { gracePeriodSeconds, now, masterKeys: deps.config.masterKeys };
    const { secret, change } = await rotateSecret(owner.targetId ?? owner.merchantId, current, options);
    const event = { action: "webhook_secret.rotated", ...owner } as const;
    const rotated = await audited(deps, actor, event, (entry) =>
      row.update({ ...change, updatedAt: now }, entry, current.webhookSecret),
    );
    if (rotated !== null) return secret;
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
