import * as z from "zod/mini";
import { integer, responseOf, time } from "../shared/envelope.ts";
import { documented, named } from "../shared/published.ts";

const names = (description: string) => documented({ description }, z.array(z.string()));

export const Deployment = named(
  "Deployment",
  z.object({
    environment: z.enum(["sandbox", "live"]),
    time: time("By the Worker's clock."),
    variables: names("The names of the variables and secrets that have a value."),
    bindings: names("The names of the database, queues, rate limits and so on that the Worker is bound to."),
    migrations: named(
      "DeployedMigrations",
      z.object({
        applied: integer("How many the database has."),
        missing: names("Those of this release that the database lacks."),
        unknown: names("Those of the database that this release does not have."),
      }),
    ),
    webhook_lookups: documented(
      {
        description:
          "Whether the Worker can look up a host name with `DOH_URL`, as it does before each webhook; `off` where it looks up none.",
      },
      z.enum(["ok", "failed", "off"]),
    ),
  }),
);
export const DeploymentResponse = responseOf("DeploymentResponse", "Names and states, never values.", {
  deployment: Deployment,
});
