import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdminOrScraper } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { readMetrics } from "../../services/operations/metrics.ts";
import { presentMetrics } from "../../wire/operations/present-metrics.ts";
import { PROMETHEUS_TYPE } from "../../wire/operations/prometheus.ts";

export const metrics = new Hono<AppEnv>().get(
  "/",
  describe("Platform", {
    id: "readMetrics",
    summary: "Read the metrics",
    description: "In the text format of Prometheus, version 0.0.4.",
    responds: { 200: "text/plain" },
  }),
  asAdminOrScraper,
  async (c) => {
    const text = presentMetrics(await readMetrics(c.get("deps")));
    return c.body(text, 200, { "Content-Type": PROMETHEUS_TYPE });
  },
);
