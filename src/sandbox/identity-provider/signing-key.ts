import { sql } from "drizzle-orm";
import type { JWK } from "jose";
import type { Database } from "#core/db/client.ts";
import { sealedColumn } from "#core/db/sealed-column.ts";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import { open, seal } from "#core/lib/seal.ts";
import type { Realm } from "./realm.ts";
import { idpKeys } from "./schema.ts";

const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
/** An operator replaces a key that has leaked by deleting its row: this long other isolates still sign with it. */
const REREAD_MS = 60_000;

type KeyRow = typeof idpKeys.$inferSelect;

interface CachedKey {
  readAt: number;
  row: KeyRow;
  privateKey: CryptoKey | null;
}

/** Holds keys rather than promises: a promise never settles if the request that created it is cancelled. */
const cachedKeys = new WeakMap<D1Database, CachedKey>();

export async function readSigningKey(realm: Realm): Promise<{ kid: string; privateKey: CryptoKey }> {
  const cached = await readKey(realm);
  cached.privateKey ??= await importKey(realm, cached.row);
  return { kid: cached.row.kid, privateKey: cached.privateKey };
}

export async function readPublishedKeys(realm: Realm): Promise<JWK[]> {
  return [JSON.parse((await readKey(realm)).row.publicJwk)];
}

/** Shared by all isolates through the database; made on first use. */
async function readKey(realm: Realm): Promise<CachedKey> {
  const { db, now } = realm;
  const cached = cachedKeys.get(db.$client);
  if (cached !== undefined && Math.abs(now() - cached.readAt) < REREAD_MS) return cached;
  let row = await db.select().from(idpKeys).get();
  if (row === undefined) {
    // When several isolates find no key, only one insert takes effect; all then read the stored key.
    await insertKey(realm);
    row = await db.select().from(idpKeys).get();
  }
  if (row === undefined) throw new Error("there is no signing key");
  const isSame = cached?.row.kid === row.kid;
  const read = { readAt: now(), row, privateKey: isSame ? cached.privateKey : null };
  cachedKeys.set(db.$client, read);
  return read;
}

/** The private key is sealed under a master key. */
export function signingKeyColumn(db: Database): SealedValues {
  return sealedColumn(db, idpKeys.privateJwk, [idpKeys.kid], sealPurpose);
}

async function insertKey({ db, masterKeys, now }: Realm): Promise<void> {
  const parameters = { ...RS256, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = (await crypto.subtle.generateKey(parameters, true, ["sign", "verify"])) as CryptoKeyPair;
  const { kty, n, e } = (await crypto.subtle.exportKey("jwk", pair.publicKey)) as JsonWebKey;
  const kid = crypto.randomUUID();
  const published = JSON.stringify({ kty, n, e, kid, alg: "RS256", use: "sig" });
  const privateJwk = JSON.stringify(await crypto.subtle.exportKey("jwk", pair.privateKey));
  const sealed = await seal(privateJwk, sealPurpose(kid), masterKeys);
  await db.run(sql`
    INSERT INTO ${idpKeys} (kid, public_jwk, private_jwk, created_at)
    SELECT ${kid}, ${published}, ${sealed}, ${now()} WHERE NOT EXISTS (SELECT 1 FROM ${idpKeys})`);
}

async function importKey({ masterKeys }: Realm, { kid, privateJwk }: KeyRow): Promise<CryptoKey> {
  const jwk: JsonWebKey = JSON.parse(await open(privateJwk, sealPurpose(kid), masterKeys));
  return await crypto.subtle.importKey("jwk", jwk, RS256, false, ["sign"]);
}

function sealPurpose(kid: string): string {
  return `idp_keys:${kid}`;
}
