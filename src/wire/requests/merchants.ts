import * as z from "zod";
import { MERCHANT_STATUSES } from "../../domain/merchant.ts";
import { named } from "../published.ts";
import { cursorOf, PageOrCursorQuery } from "./cursor-field.ts";
import { nameText } from "./fields.ts";

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

export const MerchantsQuery = PageOrCursorQuery.extend({
  status: z.enum(MERCHANT_STATUSES).optional(),
}).transform((query, context) => ({
  ...query,
  status: query.status ?? null,
  cursor: cursorOf(query, context),
}));
