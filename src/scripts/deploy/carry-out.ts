// Carries out a plan. Every step can be repeated, so a deployment that has failed is simply run again.
import { readFileSync, writeFileSync } from "node:fs";
import { ScriptError } from "../run.ts";
import type { Secret } from "../secrets.ts";
import type { Account } from "./account.ts";
import { withDatabaseId } from "./database-id.ts";
import type { MadeSecrets } from "./made-secrets.ts";
import { describe, type Step } from "./plan.ts";
import { faultOf, type Settings } from "./settings.ts";

export interface Tools {
  settings: Settings;
  account: Account;
  made: MadeSecrets;
  ask(secret: Secret): Promise<string>;
  /** Whether the service that was deployed is well; `known` are the secrets that this folder has. */
  examine(known: Record<string, string>): Promise<boolean>;
  print(line: string): void;
}

export async function carryOut(steps: readonly Step[], tools: Tools): Promise<void> {
  for (const step of steps) {
    for (const line of describe(step)) tools.print(line);
    await carryOutStep(step, tools).catch((error: unknown) => {
      if (!(error instanceof Error) || error instanceof ScriptError) throw error;
      throw new ScriptError(`${error.message}\nRun the same command again: it goes on where it stopped.`);
    });
  }
}

async function carryOutStep(step: Step, { settings, account, made, ask, print }: Tools): Promise<void> {
  switch (step.do) {
    case "create database":
      return await account.createDatabase(step.name);
    case "note database id":
      return await noteDatabaseId(account, settings);
    case "require empty database":
      if (!(await account.hasTables())) return;
      throw new ScriptError(
        `The database ${settings.database.name} has data, and the Worker ${settings.worker} has no ${step.keys.join(" and no ")}: ` +
          "put back what the data was written with, by `npx wrangler secret put`.",
      );
    case "create queue":
      return await account.createQueue(step.name);
    case "put secrets":
      return await account.putSecrets(await valuesOf(step.secrets, { settings, made, ask }));
    case "migrate":
      return await account.migrate();
    case "deploy":
      return print(await account.deploy());
  }
}

async function noteDatabaseId(account: Account, { environment, database }: Settings): Promise<void> {
  const found = (await account.databases()).find(({ name }) => name === database.name);
  if (found === undefined)
    throw new Error(`the database ${database.name} has been created, and is not listed`);
  const toml = readFileSync("wrangler.toml", "utf8");
  writeFileSync("wrangler.toml", withDatabaseId(toml, environment, found.uuid));
}

/** Throws ScriptError when one that was asked for is malformed. */
async function valuesOf(
  secrets: readonly Secret[],
  { settings, made, ask }: Pick<Tools, "settings" | "made" | "ask">,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const secret of secrets)
    values[secret.name] = secret.from === "made" ? made.make(secret.name) : await ask(secret);
  const fault = faultOf(settings, values);
  if (fault !== null) throw new ScriptError(fault);
  return values;
}
