import { type ExportSection, presentRow } from "#core/wire/shared/export.ts";
import { listFavouritesAfter, type StoredRow } from "./db/favourites.ts";

export const exportSections = {
  favourites: {
    type: "favourites",
    list: listFavouritesAfter,
    present: ({ createdAt: _, id: __, ...row }: StoredRow) => presentRow(row),
  },
} satisfies Record<string, ExportSection>;

declare global {
  interface PartExportSections extends Record<keyof typeof exportSections, true> {}
}
