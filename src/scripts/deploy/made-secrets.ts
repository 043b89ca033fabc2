// The secrets that a deployment has made, in a file that git ignores: Cloudflare shows them to nobody, and an
// interrupted deployment goes on with them.
import { existsSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { VariableName } from "../../main/guide/variables.ts";
import { readDevVars, setDevVars } from "../dev-vars.ts";
import { ScriptError } from "../run.ts";
import { makeSecret, type Secret } from "../secrets.ts";
import { meaningOf } from "../variable-texts.ts";
import type { Deployable, Settings } from "./settings.ts";

export class MadeSecrets {
  readonly file: string;

  constructor(environment: Deployable) {
    this.file = `.secrets.${environment}`;
  }

  get values(): Record<string, string> {
    return existsSync(this.file) ? readDevVars(this.file) : {};
  }

  get names(): string[] {
    return Object.keys(this.values);
  }

  /** The value that is kept; or a new one, which is kept before anyone uses it. */
  make(name: VariableName): string {
    const kept = this.values[name];
    if (kept !== undefined) return kept;
    const value = makeSecret(name);
    if (!existsSync(this.file)) writeFileSync(this.file, "", { mode: 0o600 });
    setDevVars(this.file, { [name]: value });
    return value;
  }
}

/** For a ledger that is bound, finds the secrets that its own deployment has made, if they are still here. */
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
