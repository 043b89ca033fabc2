import { Hono } from "hono";
import type { AppEnv } from "#core/http/app-env.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow } from "#core/http/refusals.ts";
import { respond } from "#core/http/response.ts";
import { checkHealth } from "#core/services/operations/health.ts";

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
