import type { Part } from "#core/part.ts";
import { auditActions } from "./audit-actions.ts";
import { exportSections } from "./export-sections.ts";
import { pathIds } from "./path-ids.ts";
import { refusals } from "./refusals.ts";
import { routes } from "./routes.ts";

export const stickers = { refusals, pathIds, auditActions, exportSections, routes } satisfies Part;
