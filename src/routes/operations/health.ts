import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { checkHealth } from "../../services/operations/health.ts";

export const health = new Hono<AppEnv>().get(
  "/health",
  describe("Platform", {
    id: "checkHealth",
    failure: "Service unavailable",
    responds: { 200: "HealthResponse" },
    refusals: ["database_unavailable"],
  }),
  async (c) => {
    orThrow(await checkHealth(c.get("deps")));
    return respond<"HealthResponse">(c, { database: "up" });
  },
);
