import type { Part } from "#core/part.ts";
import { refusals } from "./refusals.ts";

export const playground = { refusals } satisfies Part;
