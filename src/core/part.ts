// What a part adds to the service. The core calls no part: one is deleted with its folder and its line in main/parts.ts.
import type { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import type { Refusal, RefusalResponse } from "../http/refusals.ts";

export type Mount = (app: Hono<AppEnv>) => void;

export interface Part {
  /** The part's own refusals; it names them in the global `PartRefusals` beside this list. */
  refusals?: Record<string, RefusalResponse>;
  /** The ids in its paths, each with the refusal of one that is unknown; named in the global `PartPathIds`. */
  pathIds?: Record<string, Refusal>;
  /** Mounts its routers, after the core's. */
  routes?: Mount;
}
