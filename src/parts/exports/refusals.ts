import { conflict, type RefusalResponse } from "#core/http/refusals.ts";

export const refusals = {
  merchant_unsettled: conflict("a payment or refund of the merchant is still open"),
  merchant_not_quiet: conflict(
    "the merchant or one of its payments has changed within the last 48 hours: try again later",
  ),
} satisfies Record<string, RefusalResponse>;

declare global {
  interface PartRefusals extends Record<keyof typeof refusals, true> {}
}
