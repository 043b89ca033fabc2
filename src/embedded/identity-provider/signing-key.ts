import { asc, sql } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { Database } from "../../db/client.ts";
import { sealedColumn } from "../../db/sealed-column.ts";
import type { SealedValues } from "../../domain/ports/sealed-values.ts";
import { open, seal } from "../../lib/seal.ts";
import {
  PUBLISHED_AFTER_MS,
  PUBLISHED_AHEAD_MS,
  REREAD_MS,
  type ScheduledKey,
  schedule,
} from "./key-schedule.ts";
import type { Realm } from "./realm.ts";
import { idpKeys } from "./schema.ts";

const ALGORITHM = "RS256";

type KeyRow = typeof idpKeys.$inferSelect;

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: JWK;
}

interface KnownKeys {
  readAt: number;
  rows: KeyRow[];
  imported: Map<string, SigningKey>;
}

/** Holds keys rather than promises: a promise never settles if the request that created it is cancelled. */
const knownKeys = new WeakMap<D1Database, KnownKeys>();

/** The key that signs now. */
export async function readSigningKey(realm: Realm): Promise<SigningKey> {
  const known = await readKeys(realm);
  // With a clock that is behind the one that made the first key, none signs yet.
  const row =
    schedule(known.rows, realm.now()).find(({ status }) => status === "signing")?.key ?? known.rows[0];
  if (row === undefined) throw new Error("there is no signing key");
  const imported = known.imported.get(row.kid) ?? (await importKey(realm, row));
  known.imported.set(row.kid, imported);
  return imported;
}

/** What the key set publishes now. */
export async function readPublishedKeys(realm: Realm): Promise<JWK[]> {
  const scheduled = await scheduleKeys(realm);
  return scheduled
    .filter(({ status }) => status !== "retired")
    .map(({ key }) => JSON.parse(key.publicJwk) as JWK);
}

export async function scheduleKeys(realm: Realm): Promise<ScheduledKey<KeyRow>[]> {
  return schedule((await readKeys(realm)).rows, realm.now());
}

/** Makes the next key. Does nothing while there is one that does not sign yet, so it is safe to repeat. */
export async function rotateSigningKey(realm: Realm): Promise<void> {
  const { db, now } = realm;
  await readKeys(realm);
  await insertKey(
    realm,
    sql`NOT EXISTS (
      SELECT 1 FROM ${idpKeys} older JOIN ${idpKeys} newer ON older.created_at < newer.created_at
      WHERE newer.created_at > ${now() - PUBLISHED_AHEAD_MS})`,
  );
  knownKeys.delete(db.$client);
}

/** Deletes keys that are no longer published: nothing that they signed is valid any more. */
export async function deleteRetiredKeys(db: Database, now: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${idpKeys} WHERE EXISTS (
      SELECT 1 FROM ${idpKeys} newer WHERE newer.created_at > ${idpKeys}.created_at
        AND newer.created_at <= ${now - PUBLISHED_AHEAD_MS - PUBLISHED_AFTER_MS})`);
}

/** What is sealed under a master key here. */
export function signingKeyColumn(db: Database): SealedValues {
  return sealedColumn(db, idpKeys.privateJwk, [idpKeys.kid], sealPurpose);
}

/** Shared by all isolates through the database; the first key is made on first use. */
async function readKeys(realm: Realm): Promise<KnownKeys> {
  const { db, now } = realm;
  const known = knownKeys.get(db.$client);
  if (known !== undefined && Math.abs(now() - known.readAt) < REREAD_MS) return known;
  let rows = await listKeys(db);
  if (rows.length === 0) {
    // When several isolates find no key, only one insert takes effect; all then read the stored key.
    await insertKey(realm, sql`NOT EXISTS (SELECT 1 FROM ${idpKeys})`);
    rows = await listKeys(db);
  }
  const read = { readAt: now(), rows, imported: known?.imported ?? new Map() };
  knownKeys.set(db.$client, read);
  return read;
}

function listKeys(db: Database): Promise<KeyRow[]> {
  return db.select().from(idpKeys).orderBy(asc(idpKeys.createdAt)).all();
}

/** Made after every other key, whatever this isolate's clock says. */
async function insertKey({ db, masterKeys, now }: Realm, condition: ReturnType<typeof sql>): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const kid = await calculateJwkThumbprint(publicJwk);
  const published = JSON.stringify({ ...publicJwk, kid, alg: ALGORITHM, use: "sig" });
  const sealed = await seal(JSON.stringify(privateJwk), sealPurpose(kid), masterKeys);
  const createdAt = sql`max(${now()}, coalesce((SELECT max(created_at) + 1 FROM ${idpKeys}), 0))`;
  await db.run(sql`
    INSERT INTO ${idpKeys} (kid, public_jwk, private_jwk, created_at)
    SELECT ${kid}, ${published}, ${sealed}, ${createdAt} WHERE ${condition}`);
}

async function importKey({ masterKeys }: Realm, row: KeyRow): Promise<SigningKey> {
  const { kid } = row;
  const publicJwk: JWK = JSON.parse(row.publicJwk);
  const privateJwk: JWK = JSON.parse(await open(row.privateJwk, sealPurpose(kid), masterKeys));
  const [publicKey, privateKey] = await Promise.all([importJwk(publicJwk), importJwk(privateJwk)]);
  return { kid, privateKey, publicKey, publicJwk };
}

async function importJwk(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("the signing key is not an RSA key");
  return key;
}

function sealPurpose(kid: string): string {
  return `idp_keys:${kid}`;
}
