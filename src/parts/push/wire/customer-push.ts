import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { eventOf } from "#core/wire/wallet/cloud-events.ts";

/** Whoever has had the telephone off for longer sees in the wallet what came in. */
const RECEIVED_MS = 24 * 60 * 60_000;

/** What an event says to a browser, as JSON, and until when; null for an event that is not pushed. */
export function customerPush(
  { cloudEvent, merchantName }: WalletEventMessage,
  parts: Parameters<typeof eventOf>[1],
) {
  const { type, time, data } = JSON.parse(cloudEvent);
  const push = eventOf(type, parts)?.push?.(data, merchantName);
  if (!push) return null;
  const { asker, id: topic, expiresAt: deadline, body } = push;
  const isUrgent = deadline !== undefined;
  const expiresAt = isUrgent ? Date.parse(deadline) : Date.parse(time) + RECEIVED_MS;
  return { asker, topic, isUrgent, body: JSON.stringify(body), expiresAt };
}
