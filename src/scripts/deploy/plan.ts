// What a deployment has to do, given what the account has.
import { ScriptError } from "../run.ts";
import { KEYS_OF_THE_DATA, type Secret, secretsOf } from "../secrets.ts";
import type { Settings } from "./settings.ts";

/** What the account has. */
export interface Found {
  databases: { name: string; uuid: string }[];
  queues: string[];
  /** The names of the Worker's: Cloudflare shows no values. */
  secrets: string[];
  /** The names of those that an interrupted deployment has made and this folder still has. */
  kept: string[];
}

export type Step =
  | { do: "create database"; name: string }
  | { do: "note database id"; name: string }
  | { do: "require empty database"; keys: string[] }
  | { do: "create queue"; name: string }
  | { do: "put secrets"; secrets: Secret[] }
  | { do: "migrate" }
  | { do: "deploy" };

export const NOTHING_FOUND: Found = { databases: [], queues: [], secrets: [], kept: [] };

export function planDeployment({ database, queues, vars }: Settings, found: Found): Step[] {
  const existing = found.databases.find(({ name }) => name === database.name);
  if (database.id !== null && existing?.uuid !== database.id)
    throw new ScriptError(
      `The account has no database ${database.name} with the database_id in wrangler.toml: is it the right account?`,
    );
  const steps: Step[] = [];
  if (existing === undefined) steps.push({ do: "create database", name: database.name });
  if (database.id === null) steps.push({ do: "note database id", name: database.name });
  const secrets = secretsOf(vars).filter(({ name }) => !found.secrets.includes(name));
  const newKeys = secrets.map(({ name }) => name).filter((name) => isNewKey(name, found));
  if (existing !== undefined && newKeys.length > 0)
    steps.push({ do: "require empty database", keys: newKeys });
  for (const name of queues) if (!found.queues.includes(name)) steps.push({ do: "create queue", name });
  if (secrets.length > 0) steps.push({ do: "put secrets", secrets });
  return [...steps, { do: "migrate" }, { do: "deploy" }];
}

/** New ones would open nothing that is stored. */
function isNewKey(name: string, { kept }: Found): boolean {
  return KEYS_OF_THE_DATA.includes(name) && !kept.includes(name);
}

export function describe(step: Step): string[] {
  switch (step.do) {
    case "create database":
      return [`create the D1 database ${step.name}`];
    case "note database id":
      return [`write the id of ${step.name} into wrangler.toml`];
    case "require empty database":
      return [`check that the database has no data under another ${step.keys.join(" or ")}`];
    case "create queue":
      return [`create the queue ${step.name}`];
    case "put secrets":
      return step.secrets.map(({ name, from, hint }) =>
        from === "made" ? `make the secret ${name}` : `ask for the secret ${name}: ${hint}`,
      );
    case "migrate":
      return ["apply the migrations that the database does not have"];
    case "deploy":
      return ["deploy the Worker"];
  }
}
