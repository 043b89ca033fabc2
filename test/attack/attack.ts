// `npm run attack [-- --url URL] [NAME …]`: runs the contract tests against a copy of the service in a process of its own, at
// ATTACK_PORT or 8799 with a resolver at the next one, and then attacks it; or attacks the sandbox at URL, whose
// ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET it takes from the environment. With names, such as `races`, it runs only the files
// whose names contain one of them.
import { once } from "node:events";
import { globSync } from "node:fs";
import { startChild } from "#scripts/child-process.ts";
import { readDevVars, SANDBOX_VARS, setDevVars } from "#scripts/dev-vars.ts";
import { localService } from "#scripts/local-service.ts";
import { readFreePort } from "#scripts/port.ts";
import { readOptions, run, ScriptError } from "#scripts/run.ts";
import { workInCopy } from "../scripts/project-copy.ts";
import { CONTRACT } from "./contract.ts";
import type { Attacked } from "./service/copy.ts";

const DEFAULT_PORT = 8799;
const ATTACKS = ["test/attack/*.attack.ts"];
const attackOf = (name: string) => `test/attack/${name}.attack.ts`;
/** This one needs the service to look up names, which it does only where it may not send to loopback addresses. */
const HOST_NAMES = attackOf("host-names");
/**
 * Only a service on this machine responds whatever the name, and sends webhooks to loopback addresses; only a copy's rows are
 * changed, and its secrets known.
 */
const OF_THE_COPY = [
  ...["rebound-name", "second-claim", "webhook-weapons", "push-weapons", "read-only", "sign-ups"].map(
    attackOf,
  ),
  HOST_NAMES,
];
const PROJECT = process.cwd();
/** The variables of wrangler.toml that the tests' own configuration needs. */
const VARIABLES = { ENVIRONMENT: "sandbox", AUTH_URL: "", LEDGER_URL: "" };

await run(async () => {
  const { values, positionals } = readOptions({
    options: { url: { type: "string" } },
    allowPositionals: true,
  });
  const hasWithstood =
    values.url === undefined ? await attackCopy(positionals) : await attackUrl(values.url, positionals);
  console.log(hasWithstood ? "\nWithstood." : "\nFAILED.");
  process.exit(hasWithstood ? 0 : 1);
});

async function attackCopy(names: readonly string[]): Promise<boolean> {
  const [contract, attacks] = [filesOf(CONTRACT, names), filesOf(ATTACKS, names)];
  requireFiles([...contract, ...attacks]);
  const port = await readFreePort("ATTACK_PORT", DEFAULT_PORT, "npm run attack", 2);
  const directory = workInCopy("attack", { RATE_LIMITS: "off" });
  const service = localService({ port, log: "service.log" });
  const test = async (files: string[]) => {
    if (files.length === 0) return true;
    console.log(`Starting a copy of the service in ${directory}.`);
    await service.start();
    const variables = { ...VARIABLES, ...readDevVars(), PUBLIC_URL: `http://localhost:${port}` };
    const hasPassed = await runTests({ files, variables, copy: directory });
    await service.end("SIGTERM");
    return hasPassed;
  };
  const isContractKept = await test(contract);
  setDevVars(SANDBOX_VARS, { RATE_LIMITS: "on" });
  const hasWithstood = await test(attacks.filter((file) => file !== HOST_NAMES));
  const DOH_URL = `http://127.0.0.1:${port + 1}/dns-query`;
  setDevVars(SANDBOX_VARS, { WEBHOOK_ALLOW_PRIVATE: "false", DOH_URL });
  return (await test(attacks.filter((file) => file === HOST_NAMES))) && hasWithstood && isContractKept;
}

/** Leaves out the contract tests, which read rows. */
async function attackUrl(url: string, names: readonly string[]): Promise<boolean> {
  const { ADMIN_CLIENT_ID, ADMIN_CLIENT_SECRET } = process.env;
  if (ADMIN_CLIENT_ID === undefined || ADMIN_CLIENT_SECRET === undefined)
    throw new ScriptError("Set ADMIN_CLIENT_ID and ADMIN_CLIENT_SECRET of the service at --url.");
  const PUBLIC_URL = url.replace(/\/$/, "");
  const variables = { ...VARIABLES, ADMIN_CLIENT_ID, ADMIN_CLIENT_SECRET, PUBLIC_URL };
  const files = filesOf(ATTACKS, names).filter((file) => !OF_THE_COPY.includes(file));
  requireFiles(files);
  return await runTests({ files, variables, copy: null });
}

function filesOf(patterns: readonly string[], names: readonly string[]): string[] {
  return globSync(patterns).filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
}

/** What attempts nothing proves nothing. */
function requireFiles(files: readonly string[]): void {
  if (files.length === 0) throw new ScriptError("No attack has a name with one of these words.");
}

async function runTests(attacked: Attacked): Promise<boolean> {
  const options = ["run", "--config", "test/attack/vitest.config.ts"];
  const vitest = startChild(process.execPath, ["node_modules/vitest/vitest.mjs", ...options], {
    cwd: PROJECT,
    env: { ...process.env, ATTACK: JSON.stringify(attacked) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(vitest, "exit");
  return status === 0;
}
