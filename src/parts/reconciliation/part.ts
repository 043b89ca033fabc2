import type { Part } from "#core/part.ts";
import { checks } from "./checks.ts";
import { findings } from "./findings.ts";
import { routes } from "./routes.ts";

export const reconciliation = { routes, checks, findings } satisfies Part;
