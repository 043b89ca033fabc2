import type { Part } from "../../core/part.ts";
import { queues } from "./queues.ts";
import { refusals } from "./refusals.ts";
import { routes } from "./routes.ts";

export const push = { refusals, routes, queues } satisfies Part;
