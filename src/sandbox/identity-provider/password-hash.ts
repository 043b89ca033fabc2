// PBKDF2-HMAC-SHA256, the only slow hash in WebCrypto. Encoded as $pbkdf2-sha256$i=<iterations>$<salt>$<hash>, so that hashes survive a change of the parameters.
import { utf8 } from "#core/lib/utf8.ts";

/**
 * The platform's ceiling: Workers refuse more. OWASP recommends 600,000, so a stolen hash is six times cheaper to attack
 * than it should be.
 */
const ITERATIONS = 100_000;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Stands in for a missing hash, so that the check takes as long. No password matches it. */
const NO_PASSWORD_HASH = encode(ITERATIONS, new Uint8Array(SALT_BYTES), new Uint8Array(HASH_BYTES));

export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return encode(ITERATIONS, salt, await derive(password, salt, ITERATIONS));
}

/** `encoded` is null for a user without a password: then false, after the same amount of work. */
export async function isRightPassword(password: string, encoded: string | null): Promise<boolean> {
  const { iterations, salt, hash } = decode(encoded ?? NO_PASSWORD_HASH);
  const derived = await derive(password, salt, iterations);
  return crypto.subtle.timingSafeEqual(derived, hash) && encoded !== null;
}

async function derive(password: string, salt: Uint8Array, iterations: number): Promise<Uint8Array> {
  // Keyboards differ in whether they send an accented letter as one code point or two.
  const bytes = utf8(password.normalize("NFC"));
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, HASH_BYTES * 8));
}

function encode(iterations: number, salt: Uint8Array, hash: Uint8Array): string {
  return `$pbkdf2-sha256$i=${iterations}$${salt.toBase64()}$${hash.toBase64()}`;
}

function decode(encoded: string): { iterations: number; salt: Uint8Array; hash: Uint8Array } {
  const [, iterations, salt, hash] =
    /^\$pbkdf2-sha256\$i=(\d+)\$([A-Za-z0-9+/]+=*)\$([A-Za-z0-9+/]{43}=)$/.exec(encoded) ?? [];
  if (iterations === undefined || salt === undefined || hash === undefined) {
    throw new Error("a stored password hash is not readable");
  }
  return {
    iterations: Number(iterations),
    salt: Uint8Array.fromBase64(salt),
    hash: Uint8Array.fromBase64(hash),
  };
}
