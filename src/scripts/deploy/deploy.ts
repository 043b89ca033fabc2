// `npm run deploy -- sandbox|live`: makes what the account lacks, migrates and deploys. With --dry-run it needs no account:
// it checks the configuration, prints the plan for an empty account and makes the bundle.
import { parseArgs } from "node:util";
import type { Environment } from "../prepare.ts";
import { run, ScriptError } from "../run.ts";
import { runWrangler } from "../wrangler.ts";
import { Account } from "./account.ts";
import { askForSecret } from "./ask.ts";
import { deploy, rehearse } from "./deployment.ts";
import { MadeSecrets } from "./made-secrets.ts";
import { faultOf, readSettings } from "./settings.ts";

const USAGE = "npm run deploy -- sandbox|live [--dry-run]";

await run(async () => {
  const { environment, isDryRun } = readArguments(process.argv.slice(2));
  const settings = readSettings(environment);
  const fault = faultOf(settings);
  if (fault !== null) throw new ScriptError(`${fault} Correct it in wrangler.toml.`);
  const account = new Account((args, input) => runWrangler(args, input), settings);
  const made = new MadeSecrets(environment);
  const tools = { settings, account, made, ask: askForSecret, print: console.log };
  await (isDryRun ? rehearse(tools) : deploy(tools));
});

function readArguments(args: string[]): { environment: Environment; isDryRun: boolean } {
  try {
    const options = { "dry-run": { type: "boolean" } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [environment] = positionals;
    if (positionals.length === 1 && (environment === "sandbox" || environment === "live"))
      return { environment, isDryRun: values["dry-run"] === true };
  } catch {
    // An unknown option.
  }
  throw new ScriptError(`Usage: ${USAGE}`);
}
