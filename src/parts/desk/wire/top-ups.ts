// A top-up as its customer is told of it while the wallet is closed.

import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { presentAmount } from "#core/wire/shared/money.ts";
import { eventMessage, type WalletEvents } from "#core/wire/wallet/cloud-events.ts";
import type { Movement } from "../domain/movement.ts";

const TOP_UP_COMPLETED = "top_up.completed";

/** Repeated, it has the same id. */
export function topUpCompleted(movement: Movement, publicUrl: string): WalletEventMessage {
  const { id, accountId, createdAt, completedAt } = movement;
  const data = { wallet_id: accountId, top_up: { id, ...presentAmount(movement) } };
  const occurredAt = completedAt ?? createdAt;
  return eventMessage(TOP_UP_COMPLETED, { id }, accountId, data, { eventId: id, occurredAt, publicUrl });
}

/** An open wallet has been told by then. */
export const TOP_UP_EVENTS = {
  [TOP_UP_COMPLETED]: {
    change: null,
    push({ top_up: { id, amount_decimal: amount, currency } }) {
      return { asker: "desks", id, body: { type: "top_up_received", top_up_id: id, amount, currency } };
    },
  },
} satisfies WalletEvents;
