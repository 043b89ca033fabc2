// Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, keyed with the bytes behind `whsec_`.
import { WebhookVerificationError } from "./errors.ts";
import type { WebhookEvent } from "./wire/event.ts";

const SECRET_PREFIX = "whsec_";
const SIGNATURE_PREFIX = "v1,";
/** A forger must not choose how often we hash. */
const SIGNATURES_MAX = 10;

/** A `Headers` object or Node's `request.headers`. Names are case-insensitive. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** How much older or newer than `now` the webhook-timestamp may be. Default: 300. */
  toleranceSeconds?: number;
  /** Epoch milliseconds. Default: the current time. */
  now?: number;
}

/**
 * Verifies a webhook's signature and returns its event. `rawBody` must be the body as received: JSON that was
 * parsed and serialized again has different bytes. Pass several secrets during a rotation; one has to match.
 * Throws WebhookVerificationError when the webhook cannot be trusted (respond with 400 or 401) and TypeError
 * when a secret is malformed.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, now = Date.now() } = options;
  const keys = await Promise.all([secrets].flat().map(importSecret));
  if (keys.length === 0) throw new TypeError("no webhook secret is given");
  const id = requireHeader(headers, "webhook-id");
  const timestamp = requireHeader(headers, "webhook-timestamp");
  const signatures = requireHeader(headers, "webhook-signature").split(" ").slice(0, SIGNATURES_MAX);
  checkTimestamp(timestamp, toleranceSeconds, now);

  const body = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  if (!(await isSigned(signed, signatures, keys))) {
    throw new WebhookVerificationError("no_matching_signature", "no signature fits the body and the secret");
  }
  return parseEvent(body, id);
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value !== null && value !== "") return value;
  throw new WebhookVerificationError("missing_header", `the ${name} header is missing`);
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return found === undefined ? null : [found].flat().join(" ");
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

function checkTimestamp(timestamp: string, toleranceSeconds: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError("malformed_timestamp", "the webhook-timestamp header is no Unix time");
  }
  const ageSeconds = Math.floor(now / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError("timestamp_too_old", "the webhook was sent too long ago");
  }
  if (ageSeconds < -toleranceSeconds) {
    throw new WebhookVerificationError("timestamp_too_new", "the webhook's time is in the future");
  }
}

/** crypto.subtle.verify compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  keys: readonly CryptoKey[],
): Promise<boolean> {
  for (const signature of signatures) {
    const mac = signature.startsWith(SIGNATURE_PREFIX) ? decodeBase64(signature.slice(3)) : null;
    if (mac === null) continue;
    for (const key of keys) {
      if (await crypto.subtle.verify("HMAC", key, mac, signed)) return true;
    }
  }
  return false;
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (bytes === null || bytes.length === 0)
    throw new TypeError("a webhook secret is `whsec_` and base64 text");
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** Only what is signed is parsed. */
function parseEvent(body: Uint8Array, id: string): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body));
    if (typeof event.type === "string" && typeof event.data === "object") return { ...event, id };
  } catch {
    // Told below, like JSON that is no event.
  }
  throw new WebhookVerificationError("malformed_body", "the body is signed, but is no event");
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

/** Uint8Array.fromBase64 is too young for many runtimes. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
