import { findMerchant, updateMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";

export type Settings = Pick<Merchant, "timeZone" | "returnSchemes">;

export async function findMerchantSettings(
  { db }: Dependencies,
  merchantId: string,
): Promise<Result<Settings, Refusal>> {
  return settingsOf(await findMerchant(db, merchantId));
}

/** Changes only the given fields. */
export async function updateMerchantSettings(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  given: Partial<Settings>,
): Promise<Result<Settings, Refusal>> {
  const { timeZone, returnSchemes } = given;
  if (timeZone === undefined && returnSchemes === undefined)
    return await findMerchantSettings(deps, merchantId);
  const details =
    returnSchemes === undefined
      ? `time_zone ${timeZone}`
      : `return_schemes ${returnSchemes.join(" ") || "none"}`;
  const event = { action: "settings.changed", merchantId, details } as const;
  const change = { ...given, updatedAt: deps.clock() };
  return settingsOf(
    await audited(deps, actor, event, (entry) => updateMerchant(deps.db, merchantId, change, entry)),
  );
}

/** A token may outlive its merchant's row. */
function settingsOf(merchant: Merchant | null): Result<Settings, Refusal> {
  return merchant === null ? err("merchant_not_active") : ok(merchant);
}
