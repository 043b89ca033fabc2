import * as z from "zod/mini";
import { TimeZone } from "#core/wire/merchants/requests.ts";
import { isScanCode } from "#core/wire/payment-intents/requests.ts";
import { listCursor } from "#core/wire/shared/cursor.ts";
import { NumberText, nameText } from "#core/wire/shared/fields.ts";
import { Amount, amountField, Currency, codeOf, minorOf, moneyCheck } from "#core/wire/shared/money.ts";
import { documented, named, requestOf } from "#core/wire/shared/openapi-notes.ts";
import { cursorFields } from "#core/wire/shared/paging.ts";
import { DESK_STATUSES, type DeskLimits } from "../domain/desk.ts";

const Limits = z.object({
  top_up_max: amountField("The most that one top-up may be, in major units; zero allows none."),
  top_up_day: amountField("The most of all top-ups of a day."),
  pay_out_max: amountField("The most that one pay-out may be; zero allows none."),
  pay_out_day: amountField("The most of all pay-outs of a day."),
});
export type LimitField = keyof z.output<typeof Limits>;
export const LIMIT_FIELDS = Object.keys(Limits.shape) as LimitField[];

const Name = documented("Customers see it in their wallets.", nameText(100));

const CLERKS_MAX = 50;
const Clerks = documented(
  "Who may stand at it: one of them opens each shift. Without one, the desk works without shifts.",
  z.optional(
    z.array(nameText(60)).check(
      z.maxLength(CLERKS_MAX),
      z.refine((names) => new Set(names).size === names.length, "must not have a name twice"),
    ),
  ),
);

export const CreateDeskBody = named(
  "CreateDesk",
  z.pipe(
    z
      .extend(Limits, { name: Name, currency: Currency, time_zone: TimeZone, clerks: Clerks })
      .check(...LIMIT_FIELDS.map((field) => moneyCheck(field, { allowsZero: true }))),
    z.transform(({ name, currency, time_zone: timeZone, clerks = [], ...limits }) => {
      const code = codeOf(currency);
      return {
        name,
        currency: code,
        timeZone: timeZone ?? "UTC",
        clerks,
        ...(readLimits(limits, code) as DeskLimits),
      };
    }),
  ),
);

/** Fields that are left out stay unchanged. Whether the limits fit the desk's currency is for its route to check. */
export const UpdateDeskBody = named(
  "UpdateDesk",
  z.extend(z.partial(Limits), {
    name: z.optional(Name),
    time_zone: TimeZone,
    status: z.optional(z.enum(DESK_STATUSES)),
    clerks: Clerks,
  }),
);

export const RenameTabletBody = requestOf("RenameTablet", { name: nameText(100) });

/** Reads those that are there, in minor units. */
export function readLimits(
  given: Partial<Record<LimitField, number | undefined>>,
  currency: string,
): { [Name in keyof DeskLimits]?: number | undefined } {
  const read = (amount: number | undefined) => (amount === undefined ? amount : minorOf(amount, currency));
  return {
    topUpMaxMinor: read(given.top_up_max),
    topUpDayMinor: read(given.top_up_day),
    payOutMaxMinor: read(given.pay_out_max),
    payOutDayMinor: read(given.pay_out_day),
  };
}

const Code = documented(
  "Read from the customer's QR code, or typed: a scan token, or the wallet's id.",
  z.string().check(z.refine(isScanCode, "must be the code or the id of a customer's wallet")),
);
/** Reads a body whose `checks` have compared it with the desk's currency. */
const deskMoney = {
  amount: Amount,
  currency: documented(
    { description: "The desk's, if it is sent.", pattern: "^[A-Za-z]{3}$" },
    z.nullish(z.string()),
  ),
};

export const DeskDayQuery = z.pipe(
  z.object({ number: z.optional(NumberText), ...cursorFields }),
  z.transform(({ number, cursor, limit }, { issues }) => ({
    ...{ limit, number: number ?? undefined },
    cursor: listCursor.read(cursor, issues),
  })),
);

export const CustomerCodeBody = requestOf("CustomerCode", { code: Code });

export const TopUpBody = named(
  "CreateTopUp",
  z
    .object({
      ...deskMoney,
      code: z.nullish(Code),
      wallet_id: documented("Instead of `code`.", z.nullish(z.uuid())),
    })
    .check(({ value, issues }) => {
      if ((typeof value.code === "string") === (typeof value.wallet_id === "string")) {
        const message = typeof value.code === "string" ? "must not be sent with wallet_id" : "is required";
        issues.push({ code: "custom", input: value, path: ["code"], message });
      }
    }),
);

export const CorrectionBody = requestOf("CorrectTopUp", deskMoney);

export const OpenShiftBody = requestOf("OpenShift", {
  clerk: documented("One of the desk's `clerks`.", z.string()),
  opening_float: amountField("The cash in the drawer, in major units."),
});

export const CloseShiftBody = requestOf("CloseShift", {
  counted: amountField("The cash in the drawer, as it was counted."),
});

export const PayOutBody = requestOf("CreatePayOut", {
  ...deskMoney,
  scan_token: documented("Read from the customer's QR code now. A wallet id is not accepted.", z.string()),
});
