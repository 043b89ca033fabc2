import type { ExportSection } from "#core/wire/shared/export.ts";
import { listMovementsAfter } from "./db/movements.ts";
import { presentMovement } from "./wire/present-movement.ts";

export const exportSections = {
  /** The adjustments of the merchant's own account. */
  movements: { type: "movement", list: listMovementsAfter, present: presentMovement },
} satisfies Record<string, ExportSection>;

declare global {
  interface PartExportSections extends Record<keyof typeof exportSections, true> {}
}
