// Where a secret that another party has made comes from.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { ScriptError } from "../run.ts";
import type { Secret } from "../secrets.ts";
import { meaningOf } from "../variable-texts.ts";
import { MadeSecrets } from "./made-secrets.ts";
import type { Settings } from "./settings.ts";

/** Of a ledger that is bound, the secrets that its own deployment has made, if they are still here. */
export async function findSecret(secret: Secret, { isLedgerBound }: Settings): Promise<string> {
  const made = isLedgerBound ? new MadeSecrets("ledger").values : {};
  return made[secret.name] ?? (await askForSecret(secret));
}

/** What the environment variable of this name has; otherwise what is entered at the terminal, without being shown. */
async function askForSecret({ name }: Secret): Promise<string> {
  const given = process.env[name];
  if (given) return given;
  if (!process.stdin.isTTY)
    throw new ScriptError(`${name} is missing: set it in the environment, or run this at a terminal.`);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  process.stdout.write(`${name}, ${meaningOf(name)} (not shown): `);
  try {
    return (await terminal.question("")).trim();
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}
