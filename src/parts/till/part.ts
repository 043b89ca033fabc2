import type { Part } from "#core/part.ts";
import { auditActions } from "./audit-actions.ts";
import { exportSections } from "./export-sections.ts";
import { routes } from "./routes.ts";

export const till = { auditActions, exportSections, routes } satisfies Part;
