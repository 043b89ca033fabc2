import type { Part } from "#core/part.ts";
import { routes } from "./routes.ts";

export const checkout = { routes } satisfies Part;
