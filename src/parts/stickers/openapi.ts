import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";

export const openapi = {
  responses,
  words: {
    createStickerCode: [
      "Make a code to be printed for a counter",
      "It never changes. Without `amount` the customer chooses one, within `amount_min` and `amount_max`. Whoever scans it sees the shop, and the amount or a field for it; paying makes an ordinary payment intent of the counter. A counter may have 100 that are not revoked.",
    ],
    listStickerCodes: ["List a counter's sticker codes"],
    revokeStickerCode: [
      "Revoke a sticker code",
      "Takes effect at once, and for good. Payments that have begun can still be paid. Safe to repeat.",
    ],
    getSticker: [
      "Read what a sticker asks for",
      "Its code is `https://…/s/{id}`. While a sale is open at the counter, that is to be paid: `payment_intent_id`.",
    ],
    paySticker: [
      "Begin to pay at a sticker",
      "Makes a payment intent of the sticker's counter, which the customer then confirms as any other. `amount` may be left out where the sticker has one. At most 10 a minute and sticker.",
    ],
  },
  pathIdWords: {
    stickerCodeID: { description: "The sticker code's id.", from: ["sticker_code", "sticker_codes"] },
  },
  componentExamples: {
    StickerCode: { amount: "4.50", amount_min: null, amount_max: null, currency: "USD" },
    Sticker: { amount: "4.50", amount_min: null, amount_max: null, currency: "USD", payment_intent_id: null },
  },
} satisfies PartOpenApi;
