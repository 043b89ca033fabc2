import type { Part } from "../../core/part.ts";
import { auditActions } from "./audit-actions.ts";
import { routes } from "./routes.ts";

export const operations = { routes, auditActions } satisfies Part;
