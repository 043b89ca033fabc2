import { BoundedCache } from "./cache.ts";

/** HMAC-SHA-256 under a secret in base64. */
export async function hmacOf(secret: string, data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", await keyFor(secret), data));
}

/** A configuration has two such secrets, and every request with a key needs one. */
const imported = new BoundedCache<string, CryptoKey>(2);

function keyFor(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return imported.getOrMake(secret, () =>
    crypto.subtle.importKey("raw", Uint8Array.fromBase64(secret), algorithm, false, ["sign"]),
  );
}
