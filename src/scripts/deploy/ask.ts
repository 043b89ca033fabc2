// Asks for a secret at the terminal without showing it.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { ScriptError } from "../run.ts";
import type { Secret } from "../secrets.ts";

/** What the environment variable of this name has; otherwise what is entered. */
export async function askForSecret({ name, hint }: Secret): Promise<string> {
  const given = process.env[name];
  if (given) return given;
  if (!process.stdin.isTTY)
    throw new ScriptError(`${name} is missing: set it in the environment, or run this at a terminal.`);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  process.stdout.write(`${name}, ${hint} (not shown): `);
  try {
    return (await terminal.question("")).trim();
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}
