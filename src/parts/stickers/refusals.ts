import { conflict, invalidField, notFound, type RefusalResponse } from "#core/http/refusals.ts";

export const refusals = {
  sticker_code_not_found: notFound("Sticker code not found"),
  sticker_code_revoked: { status: 410, message: "Sticker code is revoked" },
  sticker_amount_refused: invalidField("amount", "must be what the sticker allows"),
  too_many_sticker_codes: conflict("a counter may have 100 sticker codes"),
} satisfies Record<string, RefusalResponse>;

declare global {
  interface PartRefusals extends Record<keyof typeof refusals, true> {}
}
