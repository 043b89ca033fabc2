import * as z from "zod/mini";
import { DESK_STATUSES, type DeskLimits } from "../../domain/desk.ts";
import { nameText } from "../shared/fields.ts";
import { Currency, codeOf, minorOf, moneyCheck } from "../shared/money.ts";
import { documented, named } from "../shared/published.ts";

const limit = (description: string) =>
  documented({ description, format: "double", minimum: 0, maximum: 999999999.99 }, z.number());

const Limits = z.object({
  top_up_max: limit("The most that one top-up may be, in major units; zero allows none."),
  top_up_day: limit("The most of all top-ups of a UTC day."),
  pay_out_max: limit("The most that one pay-out may be; zero allows none."),
  pay_out_day: limit("The most of all pay-outs of a UTC day."),
});
export type LimitField = keyof z.output<typeof Limits>;
export const LIMIT_FIELDS = Object.keys(Limits.shape) as LimitField[];

const Name = documented("Customers see it in their wallets.", nameText(100));

export const CreateDeskBody = named(
  "CreateDesk",
  z.pipe(
    z
      .extend(Limits, { name: Name, currency: Currency })
      .check(...LIMIT_FIELDS.map((field) => moneyCheck(field, { allowsZero: true }))),
    z.transform(({ name, currency, ...limits }) => {
      const code = codeOf(currency);
      return { name, currency: code, ...(readLimits(limits, code) as DeskLimits) };
    }),
  ),
);

/** Fields that are left out stay unchanged. Whether the limits fit the desk's currency is for its route to check. */
export const UpdateDeskBody = named(
  "UpdateDesk",
  z.extend(z.partial(Limits), { name: z.optional(Name), status: z.optional(z.enum(DESK_STATUSES)) }),
);

/** In minor units, those that are there. */
export function readLimits(
  { top_up_max, top_up_day, pay_out_max, pay_out_day }: Partial<Record<LimitField, number | undefined>>,
  currency: string,
): Partial<DeskLimits> {
  const limits = {
    topUpMaxMinor: top_up_max,
    topUpDayMinor: top_up_day,
    payOutMaxMinor: pay_out_max,
    payOutDayMinor: pay_out_day,
  };
  const given = Object.entries(limits).flatMap(([name, amount]) =>
    amount === undefined ? [] : [[name, minorOf(amount, currency)]],
  );
  return Object.fromEntries(given);
}
