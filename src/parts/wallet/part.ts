import type { Part } from "#core/part.ts";
import { routes } from "./routes.ts";

export const wallet = { routes } satisfies Part;
