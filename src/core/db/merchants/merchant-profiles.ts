import { eq, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import { type Database, orUnavailable } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { merchantLogos, merchantProfiles } from "#core/db/schema/merchant-profiles.ts";
import type { MerchantProfile, ShownProfile } from "#core/domain/merchants/merchant-profile.ts";

const selectProfile = prepareOnce((db) => {
  const { address, vatId, receiptFooter, currency, language } = merchantProfiles;
  const callerId = sql`caller.id`;
  return db
    .select({ address, vatId, receiptFooter, currency, language, logoHash: merchantLogos.hash })
    .from(sql`(SELECT ${sql.placeholder("merchantId")} AS id) AS caller`)
    .leftJoin(merchantProfiles, eq(merchantProfiles.merchantId, callerId))
    .leftJoin(merchantLogos, eq(merchantLogos.merchantId, callerId))
    .prepare();
});

export async function findProfile(home: Database, merchantId: string): Promise<ShownProfile> {
  const [profile] = await orUnavailable(
    selectProfile(home).all({ merchantId }),
    "the merchant's profile could not be read",
  );
  if (profile === undefined) throw new Error("the query returned no row");
  return profile;
}

/** Changes only the given fields. Returns false when there is no such merchant, or when it is erased. */
export async function changeProfile(
  home: Database,
  merchantId: string,
  given: Partial<MerchantProfile>,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const nothing = { address: null, vatId: null, receiptFooter: null, currency: null, language: null };
  const change = insertIf(home, merchantProfiles, { merchantId, ...nothing, ...given }, isThere(merchantId))
    .onConflictDoUpdate({ target: merchantProfiles.merchantId, set: given })
    .returning({ merchantId: merchantProfiles.merchantId });
  return (await withAuditEntry(home, change, entry)) !== null;
}

/** Returns false when there is no such merchant, or when it is erased. */
export async function storeLogo(
  home: Database,
  merchantId: string,
  logo: { hash: string; png: string },
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const change = insertIf(home, merchantLogos, { merchantId, ...logo }, isThere(merchantId))
    .onConflictDoUpdate({ target: merchantLogos.merchantId, set: logo })
    .returning({ merchantId: merchantLogos.merchantId });
  return (await withAuditEntry(home, change, entry)) !== null;
}

/** Returns false when there was none. */
export async function deleteLogo(
  home: Database,
  merchantId: string,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const { merchantId: owner } = merchantLogos;
  const change = home.delete(merchantLogos).where(eq(owner, merchantId)).returning({ merchantId: owner });
  return (await withAuditEntry(home, change, entry)) !== null;
}

/** Returns the file in base64; null where no merchant has such a logo. */
export async function findLogo(home: Database, hash: string): Promise<string | null> {
  const { png } = merchantLogos;
  const query = home.select({ png }).from(merchantLogos).where(eq(merchantLogos.hash, hash)).limit(1);
  return (await query.get())?.png ?? null;
}

const selectLogoHash = prepareOnce((db) =>
  db
    .select({ hash: merchantLogos.hash })
    .from(merchantLogos)
    .where(eq(merchantLogos.merchantId, sql.placeholder("merchantId")))
    .prepare(),
);

export async function findLogoHash(home: Database, merchantId: string): Promise<string | null> {
  const [logo] = await orUnavailable(selectLogoHash(home).all({ merchantId }), "the logo could not be read");
  return logo?.hash ?? null;
}

/** Belongs in the batch that erases the merchant. */
export function eraseProfile(home: Database, merchantId: string) {
  return [
    home.delete(merchantProfiles).where(eq(merchantProfiles.merchantId, merchantId)),
    home.delete(merchantLogos).where(eq(merchantLogos.merchantId, merchantId)),
  ] as const;
}

function isThere(merchantId: string) {
  return sql`EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId} AND erasure_requested_at IS NULL)`;
}
