import { asc, type SQL, sql } from "drizzle-orm";
import type { JWK } from "jose";
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

const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

type KeyRow = typeof idpKeys.$inferSelect;

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
}

interface CachedKeys {
  readAt: number;
  rows: KeyRow[];
  signing: SigningKey | null;
}

/** Holds keys rather than promises: a promise never settles if the request that created it is cancelled. */
const cachedKeys = new WeakMap<D1Database, CachedKeys>();

/** The key that signs now. */
export async function readSigningKey(realm: Realm): Promise<SigningKey> {
  const cached = await readKeys(realm);
  const scheduled = schedule(cached.rows, realm.now());
  // With a clock that is behind the one that made the first key, none signs yet.
  const row = scheduled.find(({ status }) => status === "signing")?.key ?? cached.rows[0];
  if (row === undefined) throw new Error("there is no signing key");
  const signing = cached.signing?.kid === row.kid ? cached.signing : await importKey(realm, row);
  cached.signing = signing;
  return signing;
}

/** The keys that the key set publishes now. */
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
  cachedKeys.delete(db.$client);
}

/** Deletes keys that are no longer published: nothing that they signed is valid any more. */
export async function deleteRetiredKeys(db: Database, now: number): Promise<void> {
  await db.run(sql`
    DELETE FROM ${idpKeys} WHERE EXISTS (
      SELECT 1 FROM ${idpKeys} newer WHERE newer.created_at > ${idpKeys}.created_at
        AND newer.created_at <= ${now - PUBLISHED_AHEAD_MS - PUBLISHED_AFTER_MS})`);
}

/** The private keys are sealed under a master key. */
export function signingKeyColumn(db: Database): SealedValues {
  return sealedColumn(db, idpKeys.privateJwk, [idpKeys.kid], sealPurpose);
}

/** Shared by all isolates through the database; the first key is made on first use. */
async function readKeys(realm: Realm): Promise<CachedKeys> {
  const { db, now } = realm;
  const cached = cachedKeys.get(db.$client);
  if (cached !== undefined && Math.abs(now() - cached.readAt) < REREAD_MS) return cached;
  let rows = await listKeys(db);
  if (rows.length === 0) {
    // When several isolates find no key, only one insert takes effect; all then read the stored key.
    await insertKey(realm, sql`NOT EXISTS (SELECT 1 FROM ${idpKeys})`);
    rows = await listKeys(db);
  }
  const read = { readAt: now(), rows, signing: cached?.signing ?? null };
  cachedKeys.set(db.$client, read);
  return read;
}

function listKeys(db: Database): Promise<KeyRow[]> {
  return db.select().from(idpKeys).orderBy(asc(idpKeys.createdAt)).all();
}

/** Made after every other key, whatever this isolate's clock says. */
async function insertKey({ db, masterKeys, now }: Realm, condition: SQL): Promise<void> {
  const parameters = { ...RS256, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = (await crypto.subtle.generateKey(parameters, true, ["sign", "verify"])) as CryptoKeyPair;
  const { kty, n, e } = (await crypto.subtle.exportKey("jwk", pair.publicKey)) as JsonWebKey;
  const kid = crypto.randomUUID();
  const published = JSON.stringify({ kty, n, e, kid, alg: "RS256", use: "sig" });
  const privateJwk = JSON.stringify(await crypto.subtle.exportKey("jwk", pair.privateKey));
  const sealed = await seal(privateJwk, sealPurpose(kid), masterKeys);
  const createdAt = sql`max(${now()}, coalesce((SELECT max(created_at) + 1 FROM ${idpKeys}), 0))`;
  await db.run(sql`
    INSERT INTO ${idpKeys} (kid, public_jwk, private_jwk, created_at)
    SELECT ${kid}, ${published}, ${sealed}, ${createdAt} WHERE ${condition}`);
}

async function importKey({ masterKeys }: Realm, { kid, privateJwk }: KeyRow): Promise<SigningKey> {
  const jwk: JsonWebKey = JSON.parse(await open(privateJwk, sealPurpose(kid), masterKeys));
  return { kid, privateKey: await crypto.subtle.importKey("jwk", jwk, RS256, false, ["sign"]) };
}

function sealPurpose(kid: string): string {
  return `idp_keys:${kid}`;
}
