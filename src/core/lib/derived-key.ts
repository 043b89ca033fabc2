import { BoundedCache } from "./cache.ts";
import { utf8 } from "./utf8.ts";

/** A configuration has one or two master keys, and each purpose needs the same key again and again. */
const derived = new BoundedCache<string, CryptoKey>(20);

/**
 * An HMAC key for one purpose, derived from a master key (HKDF with SHA-256, RFC 5869): it reveals nothing about the
 * master key or the keys of other purposes.
 */
export function deriveHmacKey(masterKey: string, purpose: string): Promise<CryptoKey> {
  return derived.getOrMake(`${masterKey} ${purpose}`, () => derive(masterKey, purpose));
}

async function derive(masterKey: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", Uint8Array.fromBase64(masterKey), "HKDF", false, [
    "deriveKey",
  ]);
  const info = utf8(purpose);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  return await crypto.subtle.deriveKey(parameters, material, hmac, false, ["sign", "verify"]);
}
