import type { Part } from "#core/part.ts";
import { routes } from "./routes.ts";

export const goLive = { routes } satisfies Part;
