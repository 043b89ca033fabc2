// `npm run deploy -- sandbox|live|ledger`: makes what the account lacks, migrates, deploys and runs the doctor. With --dry-run it needs no account:
// it prints the plan for an empty account, makes the bundle, and fails while the configuration is not ready.
import { parseArgs } from "node:util";
import { ask } from "../doctor/ask.ts";
import { diagnose } from "../doctor/diagnose.ts";
import { readTarget } from "../doctor/target.ts";
import type { Environment } from "../prepare.ts";
import { run, ScriptError } from "../run.ts";
import type { Secret } from "../secrets.ts";
import { runWrangler } from "../wrangler.ts";
import { Account } from "./account.ts";
import { deploy, rehearse } from "./deployment.ts";
import { findSecret, MadeSecrets } from "./made-secrets.ts";
import { askForPlace, withGivenPlace } from "./place.ts";
import { type Deployable, faultOf, readSettings, type Settings } from "./settings.ts";

const USAGE = "[LOCATION=…|JURISDICTION=…] npm run deploy -- sandbox|live|ledger [--dry-run]";

await run(async () => {
  const { environment, isDryRun } = readArguments(process.argv.slice(2));
  const settings = withGivenPlace(readSettings(environment), process.env);
  const fault = faultOf(settings);
  if (fault !== null) throw new ScriptError(`${fault} Correct it in ${settings.config}.`);
  const account = new Account((args, input) => runWrangler(args, input), settings);
  const made = new MadeSecrets(environment);
  const find = (secret: Secret) => findSecret(secret, settings);
  const examine = (known: Record<string, string>) =>
    environment === "ledger"
      ? examineLedger(settings)
      : examineService(environment, settings, { ...known, ...process.env });
  const tools = { settings, account, made, ask: find, askPlace: askForPlace, examine, print: console.log };
  await (isDryRun ? rehearse(tools) : deploy(tools));
});

async function examineService(
  environment: Environment,
  { vars }: Settings,
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const { PUBLIC_URL = "" } = vars;
  if (env.ADMIN_CLIENT_ID && env.ADMIN_CLIENT_SECRET)
    return await diagnose(readTarget(environment, PUBLIC_URL.replace(/\/+$/, ""), env));
  const command = `npm run doctor -- --env ${environment} --url ${PUBLIC_URL}`;
  console.log(`Now check it: ADMIN_CLIENT_ID=… ADMIN_CLIENT_SECRET=… ${command}`);
  return true;
}

/** Whether it responds, where it has an address of its own. */
async function examineLedger({ hosts: [host] }: Settings): Promise<boolean> {
  if (host === undefined) {
    console.log(
      "Now bind it to the service: [[env.live.services]] in wrangler.toml. Then: npm run deploy -- live",
    );
    return true;
  }
  const { status, text } = await ask(`https://${host}/health`);
  console.log(`https://${host}/health responds with ${status} ${text}`);
  return status === 200;
}

function readArguments(args: string[]): { environment: Deployable; isDryRun: boolean } {
  try {
    const options = { "dry-run": { type: "boolean" } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [environment] = positionals;
    if (positionals.length === 1 && isDeployable(environment))
      return { environment, isDryRun: values["dry-run"] === true };
  } catch {
    // An unknown option.
  }
  throw new ScriptError(`Usage: ${USAGE}`);
}

function isDeployable(name: string | undefined): name is Deployable {
  return name === "sandbox" || name === "live" || name === "ledger";
}
