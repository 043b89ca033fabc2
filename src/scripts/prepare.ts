// What `wrangler dev` needs on this machine: secrets, a valid configuration, and the tables.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { unstable_getVarsForDev as getVarsForDev, unstable_readConfig as readWranglerConfig } from "wrangler";
import { ConfigError, readConfig } from "../config.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { ScriptError } from "./run.ts";
import { runWrangler } from "./wrangler.ts";

export const DEFAULT_STATE = ".wrangler/state";

/** Set for `wrangler dev` when all of this is done, so that its build step does not do it again. */
export const PREPARED = { IS_PREPARED: "true" };

/** Returns true when it has created the secrets. Throws ScriptError when a variable is missing or malformed. */
export async function prepare(stateDirectory = DEFAULT_STATE): Promise<boolean> {
  requireKeysOf(stateDirectory);
  const isNew = ensureDevVars();
  checkVariables();
  await migrate(stateDirectory);
  return isNew;
}

/** New secrets would open nothing that is stored. */
function requireKeysOf(stateDirectory: string): void {
  if (existsSync(".dev.vars") || !existsSync(`${stateDirectory}/v3/d1`)) return;
  throw new ScriptError(
    `.dev.vars is missing, and its keys open the data in ${stateDirectory}: put it back, or delete that folder as well.`,
  );
}

/** The Worker makes the same check, and with an invalid configuration it fails every request. */
function checkVariables(): void {
  const { userConfigPath, vars, secrets } = readWranglerConfig({ config: "wrangler.toml" });
  const bindings = getVarsForDev(userConfigPath, undefined, vars, undefined, true, secrets);
  const values = Object.entries(bindings).map(([name, { value }]) => [name, value]);
  try {
    readConfig(Object.fromEntries(values));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ScriptError(`${error.message}: correct it in .dev.vars (.dev.vars.example lists the names).`);
  }
}

/** Skipped when nothing is new: wrangler takes seconds to find that out, and a service may be using the database. */
async function migrate(stateDirectory: string): Promise<void> {
  const databases = `${stateDirectory}/v3/d1`;
  const stamp = `${databases}/migrated`;
  const config = readFileSync("wrangler.toml", "utf8");
  const wanted = createHash("sha256")
    .update(config + readdirSync("migrations"))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await runWrangler(["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDirectory]);
  writeFileSync(stamp, wanted);
}
