import * as z from "zod/mini";
import { nameText } from "#core/wire/shared/fields.ts";
import { Amount, Currency, codeOf, minorOf, moneyCheck } from "#core/wire/shared/money.ts";
import { named, requestOf } from "#core/wire/shared/openapi-notes.ts";

const OptionalAmount = z.nullish(Amount);
const WITH_AMOUNT = "must be left out with amount";

export const CreateStickerCodeBody = named(
  "CreateStickerCode",
  z.pipe(
    z
      .object({
        label: z.nullish(nameText(100)),
        amount: OptionalAmount,
        amount_min: OptionalAmount,
        amount_max: OptionalAmount,
        currency: Currency,
      })
      .check(
        ...(["amount", "amount_min", "amount_max"] as const).map((field) => moneyCheck(field)),
        ({ value, issues }) => {
          const { amount, amount_min: min, amount_max: max } = value;
          const refuse = (field: "amount_min" | "amount_max", message: string) =>
            issues.push({ code: "custom", input: value[field], path: [field], message });
          if (amount && min) refuse("amount_min", WITH_AMOUNT);
          if (amount && max) refuse("amount_max", WITH_AMOUNT);
          if (!amount && min && max && min > max) refuse("amount_max", "must be at least amount_min");
        },
      ),
    z.transform(({ label, amount, amount_min, amount_max, currency }) => {
      const code = codeOf(currency);
      const minor = (value: number | null | undefined) => (value ? minorOf(value, code) : null);
      return {
        label: label ?? null,
        amountMinor: minor(amount),
        amountMinMinor: minor(amount_min),
        amountMaxMinor: minor(amount_max),
        currency: code,
      };
    }),
  ),
);

export const PayStickerBody = requestOf("PaySticker", { amount: OptionalAmount });
