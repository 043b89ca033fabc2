import { decimalText } from "#core/domain/money.ts";
import { isoTime } from "#core/lib/time.ts";
import type { Wire } from "#core/wire/shared/wire-types.ts";
import type { StickerCode } from "../domain/sticker-code.ts";
import type { Sticker } from "../services/stickers.ts";

function presentAsked({ id, label, currency, ...code }: StickerCode) {
  const text = (minor: number | null) => (minor === null ? null : decimalText(minor, currency));
  return {
    id,
    label,
    amount: text(code.amountMinor),
    amount_min: text(code.amountMinMinor),
    amount_max: text(code.amountMaxMinor),
    currency,
  };
}

/** What the printed code says. */
export function stickerUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/s/${id}`;
}

export function presentStickerCode(code: StickerCode, publicUrl: string): Wire<"StickerCode"> {
  const { id, counterId, createdAt } = code;
  return {
    ...presentAsked(code),
    counter_id: counterId,
    url: stickerUrl(publicUrl, id),
    created_at: isoTime(createdAt),
  };
}

export function presentSticker({ code, merchantName, counterName, saleId }: Sticker): Wire<"Sticker"> {
  const shop = { merchant_name: merchantName, counter_name: counterName };
  return { ...presentAsked(code), ...shop, payment_intent_id: saleId };
}
