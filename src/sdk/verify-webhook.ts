import { WebhookVerificationError } from "./errors.ts";
import type { VerifyWebhookOptions, WebhookHeaders } from "./options.ts";
import { requireRuntime } from "./runtime.ts";
import { verifySignature } from "./signature.ts";
import type { WebhookEvent } from "./wire/webhook-deliveries.ts";

/** Narrow it by `type`. Types may be added: respond to unknown ones with 2xx and ignore them. */
export type VerifiedEvent = WebhookEvent & {
  /** The `webhook-id` header. It is the same on every attempt: remember it to ignore duplicates. */
  id: string;
};

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
): Promise<VerifiedEvent> {
  requireRuntime();
  const body = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : rawBody;
  const verified = await verifySignature(body, headers, [secrets].flat(), options);
  if (!verified.ok) throw new WebhookVerificationError(verified.reason, verified.message);
  const event = parseEvent(body, verified.id);
  const { expectEnvironment: expected } = options;
  if (expected !== undefined && event.environment !== expected)
    throw new WebhookVerificationError("wrong_environment", `the webhook is not of ${expected}`);
  return event;
}

/** Parses only what is signed. */
function parseEvent(body: Uint8Array, id: string): VerifiedEvent {
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body));
    if (typeof event.type === "string" && typeof event.data === "object") return { ...event, id };
  } catch {
    // Reported below, like JSON that is not an event.
  }
  throw new WebhookVerificationError("malformed_body", "the body is signed but is not an event");
}
