import type { Part } from "#core/part.ts";
import { routes } from "./routes.ts";

export const till = { routes } satisfies Part;
