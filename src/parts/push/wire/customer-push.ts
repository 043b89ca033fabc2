import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { eventOf } from "#core/wire/wallet/cloud-events.ts";
import type { Push } from "../domain/push-service.ts";

/** Whoever has had the telephone off for longer reads of the money in the wallet. */
const RECEIVED_MS = 24 * 60 * 60_000;

interface CustomerPush extends Pick<Push, "topic" | "body" | "urgency"> {
  asker: string;
  expiresAt: number;
}

/** What an event says to a browser, as JSON, and until when: a request for approval, or money that has come in; null for any other. */
export function customerPush(
  { cloudEvent, merchantName }: WalletEventMessage,
  parts: Parameters<typeof eventOf>[1],
): CustomerPush | null {
  const { type, time, data } = JSON.parse(cloudEvent);
  const { request, received } = eventOf(type, parts) ?? {};
  if (request !== undefined) {
    const { asker, requested, named } = request(data);
    const { id = "", amount_decimal: amount, currency, expires_at = "" } = requested;
    const body = JSON.stringify({ ...named, amount, currency });
    return { asker, topic: id, body, expiresAt: Date.parse(expires_at), urgency: "high" };
  }
  const money = received?.(data, merchantName ?? "") ?? null;
  if (money === null) return null;
  const { asker, id, ...body } = money;
  const expiresAt = Date.parse(time) + RECEIVED_MS;
  return { asker, topic: id, body: JSON.stringify(body), expiresAt, urgency: "normal" };
}
