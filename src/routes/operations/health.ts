import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { describing } from "../../http/describe.ts";
import { refused } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { checkHealth } from "../../services/operations/health.ts";

export const health = new Hono<AppEnv>().get(
  "/",
  describing("Platform")({
    id: "checkHealth",
    summary: "Check whether the service and its database respond",
    failure: "Service unavailable",
    responds: { 200: "HealthResponse" },
    refusals: ["database_unavailable"],
  }),
  async (c) => {
    const checked = await checkHealth(c.get("deps"));
    if (!checked.ok) throw refused(checked.error);
    return respond(c, { success: true, database: "up" });
  },
);
