import type { Part } from "../../core/part.ts";
import { queues } from "./queues.ts";
import { refusals } from "./refusals.ts";
import { routes } from "./routes.ts";
import { sealedValues } from "./sealed-values.ts";
import { sweepPositions } from "./sweep.ts";

export const push = { refusals, routes, queues, sealedValues, sweepPositions } satisfies Part;
