import * as z from "zod/mini";
import { nullable, responseOf, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

const asked = {
  id: text("128 random bits, written as a UUID is."),
  label: nullable(z.string(), "What customers read beside the amount."),
  amount: nullable(z.string(), "Decimal text; null where the customer chooses."),
  amount_min: nullable(z.string(), "The least that a customer may choose; null for the service's own limit."),
  amount_max: nullable(z.string(), "The most."),
  currency: text("ISO 4217 code."),
};

const StickerCode = z.object({
  ...asked,
  counter_id: uuid(),
  url: documented({ description: "What its code says. It never changes.", format: "uri" }, z.string()),
  created_at: time(),
});

const Sticker = z.object({
  ...asked,
  merchant_name: z.string(),
  counter_name: z.string(),
  payment_intent_id: nullable(
    uuid(),
    "The sale that is open at the counter, which is to be paid instead; null for none.",
  ),
});

export const responses = {
  StickerCode,
  StickerCodeResponse: responseOf("The sticker code.", { sticker_code: StickerCode }),
  StickerCodesResponse: responseOf("The counter's sticker codes that are not revoked, newest first.", {
    sticker_codes: z.array(StickerCode),
  }),
  Sticker,
  StickerResponse: responseOf("What the sticker asks for.", { sticker: Sticker }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
