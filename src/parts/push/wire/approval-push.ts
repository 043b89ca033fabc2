import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { eventOf } from "#core/wire/wallet/cloud-events.ts";

/** What a request for approval says to a browser, as JSON, and until when; null for any other event. */
export function approvalPush({ cloudEvent }: WalletEventMessage, parts: Parameters<typeof eventOf>[1]) {
  const { type, data } = JSON.parse(cloudEvent);
  const request = eventOf(type, parts)?.request;
  if (request === undefined) return null;
  const { asker, requested, named } = request(data);
  const { id = "", amount_decimal: amount, currency, expires_at = "" } = requested;
  const body = JSON.stringify({ ...named, amount, currency });
  return { asker, topic: id, body, expiresAt: Date.parse(expires_at) };
}
