import { deleteLogo, findLogo, storeLogo } from "#core/db/merchants/merchant-profiles.ts";
import type { Actor } from "#core/domain/audit/actor.ts";
import { LOGO_HASH } from "#core/domain/merchants/merchant-profile.ts";
import { err, type Result } from "#core/domain/result.ts";
import { sha256 } from "#core/lib/secrets.ts";
import { audited } from "#core/services/audit/audit-trail.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { noteLogoHash } from "./logo-hashes.ts";
import { findMerchantSettings, type Settings } from "./merchant-settings.ts";

/** Safe to repeat. The file is checked. */
export async function setLogo(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
  file: Uint8Array,
): Promise<Result<Settings, Refusal>> {
  const hash = (await sha256(file)).toHex();
  const event = { action: "settings.changed", merchantId, details: `logo ${hash}` } as const;
  const isStored = await audited(deps, actor, event, (entry) =>
    storeLogo(deps.db, merchantId, { hash, png: file.toBase64() }, entry),
  );
  if (!isStored) return err("merchant_not_active");
  noteLogoHash(deps, merchantId, hash);
  return await findMerchantSettings(deps, merchantId);
}

/** Safe to repeat. */
export async function removeLogo(
  deps: Dependencies,
  actor: Actor,
  merchantId: string,
): Promise<Result<Settings, Refusal>> {
  const event = { action: "settings.changed", merchantId, details: "logo none" } as const;
  await audited(deps, actor, event, (entry) => deleteLogo(deps.db, merchantId, entry));
  noteLogoHash(deps, merchantId, null);
  return await findMerchantSettings(deps, merchantId);
}

/** Returns null where no merchant has such a logo, or the hash is none. */
export async function readLogo({ db }: Dependencies, hash: string): Promise<Uint8Array | null> {
  const png = LOGO_HASH.test(hash) ? await findLogo(db, hash) : null;
  return png === null ? null : Uint8Array.fromBase64(png);
}
