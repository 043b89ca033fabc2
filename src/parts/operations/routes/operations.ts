import { Hono } from "hono";
import { isAdmin } from "#core/domain/sessions/actor-identity.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { asAdmin, authenticate, guard, presents } from "#core/http/auth.ts";
import { describe } from "#core/http/describe.ts";
import { orThrow, refusalError } from "#core/http/refusals.ts";
import { actorOf } from "#core/http/request.ts";
import { respond } from "#core/http/response.ts";
import { PROMETHEUS_TYPE } from "#core/wire/operations/prometheus.ts";
import { describeDeployment } from "../services/deployment.ts";
import { countRemaining, listMasterKeys, type MasterKeyUse, resealValues } from "../services/master-keys.ts";
import { readMetrics } from "../services/metrics.ts";
import { presentDeployment } from "../wire/present-deployment.ts";
import { presentMetrics } from "../wire/present-metrics.ts";

declare global {
  interface PartAccess {
    admin_or_scraper: true;
  }
}

/** An administrator, or the monitoring system with a token of its own. */
const asAdminOrScraper = guard("admin_or_scraper", async (c) => {
  if (!presents(c, c.get("deps").config.metricsToken) && !isAdmin(await authenticate(c)))
    throw refusalError("forbidden");
});

export const metrics = new Hono<AppEnv>().get(
  "/metrics",
  describe("Platform", {
    id: "readMetrics",
    responds: { 200: "text/plain" },
  }),
  asAdminOrScraper,
  async (c) => {
    const text = presentMetrics(await readMetrics(c.get("deps")));
    return c.body(text, 200, { "Content-Type": PROMETHEUS_TYPE });
  },
);

export const deployment = new Hono<AppEnv>()
  .get(
    "/deployment",
    describe("Platform", {
      id: "describeDeployment",
      failure: "Failed to describe the deployment",
      responds: { 200: "DeploymentResponse" },
      refusals: ["database_unavailable"],
    }),
    asAdmin,
    async (c) => {
      const described = orThrow(await describeDeployment(c.get("deps")));
      return respond<"DeploymentResponse">(c, { deployment: presentDeployment(described) });
    },
  )
  .get(
    "/master-keys",
    describe("Platform", {
      id: "listMasterKeys",
      responds: { 200: "MasterKeysResponse" },
    }),
    asAdmin,
    async (c) => respond<"MasterKeysResponse">(c, { ...presentKeys(await listMasterKeys(c.get("deps"))) }),
  )
  .post(
    "/master-keys/reseal",
    describe("Platform", {
      id: "resealValues",
      responds: { 200: "ResealedResponse" },
    }),
    asAdmin,
    async (c) => {
      const { resealed, masterKeys } = await resealValues(c.get("deps"), actorOf(c));
      return respond<"ResealedResponse">(c, { resealed, ...presentKeys(masterKeys) });
    },
  );

function presentKeys(keys: MasterKeyUse[]) {
  const remaining = countRemaining(keys);
  const message = `${remaining} ${remaining === 1 ? "value" : "values"} under an old key`;
  return { master_keys: keys, remaining, message };
}
