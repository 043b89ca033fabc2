import type { Part } from "#core/part.ts";
import { auditActions } from "./audit-actions.ts";
import { refusals } from "./refusals.ts";
import { routes } from "./routes.ts";
import { homeSweep, sweepPositions } from "./sweep.ts";

export const exports = { refusals, routes, auditActions, homeSweep, sweepPositions } satisfies Part;
