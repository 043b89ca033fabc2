import { listMovementsAfter } from "../../db/movements/movements.ts";
import { presentMovement } from "../../wire/movements/present-movement.ts";
import type { ExportSection } from "../../wire/shared/export.ts";

export const exportSections = {
  /** The adjustments of the merchant's own account. */
  movements: { type: "movement", list: listMovementsAfter, present: presentMovement },
} satisfies Record<string, ExportSection>;

declare global {
  interface PartExportSections extends Record<keyof typeof exportSections, true> {}
}
