import type { Part } from "#core/part.ts";
import { pathIds } from "./path-ids.ts";
import { refusals } from "./refusals.ts";
import { routes } from "./routes.ts";

export const wallet = { routes, pathIds, refusals } satisfies Part;
