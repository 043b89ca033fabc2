// Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes behind `whsec_`.

const PREFIX = "whsec_";
const VERSION = "v1,";
const TOLERANCE_SECONDS = 300;

export interface SignedHeaders {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}

/** `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

/**
 * One signature for each secret, so that a receiver may hold either during a rotation. `sentAt` is the time of
 * this attempt: the id stays over all attempts, the timestamp does not.
 */
export async function signWebhook(
  secrets: readonly string[],
  id: string,
  sentAt: number,
  body: string,
): Promise<SignedHeaders> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const bytes = signedBytes(id, timestamp, body);
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, bytes)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

async function signature(secret: string, bytes: Uint8Array): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await importSecret(secret), bytes);
  return VERSION + new Uint8Array(mac).toBase64();
}

/** True when one of the signatures in the header fits and the timestamp is within five minutes of `now`. */
export async function isSignedWebhook(
  secret: string,
  headers: Headers,
  body: string,
  now: number,
): Promise<boolean> {
  const id = headers.get("webhook-id");
  const timestamp = headers.get("webhook-timestamp");
  if (id === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = await importSecret(secret);
  const bytes = signedBytes(id, timestamp, body);
  for (const candidate of (headers.get("webhook-signature") ?? "").split(" ").slice(0, 10)) {
    const signature = decodeSignature(candidate);
    if (signature !== null && (await crypto.subtle.verify("HMAC", key, signature, bytes))) return true;
  }
  return false;
}

function decodeSignature(candidate: string): Uint8Array | null {
  if (!candidate.startsWith(VERSION)) return null;
  try {
    return Uint8Array.fromBase64(candidate.slice(VERSION.length));
  } catch {
    return null;
  }
}

function signedBytes(id: string, timestamp: string, body: string): Uint8Array {
  return new TextEncoder().encode(`${id}.${timestamp}.${body}`);
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = Uint8Array.fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}
