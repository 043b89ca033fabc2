import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptError } from "../run.ts";
import { carryOut, type Tools } from "./carry-out.ts";
import { describe, NOTHING_FOUND, planDeployment, type Step } from "./plan.ts";
import { openSettings } from "./settings.ts";

/** Prints what would be done in an empty account, and makes the bundle. */
export async function rehearse({ settings, account, print }: Tools): Promise<void> {
  for (const what of openSettings(settings)) print(`Before the deployment: ${what}`);
  print(`In an empty account, this deployment of ${settings.worker} would:`);
  printSteps(
    planDeployment({ ...settings, database: { ...settings.database, id: null } }, NOTHING_FOUND),
    print,
  );
  const directory = mkdtempSync(join(tmpdir(), "payments-deploy-"));
  try {
    const [size = "The bundle is made."] = /Total Upload:.*/.exec(await account.bundle(directory)) ?? [];
    print(size);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Throws ScriptError when wrangler.toml is not ready, wrangler fails, or the service is not well afterwards. */
export async function deploy(tools: Tools): Promise<void> {
  const { settings, account, made } = tools;
  const open = openSettings(settings);
  if (open.length > 0) throw new ScriptError(`Correct wrangler.toml first:\n${open.join("\n")}`);
  const steps = planDeployment(settings, { ...(await account.find()), kept: made.names });
  await carryOut(steps, tools);
  if (made.names.length > 0)
    tools.print(
      `${made.file} has the secrets that were made: keep them in a safe place, and delete the file.`,
    );
  if (await tools.examine(made.values)) return;
  throw new ScriptError(
    "It is deployed, and the lines above say what is wrong. A new address or Cron trigger can take 15 minutes to work.",
  );
}

function printSteps(steps: readonly Step[], print: (line: string) => void): void {
  for (const line of steps.flatMap(describe)) print(`  ${line}`);
}
