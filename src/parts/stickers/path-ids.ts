import type { Refusal } from "#core/http/refusals.ts";

export const pathIds = { stickerCodeID: "sticker_code_not_found" } satisfies Record<string, Refusal>;

declare global {
  interface PartPathIds extends Record<keyof typeof pathIds, true> {}
}
