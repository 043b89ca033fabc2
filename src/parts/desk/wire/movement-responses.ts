import * as z from "zod/mini";
import { DECLINE_REASONS } from "#core/domain/ledger.ts";
import {
  integer,
  NextCursor,
  nullable,
  numberText,
  responseOf,
  text,
  time,
  uuid,
} from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { MOVEMENT_KINDS, MOVEMENT_STATUSES } from "../domain/movement.ts";

export const Movement = z.object({
  id: uuid(),
  number: numberText(),
  kind: z.enum(MOVEMENT_KINDS),
  account_id: text("The wallet or the merchant."),
  direction: documented("`credit`: from the float to the account.", z.enum(["credit", "debit"])),
  amount: z.number(),
  amount_minor: integer("The exact amount in the currency's smallest unit."),
  amount_decimal: text("The exact amount as decimal text."),
  currency: z.string(),
  status: documented("`processing`: the ledger's result is not known yet.", z.enum(MOVEMENT_STATUSES)),
  decline_reason: nullable(
    z.enum([...DECLINE_REASONS, "not_executed"]),
    "Why the ledger has declined it; `not_executed`: it has no such transaction, and an administrator has ended the movement, or its key is another's.",
  ),
  ledger_transaction_id: nullable(z.string()),
  desk_id: nullable(uuid(), "Null for an administrator's."),
  made_by: text("The desk, or the `sub` of the administrator."),
  reason: text("Empty, except for adjustments."),
  corrects_id: nullable(uuid(), "The top-up of which this pay-out takes back what was too much."),
  created_at: time(),
  completed_at: nullable(time(), "When it ended, in whatever way."),
  expires_at: nullable(time(), "Until when the customer can approve it."),
});
export const ListedMovement = z.extend(Movement, {
  clerk: nullable(z.string(), "Whose shift it was at the desk."),
});
const { id, number, amount, amount_minor, amount_decimal, currency } = Movement.shape;
const { status, created_at, completed_at, expires_at } = Movement.shape;
const money = { amount, amount_minor, amount_decimal, currency };
const progress = { status, created_at, completed_at, expires_at };
/** What the customer sees of one. */
export const PayOut = z.object({
  id,
  number,
  desk_name: z.string(),
  ...money,
  ...progress,
  corrects: nullable(
    z.object({ id, number, amount_decimal, created_at }),
    "The top-up that was too much, of which the desk asks this back; null where cash is handed out.",
  ),
});

export const PayOutResponse = responseOf("The pay-out as it now stands.", { pay_out: PayOut });

export const MovementResponse = responseOf("A movement.", { movement: Movement });
export const MovementsResponse = responseOf("A page of movements, newest first.", {
  movements: z.array(ListedMovement),
  limit: integer(),
  next_cursor: NextCursor,
});

const sum = (description: string) =>
  nullable(z.string(), `${description} Decimal text; null where the ledger does not say it exactly.`);
export const CurrencyFloat = z.object({
  currency: z.string(),
  float: sum("What is owed."),
  wallets: sum("What customers have."),
  merchants: sum("What merchants have."),
  in_flight: sum("What has left an account and not reached another yet."),
  difference: sum("What the float has too much. Zero, unless the ledger's books are broken."),
});
export const FloatResponse = responseOf("What the operator owes, by currency.", {
  float: z.array(CurrencyFloat),
});
