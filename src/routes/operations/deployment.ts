import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { asAdmin } from "../../http/auth.ts";
import { describe } from "../../http/describe.ts";
import { orThrow } from "../../http/refusals.ts";
import { respond } from "../../http/response.ts";
import { describeDeployment } from "../../services/operations/deployment.ts";
import { presentDeployment } from "../../wire/operations/present-deployment.ts";

export const deployment = new Hono<AppEnv>().get(
  "/",
  describe("Platform", {
    id: "describeDeployment",
    summary: "See what the Worker was deployed with",
    description:
      "Which variables, bindings and migrations are there, never their values. `npm run doctor` says what is missing.",
    failure: "Failed to describe the deployment",
    responds: { 200: "DeploymentResponse" },
    refusals: ["database_unavailable"],
  }),
  asAdmin,
  async (c) => {
    const described = orThrow(await describeDeployment(c.get("deps")));
    return respond<"DeploymentResponse">(c, { deployment: presentDeployment(described) });
  },
);
