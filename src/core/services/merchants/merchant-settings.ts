import { changeProfile, findProfile } from "#core/db/merchants/merchant-profiles.ts";
import { findMerchant, updateMerchant } from "#core/db/merchants/merchants.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { MerchantProfile, ShownProfile } from "#core/domain/merchants/merchant-profile.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";

type OwnSettings = Pick<Merchant, "timeZone" | "returnSchemes">;

export interface Settings {
  own: OwnSettings;
  profile: ShownProfile;
}

export async function findMerchantSettings(
  { db }: Dependencies,
  merchantId: string,
): Promise<Result<Settings, Refusal>> {
  return await settingsOf(findMerchant(db, merchantId), findProfile(db, merchantId));
}

/** Changes only the given fields. */
export async function updateMerchantSettings(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  { profile = {}, ...given }: Partial<OwnSettings> & { profile?: Partial<MerchantProfile> },
): Promise<Result<Settings, Refusal>> {
  const changed = Object.keys(profile).map((field) => field.replace(/[A-Z]/g, "_$&").toLowerCase());
  if (changed.length > 0) {
    // It names the fields alone: what is in them is on every receipt.
    const event = { action: "settings.changed", merchantId, details: changed.join(" ") } as const;
    const change = (entry: Parameters<typeof changeProfile>[3]) =>
      changeProfile(deps.db, merchantId, profile, entry);
    if (!(await audited(deps, actor, event, change))) return err("merchant_not_active");
  }
  const { timeZone, returnSchemes } = given;
  if (timeZone === undefined && returnSchemes === undefined)
    return await findMerchantSettings(deps, merchantId);
  const details =
    returnSchemes === undefined
      ? `time_zone ${timeZone}`
      : `return_schemes ${returnSchemes.join(" ") || "none"}`;
  const event = { action: "settings.changed", merchantId, details } as const;
  const change = { ...given, updatedAt: deps.clock() };
  const updating = audited(deps, actor, event, (entry) => updateMerchant(deps.db, merchantId, change, entry));
  return await settingsOf(updating, findProfile(deps.db, merchantId));
}

/** A token may outlive its merchant's row. */
async function settingsOf(
  reading: Promise<Merchant | null>,
  readingProfile: Promise<ShownProfile>,
): Promise<Result<Settings, Refusal>> {
  const [own, profile] = await Promise.all([reading, readingProfile]);
  return own === null ? err("merchant_not_active") : ok({ own, profile });
}
