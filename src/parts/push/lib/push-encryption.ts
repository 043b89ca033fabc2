// Encrypts a message for one browser (RFC 8291): what carries it, the push service, cannot read it. The packages for this that run
// on workerd send the older `aesgcm`, which RFC 8291 has replaced.
import { concat } from "#core/lib/concat.ts";
import { utf8 } from "#core/lib/utf8.ts";

/** The public key of a browser and the secret that it shares with us. */
export interface PushKeys {
  p256dh: Uint8Array;
  auth: Uint8Array;
}

const P256 = { name: "ECDH", namedCurve: "P-256" };
const SALT_BYTES = 16;
/** A message is one record, so it only has to be larger. */
const RECORD_BYTES = 4096;
/** Ends the last record (RFC 8188 §2). */
const LAST_RECORD = Uint8Array.of(2);

/** Throws when the key is no point of the curve. */
export function importPushKey(p256dh: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", p256dh, P256, false, []);
}

/** The body of a push with `Content-Encoding: aes128gcm`. */
export async function encryptPush(text: string, { p256dh, auth }: PushKeys): Promise<Uint8Array> {
  const own = (await crypto.subtle.generateKey(P256, true, ["deriveBits"])) as CryptoKeyPair;
  const ownPublic = new Uint8Array((await crypto.subtle.exportKey("raw", own.publicKey)) as ArrayBuffer);
  const agreement = { name: "ECDH", public: await importPushKey(p256dh) };
  // The types of workerd call this member `$public`.
  const shared = await crypto.subtle.deriveBits(agreement as never, own.privateKey, 256);
  const keyInfo = concat(utf8("WebPush: info\0"), p256dh, ownPublic);
  const secret = await expand(shared, auth, keyInfo, 32);
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await expand(secret, salt, utf8("Content-Encoding: aes128gcm\0"), 16);
  const iv = await expand(secret, salt, utf8("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  const record = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, aes, concat(utf8(text), LAST_RECORD));
  const sizes = new Uint8Array(5);
  new DataView(sizes.buffer).setUint32(0, RECORD_BYTES);
  sizes[4] = ownPublic.byteLength;
  return concat(salt, sizes, ownPublic, new Uint8Array(record));
}

/** HKDF with SHA-256. */
async function expand(
  secret: ArrayBuffer | Uint8Array,
  salt: Uint8Array,
  info: Uint8Array,
  bytes: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 8 * bytes));
}
