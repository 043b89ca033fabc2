import type { DaySum } from "../../db/desks/desk-movements.ts";
import type { Desk, DeskSession } from "../../domain/desk.ts";
import { decimalText } from "../../domain/money.ts";
import { isoTime } from "../../lib/time.ts";
import { presentCode } from "../sessions/present-code.ts";

export function presentDesk(desk: Desk) {
  const { id, name, currency, status, createdAt, updatedAt } = desk;
  return {
    id,
    name,
    currency,
    status,
    top_up_max: decimalText(desk.topUpMaxMinor, currency),
    top_up_day: decimalText(desk.topUpDayMinor, currency),
    pay_out_max: decimalText(desk.payOutMaxMinor, currency),
    pay_out_day: decimalText(desk.payOutDayMinor, currency),
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}

export function presentTablet({
  id,
  deskId,
  label,
  pairedBy,
  createdAt,
  lastUsedAt,
  expiresAt,
}: DeskSession) {
  return {
    id,
    desk_id: deskId,
    name: label,
    paired_by: pairedBy,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
  };
}

export function presentDeskCustomer(customer: {
  walletId: string;
  name: string | null;
  currencies: string[];
}) {
  const { walletId, name, currencies } = customer;
  return { wallet_id: walletId, name, currencies };
}

export function presentDaySum({ kind, status, count, amountMinor }: DaySum, currency: string) {
  return { kind, status, count, amount: decimalText(amountMinor, currency) };
}

/** What a page shows before it redeems a code. */
export function presentDeskPairingTarget({ name }: Desk) {
  return { desk_name: name };
}

export function presentDeskPairing(
  { deskId, ...pairing }: { deskId: string; code: string; expiresAt: number },
  publicUrl: string,
) {
  return { desk_id: deskId, ...presentCode(pairing, `${publicUrl}/desk/pair`) };
}
