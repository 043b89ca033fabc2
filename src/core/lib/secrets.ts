import { utf8 } from "./utf8.ts";

/** 256 random bits as base64url. */
export function randomSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** SHA-256 in hex: enough for secrets of 256 random bits, which cannot be guessed. */
export function hashSecret(secret: string): Promise<string> {
  return sha256Hex(secret);
}

export async function sha256Hex(text: string): Promise<string> {
  return (await sha256(utf8(text))).toHex();
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Takes the same time wherever the two differ. Only their lengths show, and those are no secret. */
export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [utf8(left), utf8(right)];
  return a.byteLength === b.byteLength && crypto.subtle.timingSafeEqual(a, b);
}

/** Compares with every one, so that the time does not show which one it is. */
export function isOneOf(secret: string, secrets: readonly string[]): boolean {
  return secrets.map((each) => isSameSecret(secret, each)).includes(true);
}
