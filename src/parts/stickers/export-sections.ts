import { type ExportSection, presentRow } from "#core/wire/shared/export.ts";
import { listStickerCodesAfter, type StoredRow } from "./db/sticker-codes.ts";

export const exportSections = {
  sticker_codes: {
    type: "sticker_code",
    list: listStickerCodesAfter,
    present: ({ createdAt: _, ...row }: StoredRow) => presentRow(row),
  },
} satisfies Record<string, ExportSection>;

declare global {
  interface PartExportSections extends Record<keyof typeof exportSections, true> {}
}
