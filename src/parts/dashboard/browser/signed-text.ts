// The text that a webhook's signature covers (Standard Webhooks): `webhook-id.webhook-timestamp.body`.
import { findMember } from "#core/lib/json-member.ts";

/**
 * The text of the attempt that began then; its `webhook-timestamp` is that second, or the next if the request was sent
 * later. The response to `getWebhookDelivery` has the body byte for byte. Null when it has none.
 */
export function signedText(id: string, attemptedAt: string, response: string): string | null {
  const payload = findMember(findMember(response, "delivery") ?? "{}", "payload");
  return payload === null ? null : `${id}.${Math.floor(Date.parse(attemptedAt) / 1000)}.${payload}`;
}
