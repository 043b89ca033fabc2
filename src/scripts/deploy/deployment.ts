import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptError } from "../run.ts";
import type { Found } from "./account.ts";
import { MadeSecrets } from "./made-secrets.ts";
import { notePlace, placeIn } from "./place.ts";
import { NOTHING_FOUND, planDeployment, type Tools } from "./plan.ts";
import { openSettings, type Settings } from "./settings.ts";

/** Prints what would be done in an empty account, and makes the bundle. Throws ScriptError when the configuration is not ready. */
export async function rehearse({ settings, account, print }: Tools): Promise<void> {
  print(`In an empty account, this deployment of ${settings.worker} would:`);
  const unmade = { ...settings, database: { ...settings.database, id: null } };
  for (const { says } of planDeployment(unmade, NOTHING_FOUND)) for (const line of says) print(`  ${line}`);
  const directory = mkdtempSync(join(tmpdir(), "payments-deploy-"));
  try {
    const [size = "The bundle is made."] = /Total Upload:.*/.exec(await account.bundle(directory)) ?? [];
    print(size);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  requireReady(settings);
}

/** Throws ScriptError when the configuration is not ready, wrangler fails, or the service is not well afterwards. */
export async function deploy(tools: Tools): Promise<void> {
  const { account, made } = tools;
  requireReady(tools.settings);
  const found = await account.find();
  const settings = await placed(tools, found);
  const ofLedger = new MadeSecrets("ledger").names;
  const steps = planDeployment(settings, found, made.names, ofLedger);
  // First of all, so that another try makes nothing elsewhere.
  const place = placeIn(settings.vars);
  if (place !== null && notePlace(settings.environment, place))
    tools.print(`write ${place.variable} = "${place.value}" into wrangler.toml`);
  for (const { says, run } of steps) {
    for (const line of says) tools.print(line);
    await run({ ...tools, settings }).catch((error: unknown) => {
      if (!(error instanceof Error) || error instanceof ScriptError) throw error;
      throw new ScriptError(`${error.message}\nRun the same command again: it goes on where it stopped.`);
    });
  }
  if (made.names.length > 0)
    tools.print(
      `${made.file} has the secrets that were made: keep them in a safe place, and delete the file.`,
    );
  if (await tools.examine(made.values)) return;
  throw new ScriptError(
    "It is deployed, and the lines above say what is wrong. A new address or Cron trigger can take 15 minutes to work.",
  );
}

/** Asks where the database is to be made. */
async function placed({ settings, askPlace }: Tools, { databases }: Found): Promise<Settings> {
  const isMade = databases.some(({ name }) => name === settings.database.name);
  if (isMade || placeIn(settings.vars) !== null) return settings;
  const { variable, value } = await askPlace();
  return { ...settings, vars: { ...settings.vars, [variable]: value } };
}

function requireReady(settings: Settings): void {
  const open = openSettings(settings);
  if (open.length > 0) throw new ScriptError(`Correct ${settings.config} first:\n${open.join("\n")}`);
}
