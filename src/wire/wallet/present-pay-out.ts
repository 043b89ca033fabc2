import { decimalText } from "../../domain/money.ts";
import type { Movement } from "../../domain/movement.ts";
import { isoTime, isoTimeOrNull } from "../../lib/time.ts";

/** What the customer sees of it. */
export function presentPayOut({ movement, deskName }: { movement: Movement; deskName: string }) {
  const { id, amountMinor, currency, status, createdAt, completedAt, expiresAt } = movement;
  const amount = decimalText(amountMinor, currency);
  return {
    id,
    desk_name: deskName,
    amount: Number(amount),
    amount_minor: amountMinor,
    amount_decimal: amount,
    currency,
    status,
    created_at: isoTime(createdAt),
    completed_at: isoTimeOrNull(completedAt),
    expires_at: isoTimeOrNull(expiresAt),
  };
}
