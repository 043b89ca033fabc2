import type { Part } from "../../core/part.ts";
import { pathIds } from "./path-ids.ts";
import { refusals } from "./refusals.ts";

export const desk = { refusals, pathIds } satisfies Part;
