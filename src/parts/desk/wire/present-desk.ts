import { decimalText } from "#core/domain/money.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import { presentDevice } from "#core/wire/sessions/present-pairing.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import type { DaySum } from "../db/desk-movements.ts";
import type { ListedMovement } from "../db/movement-list.ts";
import { type Desk, type DeskSession, maskedName } from "../domain/desk.ts";
import { expectedOf, type Shift } from "../domain/shift.ts";
import { presentListed } from "./present-movement.ts";

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
    clerks: [...desk.clerks],
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}

export function presentTablet(session: DeskSession): Wire<"Tablet"> {
  return { ...presentDevice(session), desk_id: session.deskId, paired_by: session.pairedBy };
}

function presentDeskMovement(movement: ListedMovement): Wire<"DeskDayResponse">["movements"][number] {
  const { label, chosenName } = movement;
  return { ...presentListed(movement), customer_name: chosenName ?? (label ? maskedName(label) : null) };
}

export function presentShift(shift: Shift, currency: string): Wire<"Shift"> {
  const { id, clerk, openedAt, closedAt, countedMinor } = shift;
  const expected = expectedOf(shift);
  const decimal = (minor: number) => decimalText(minor, currency);
  return {
    id,
    clerk,
    currency,
    opening_float: decimal(shift.openingFloatMinor),
    top_ups: decimal(shift.topUpsMinor),
    corrections: decimal(shift.correctedMinor),
    pay_outs: decimal(shift.payOutsMinor - shift.correctedMinor),
    expected: decimal(expected),
    counted: countedMinor === null ? null : decimal(countedMinor),
    difference: countedMinor === null ? null : decimal(countedMinor - expected),
    opened_at: isoTime(openedAt),
    closed_at: isoTimeOrNull(closedAt),
  };
}

export interface DeskDay {
  movements: ListedMovement[];
  sums: DaySum[];
  /** What is left of the day's limits. */
  left: { topUpMinor: number; payOutMinor: number };
}

export function presentDay({ movements, sums, left }: DeskDay, { currency, ...desk }: Desk) {
  const decimal = (minor: number) => decimalText(minor, currency);
  return {
    movements: movements.map(presentDeskMovement),
    sums: sums.map(({ amountMinor, ...sum }) => ({ ...sum, amount: decimal(amountMinor) })),
    limits: {
      top_up: { max: decimal(desk.topUpMaxMinor), left: decimal(left.topUpMinor) },
      pay_out: { max: decimal(desk.payOutMaxMinor), left: decimal(left.payOutMinor) },
    },
    currency,
  };
}
