/** 256 random bits as base64url. */
export function randomSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** SHA-256 in hex: enough for secrets of 256 random bits, which cannot be guessed. */
export function hashSecret(secret: string): Promise<string> {
  return sha256Hex(secret);
}

export async function sha256Hex(text: string): Promise<string> {
  return new Uint8Array(await sha256(text)).toHex();
}

/** Compares digests in constant time, so that neither length nor content shows in the time it takes. */
export async function isSameSecret(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256(left), sha256(right)]);
  return crypto.subtle.timingSafeEqual(a, b);
}

export async function isOneOf(secret: string, known: readonly string[]): Promise<boolean> {
  const matches = await Promise.all(known.map((each) => isSameSecret(secret, each)));
  return matches.includes(true);
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
