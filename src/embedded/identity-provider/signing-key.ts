import { asc, sql } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Database } from "../../db/client.ts";
import { sealedColumn } from "../../db/sealed-column.ts";
import type { SealedValues } from "../../domain/ports.ts";
import { open, seal } from "../../lib/seal.ts";
import type { Realm } from "./realm.ts";
import { idpKeys } from "./schema.ts";

const ALGORITHM = "RS256";

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: JWK;
}

/** Holds keys rather than promises: a promise never settles if the request that created it is cancelled. */
const importedKeys = new WeakMap<D1Database, SigningKey>();

/** Created on first use and shared by all isolates through the database. */
export async function readSigningKey(realm: Realm): Promise<SigningKey> {
  const { db, masterKeys } = realm;
  const imported = importedKeys.get(db.$client);
  if (imported) return imported;

  const row = (await findKey(db)) ?? (await createKey(realm));
  const publicJwk: JWK = JSON.parse(row.publicJwk);
  const privateJwk: JWK = JSON.parse(await open(row.privateJwk, sealPurpose(row.kid), masterKeys));
  const [publicKey, privateKey] = await Promise.all([importKey(publicJwk), importKey(privateJwk)]);
  const key = { kid: row.kid, privateKey, publicKey, publicJwk };
  importedKeys.set(db.$client, key);
  return key;
}

/** When several isolates find no key, only one insert takes effect; all then read the stored key. */
async function createKey({ db, masterKeys, now }: Realm): Promise<typeof idpKeys.$inferSelect> {
  const pair = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  const published = JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: "sig" });
  const sealed = await seal(JSON.stringify(privateJwk), sealPurpose(kid), masterKeys);
  await db.run(sql`
    INSERT INTO ${idpKeys} (kid, public_jwk, private_jwk, created_at)
    SELECT ${kid}, ${published}, ${sealed}, ${now()} WHERE NOT EXISTS (SELECT 1 FROM ${idpKeys})`);
  const row = await findKey(db);
  if (row === undefined) throw new Error("the stored signing key was not found");
  return row;
}

function findKey(db: Database): Promise<typeof idpKeys.$inferSelect | undefined> {
  return db.select().from(idpKeys).orderBy(asc(idpKeys.createdAt)).get();
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("the signing key is not an RSA key");
  return key;
}

/** What is sealed under a master key here. */
export function signingKeyColumn(db: Database): SealedValues {
  return sealedColumn(db, idpKeys.privateJwk, [idpKeys.kid], sealPurpose);
}

function sealPurpose(kid: string): string {
  return `idp_keys:${kid}`;
}
