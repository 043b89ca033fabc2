// Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes behind `whsec_`.
import type { WebhookFault } from "./errors.ts";
import type { VerifyWebhookOptions, WebhookHeaders } from "./options.ts";

export const ID_HEADER = "webhook-id";
export const TIMESTAMP_HEADER = "webhook-timestamp";
export const SIGNATURE_HEADER = "webhook-signature";
export const SECRET_PREFIX = "whsec_";
export const SIGNATURE_PREFIX = "v1,";
/** Bounds the work a forged header can cause. */
const SIGNATURES_MAX = 10;

interface Rejection {
  ok: false;
  reason: WebhookFault;
  /** Contains nothing of what was compared. */
  message: string;
}

/** Any of the secrets and any of the signatures may match. Throws TypeError for a malformed secret, or without one. */
export async function verifySignature(
  body: Uint8Array,
  headers: WebhookHeaders,
  secrets: readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions,
): Promise<{ ok: true; id: string } | Rejection> {
  const keys = await Promise.all(secrets.map((secret) => importSecret(secret, "verify")));
  if (keys.length === 0) throw new TypeError("no webhook secret was given");
  const id = readHeader(headers, ID_HEADER);
  if (id === "") return missing(ID_HEADER);
  const timestamp = readHeader(headers, TIMESTAMP_HEADER);
  if (timestamp === "") return missing(TIMESTAMP_HEADER);
  const signatures = readHeader(headers, SIGNATURE_HEADER);
  if (signatures === "") return missing(SIGNATURE_HEADER);
  const candidates = signatures.split(" ").slice(0, SIGNATURES_MAX);
  const rejection = checkTimestamp(timestamp, toleranceSeconds, now);
  if (rejection !== null) return rejection;
  return (await hasMatch(signedContent(id, timestamp, body), candidates, keys))
    ? { ok: true, id }
    : reject("no_matching_signature", "no signature matches the body and the secret");
}

export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

/** Throws TypeError for a malformed secret; its prefix may be left out. */
export async function importSecret(secret: string, usage: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (bytes === null || bytes.length === 0)
    throw new TypeError(`a webhook secret is \`${SECRET_PREFIX}\` and base64 text`);
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [usage]);
}

function readHeader(headers: WebhookHeaders, name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return [found ?? ""].flat().join(" ");
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

function checkTimestamp(timestamp: string, toleranceSeconds: number, now: number): Rejection | null {
  if (!/^\d{1,12}$/.test(timestamp))
    return reject("malformed_timestamp", `the ${TIMESTAMP_HEADER} header is not a Unix time`);
  const ageSeconds = Math.floor(now / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) return reject("timestamp_too_old", "the webhook was sent too long ago");
  if (ageSeconds < -toleranceSeconds)
    return reject("timestamp_too_new", "the webhook's time is in the future");
  return null;
}

/** crypto.subtle.verify compares in constant time. */
async function hasMatch(
  content: Uint8Array<ArrayBuffer>,
  candidates: readonly string[],
  keys: readonly CryptoKey[],
): Promise<boolean> {
  for (const candidate of candidates) {
    if (!candidate.startsWith(SIGNATURE_PREFIX)) continue;
    const mac = decodeBase64(candidate.slice(SIGNATURE_PREFIX.length));
    if (mac === null) continue;
    for (const key of keys) {
      if (await crypto.subtle.verify("HMAC", key, mac, content)) return true;
    }
  }
  return false;
}

function missing(header: string): Rejection {
  return reject("missing_header", `the ${header} header is missing`);
}

function reject(reason: WebhookFault, message: string): Rejection {
  return { ok: false, reason, message };
}

/** Many runtimes do not have Uint8Array.fromBase64 yet. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
