import * as z from "zod/mini";
import { Pairing, Till } from "#core/wire/counters/responses.ts";
import {
  integer,
  NextCursor,
  nullable,
  responseOf,
  Secret,
  text,
  time,
  uuid,
} from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { DESK_STATUSES } from "../domain/desk.ts";
import { MOVEMENT_KINDS, MOVEMENT_STATUSES } from "../domain/movement.ts";
import { ListedMovement } from "./movement-responses.ts";

export const Desk = z.object({
  id: uuid(),
  name: z.string(),
  currency: z.string(),
  time_zone: text("IANA; whose days the limits are of."),
  status: documented("An inactive desk has no tablets, and gets none.", z.enum(DESK_STATUSES)),
  top_up_max: text("Decimal text: the most of one top-up."),
  top_up_day: text("The most of all top-ups of a day."),
  pay_out_max: text("The most of one pay-out."),
  pay_out_day: text("The most of all pay-outs of a day."),
  clerks: documented("Who may open a shift.", z.array(z.string())),
  created_at: time(),
  updated_at: time(),
});
export const DeskResponse = responseOf("The desk as it now stands.", { desk: Desk });
export const DesksResponse = responseOf("All desks, newest first.", { desks: z.array(Desk) });

export const DeskPairing = z.extend(z.omit(Pairing, { counter_id: true }), {
  desk_id: uuid(),
  code: Secret("Pairs one tablet. Shown in this response only."),
});
export const DeskPairingResponse = responseOf("A code that pairs one tablet.", { pairing: DeskPairing });

export const Tablet = z.extend(z.omit(Till, { counter_id: true }), {
  desk_id: uuid(),
  paired_by: text("The `sub` of the administrator who made its code."),
});
export const TabletResponse = responseOf("The tablet as it now stands.", { tablet: Tablet });
export const TabletsResponse = responseOf("The desk's tablets, newest first.", { tablets: z.array(Tablet) });

export const DeskCustomerResponse = responseOf("The customer before the desk, without any balance.", {
  customer: z.object({
    wallet_id: uuid(),
    name: nullable(
      z.string(),
      "What the customer signs in to the wallet with, such as an email address, or `a…@e….com` without a scan token; null where the service does not know it.",
    ),
    chosen_name: nullable(z.string(), "What the customer wants to be called, as the wallet has it."),
    currencies: z.array(z.string()),
  }),
});

const DeskLimit = z.object({ max: text("Decimal text."), left: text("Decimal text.") });

/** The desk's own list has it with what tells its customers apart. */
const DeskMovement = z.extend(ListedMovement, {
  customer_name: nullable(
    z.string(),
    "As the customer chose it; otherwise what the customer signs in with, masked: `a…@e….com`; null for neither.",
  ),
});

export const Shift = z.object({
  id: uuid(),
  clerk: text("Empty from 400 days after the shift's end."),
  currency: z.string(),
  opening_float: text("Decimal text, like all amounts here."),
  top_ups: text("What was topped up during the shift."),
  corrections: text("What of it was taken back as too much, without cash."),
  pay_outs: text("What was paid out."),
  expected: text("The cash that should be in the drawer."),
  counted: nullable(z.string(), "Null while the shift is open."),
  difference: nullable(z.string(), "`counted` less `expected`."),
  opened_at: time(),
  closed_at: nullable(time()),
});
export const ShiftResponse = responseOf("The shift as it now stands.", { shift: Shift });
export const ShiftsResponse = responseOf("A page of the desk's shifts, newest first.", {
  shifts: z.array(Shift),
  limit: integer(),
  next_cursor: NextCursor,
});
export const OpenShiftResponse = responseOf("The desk's open shift.", {
  shift: nullable(Shift, "Null while none is open."),
});

export const DeskDayResponse = responseOf(
  "The desk's movements of this day in its time zone, newest first.",
  {
    movements: z.array(DeskMovement),
    sums: documented(
      "Over all pages, by kind and status; a `correction` takes back what was too much of a top-up. Cash has changed hands for all else that is `completed`.",
      z.array(
        z.object({
          kind: z.enum([...MOVEMENT_KINDS, "correction"]),
          status: z.enum(MOVEMENT_STATUSES),
          count: integer(),
          amount: text("Decimal text."),
        }),
      ),
    ),
    limits: documented(
      "What the desk may still move today: `max` at once, `left` in all.",
      z.object({ top_up: DeskLimit, pay_out: DeskLimit }),
    ),
    currency: z.string(),
    limit: integer(),
    next_cursor: NextCursor,
  },
);
