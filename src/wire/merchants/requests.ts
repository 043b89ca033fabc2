import * as z from "zod/mini";
import { MERCHANT_STATUSES } from "../../domain/merchant.ts";
import { cursorOf, PageOrCursorQuery } from "../shared/cursor-field.ts";
import { nameText } from "../shared/fields.ts";
import { named } from "../shared/published.ts";

/** zod's own, with the limit of RFC 5321 §4.5.3.1.1 on what comes before the at sign. `z.regexes` would load all of them. */
const EMAIL = new RegExp(z.email()._zod.pattern.source.replace("^", "^(?=.{1,64}@)"));

export const Email = z.email({ pattern: EMAIL }).check(z.maxLength(254));

export const RegisterBody = named(
  "RegisterMerchant",
  z.object({
    email: Email,
    business_name: nameText(200),
  }),
);

export const UpdateMerchantBody = named(
  "UpdateMerchant",
  z.object({ email: z.optional(Email), business_name: z.optional(nameText(200)) }),
);

export const MerchantsQuery = z.pipe(
  z.extend(PageOrCursorQuery, {
    status: z.optional(z.enum(MERCHANT_STATUSES)),
    email: z.optional(Email),
  }),
  z.transform((query, { issues }) => ({
    ...query,
    status: query.status ?? null,
    email: query.email?.toLowerCase() ?? null,
    cursor: cursorOf(query, issues),
  })),
);
