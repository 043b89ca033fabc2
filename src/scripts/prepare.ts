// What the service needs on this machine: secrets, a valid configuration, and the tables.
import { existsSync } from "node:fs";
import type { Unstable_Config as WranglerConfig } from "wrangler";
import { ConfigError } from "../core/config.ts";
import { readConfig } from "../main/read-config.ts";
import { ensureDevVars, LIVE_VARS, SANDBOX_VARS } from "./dev-vars.ts";
import { migrate } from "./local-database.ts";
import { ScriptError } from "./run.ts";
import { localDatabaseOf, startedWith } from "./wrangler-facts.ts";

export type Environment = "sandbox" | "live";

export const DEFAULT_STATE = ".wrangler/state";
export const VARIABLE_FILES = { sandbox: SANDBOX_VARS, live: LIVE_VARS };

/**
 * Returns wrangler's configuration. Throws ScriptError when a variable is missing or malformed, or other migrations made the
 * tables.
 */
export async function prepare(
  stateDirectory = DEFAULT_STATE,
  environment: Environment = "sandbox",
): Promise<WranglerConfig> {
  prepareSecrets(stateDirectory, environment);
  const config = await checkVariables(environment);
  await migrate(stateDirectory, { ...localDatabaseOf(config), cellMigrations: "migrations/cells" });
  return config;
}

/** The tables alone: whoever starts it gives it its variables. */
export async function prepareLedger(stateDirectory: string): Promise<WranglerConfig> {
  const { unstable_readConfig: readWranglerConfig } = await import("wrangler");
  const config = readWranglerConfig({ config: "wrangler.ledger.toml" });
  await migrate(stateDirectory, localDatabaseOf(config));
  return config;
}

/** Returns true when it has created them. New ones would open nothing that is stored. */
export function prepareSecrets(stateDirectory: string, environment: Environment): boolean {
  const file = VARIABLE_FILES[environment];
  if (existsSync(file) || !existsSync(`${stateDirectory}/v3/d1`)) return ensureDevVars(file);
  throw new ScriptError(
    `${file} is missing, and its keys open the data in ${stateDirectory}: put it back, or delete that folder as well.`,
  );
}

/** The Worker makes the same check, and with an invalid configuration it fails every request. */
async function checkVariables(environment: Environment): Promise<WranglerConfig> {
  // Loading it takes seconds, which whoever asks a script for help need not wait.
  const { unstable_getVarsForDev: getVarsForDev, unstable_readConfig: readWranglerConfig } = await import(
    "wrangler"
  );
  const env = nameOf(environment);
  const config = readWranglerConfig({ config: "wrangler.toml", env });
  const { userConfigPath, vars, secrets } = config;
  const bindings = getVarsForDev(userConfigPath, undefined, vars, env, true, secrets);
  const values = Object.entries(bindings).map(([name, { value }]) => [name, value]);
  try {
    readConfig(startedWith(config, Object.fromEntries(values)));
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const file = VARIABLE_FILES[environment];
    throw new ScriptError(`${error.message}: correct it in ${file} (.dev.vars.example lists the names).`);
  }
}

/** Names it in wrangler.toml, where the sandbox is the top level. */
function nameOf(environment: Environment): string | undefined {
  return environment === "sandbox" ? undefined : environment;
}
