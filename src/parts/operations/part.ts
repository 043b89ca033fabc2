import type { Part } from "#core/part.ts";
import { auditActions } from "./audit-actions.ts";
import { routes } from "./routes.ts";
import { shardSweep, sweepPositions } from "./sweep.ts";

export const operations = { routes, auditActions, shardSweep, sweepPositions } satisfies Part;
