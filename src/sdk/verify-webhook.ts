import { WebhookVerificationError } from "./errors.ts";
import { type VerifyWebhookOptions, verifySignature, type WebhookHeaders } from "./signature.ts";
import type { WebhookEvent } from "./wire/event.ts";

/**
 * Returns the webhook's event once its signature is verified. `rawBody` is the body as it was received: JSON that
 * was parsed and written again has other bytes. During a rotation pass both secrets: either may match.
 * Throws WebhookVerificationError for a webhook that is not to be trusted (respond with 400 or 401), TypeError for a
 * malformed secret.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const body = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : rawBody;
  const verified = await verifySignature(body, headers, [secrets].flat(), options);
  if (!verified.ok) throw new WebhookVerificationError(verified.reason, verified.message);
  return parseEvent(body, verified.id);
}

/** Parses only what is signed. */
function parseEvent(body: Uint8Array, id: string): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body));
    if (typeof event.type === "string" && typeof event.data === "object") return { ...event, id };
  } catch {
    // Reported below, like JSON that is not an event.
  }
  throw new WebhookVerificationError("malformed_body", "the body is signed but is not an event");
}
