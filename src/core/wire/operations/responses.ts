import * as z from "zod/mini";
import { integer, nullable, responseOf, text, time } from "#core/wire/shared/envelope.ts";
import { documented, named } from "#core/wire/shared/openapi-notes.ts";

const names = (description: string) => documented(description, z.array(z.string()));

export const Deployment = z.object({
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
    "Whether the Worker can look up a host name with `DOH_URL`, as it does before each webhook; `off` where it looks up none.",
    z.enum(["ok", "failed", "off"]),
  ),
  settings_fault: nullable(
    z.string(),
    "Why the database refuses `CELLS` or `JURISDICTION`; null when it does not.",
  ),
});
export const DeploymentResponse = responseOf("Names and states, never values.", { deployment: Deployment });

export const MasterKey = z.object({
  id: text("The first eight hex digits of the key's SHA-256."),
  status: documented(
    "`current` encrypts and decrypts; `old` only decrypts; `missing` is not in `MASTER_KEY`, so its values cannot be read.",
    z.enum(["current", "old", "missing"]),
  ),
  values: integer(
    "How many values are sealed under it, or may be in copies of accounts that are not up to date.",
  ),
});
const use = {
  master_keys: z.array(MasterKey),
  remaining: integer("Values under old keys. When it is 0, the old keys can be removed from `MASTER_KEY`."),
  message: z.string(),
};
export const MasterKeysResponse = responseOf("The configured keys in their order, then missing ones.", use);
export const ResealedResponse = responseOf("What is left to do.", {
  resealed: integer("How many values this request moved."),
  ...use,
});
