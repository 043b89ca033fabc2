import * as z from "zod";
import { MERCHANT_STATUSES } from "../../domain/merchant.ts";
import { cursorOf, PageOrCursorQuery } from "../shared/cursor-field.ts";
import { nameText } from "../shared/fields.ts";
import { named } from "../shared/published.ts";

/** With the limit of RFC 5321 §4.5.3.1.1 on what comes before the at sign. */
const EMAIL = new RegExp(z.regexes.email.source.replace("^", "^(?=.{1,64}@)"));

export const Email = z.email({ pattern: EMAIL }).max(254);

export const RegisterBody = named(
  "RegisterMerchant",
  z.object({
    email: Email,
    business_name: nameText(200),
  }),
);

export const UpdateMerchantBody = named(
  "UpdateMerchant",
  z.object({ email: Email.optional(), business_name: nameText(200).optional() }),
);

export const MerchantsQuery = PageOrCursorQuery.extend({
  status: z.enum(MERCHANT_STATUSES).optional(),
  email: Email.optional(),
}).transform((query, context) => ({
  ...query,
  status: query.status ?? null,
  email: query.email?.toLowerCase() ?? null,
  cursor: cursorOf(query, context),
}));
