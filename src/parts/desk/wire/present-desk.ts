import { decimalText } from "#core/domain/money.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentDevice } from "#core/wire/sessions/present-pairing.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import type { DaySum } from "../db/desk-movements.ts";
import type { Desk, DeskSession } from "../domain/desk.ts";

export function presentDesk(desk: Desk): Wire<"Desk"> {
  const { id, name, currency, timeZone, status, createdAt, updatedAt } = desk;
  return {
    id,
    name,
    currency,
    time_zone: timeZone,
    status,
    top_up_max: decimalText(desk.topUpMaxMinor, currency),
    top_up_day: decimalText(desk.topUpDayMinor, currency),
    pay_out_max: decimalText(desk.payOutMaxMinor, currency),
    pay_out_day: decimalText(desk.payOutDayMinor, currency),
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}

export function presentTablet(session: DeskSession): Wire<"Tablet"> {
  return { ...presentDevice(session), desk_id: session.deskId, paired_by: session.pairedBy };
}

export function presentLimits(
  { currency, topUpMaxMinor, payOutMaxMinor }: Desk,
  { topUpMinor, payOutMinor }: { topUpMinor: number; payOutMinor: number },
): Wire<"DeskDayResponse">["limits"] {
  const limit = (max: number, left: number) => ({
    max: decimalText(max, currency),
    left: decimalText(left, currency),
  });
  return { top_up: limit(topUpMaxMinor, topUpMinor), pay_out: limit(payOutMaxMinor, payOutMinor) };
}

export function presentDaySum(
  { kind, status, count, amountMinor }: DaySum,
  currency: string,
): Wire<"DeskDayResponse">["sums"][number] {
  return { kind, status, count, amount: decimalText(amountMinor, currency) };
}
