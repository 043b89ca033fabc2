// Movements as their customers see them, and are told of them while the wallet is closed.

import { decimalText } from "#core/domain/money.ts";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { numberOf } from "#core/lib/numbers.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import { presentAmount } from "#core/wire/shared/money.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { eventMessage, type WalletEvents } from "#core/wire/wallet/cloud-events.ts";
import type { Movement } from "../domain/movement.ts";

export interface PayOutParts {
  movement: Movement;
  deskName: string;
  /** The one that it corrects. */
  topUp: Pick<Movement, "id" | "amountMinor" | "createdAt"> | null;
}

export function presentPayOut({ movement, deskName, topUp }: PayOutParts): Wire<"PayOut"> {
  const { id, status, currency, createdAt, completedAt, expiresAt } = movement;
  return {
    id,
    number: numberOf(movement),
    desk_name: deskName,
    ...presentAmount(movement),
    status,
    created_at: isoTime(createdAt),
    completed_at: isoTimeOrNull(completedAt),
    expires_at: isoTimeOrNull(expiresAt),
    corrects: topUp && {
      id: topUp.id,
      number: numberOf(topUp),
      amount_decimal: decimalText(topUp.amountMinor, currency),
      created_at: isoTime(topUp.createdAt),
    },
  };
}

const PAY_OUT_REQUESTED = "pay_out.approval_requested";

/** Asks the customer to approve a pay-out. Repeated, it has the same id. */
export function payOutRequested(payOut: PayOutParts, publicUrl: string): WalletEventMessage {
  const { id, accountId, createdAt: occurredAt } = payOut.movement;
  const data = { wallet_id: accountId, pay_out: presentPayOut(payOut) };
  return eventMessage(PAY_OUT_REQUESTED, { id }, accountId, data, { eventId: id, occurredAt, publicUrl });
}

/** All desks together have one limit of pushes to a customer. */
export const PAY_OUT_EVENTS = {
  [PAY_OUT_REQUESTED]: {
    change: "approval_requested",
    push({ pay_out: { id, desk_name, amount_decimal: amount, currency, expires_at, corrects } }) {
      // A browser must not promise cash for a correction.
      const type = corrects ? "correction_requested" : "pay_out_requested";
      const named = { type, pay_out_id: id, desk_name };
      return { asker: "desks", id, expiresAt: expires_at, body: { ...named, amount, currency } };
    },
  },
} satisfies WalletEvents;

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
