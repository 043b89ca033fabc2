// Creates and reads the files with the local secrets. They are never committed or printed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ScriptError } from "./run.ts";
import { makePushKeys, makeSecret, secretsOf } from "./secrets.ts";

export const SANDBOX_VARS = ".dev.vars";
/** Read by `wrangler dev --env live`. */
export const LIVE_VARS = ".dev.vars.live";

/** It reaches nobody; push services refuse keys without an address. */
const LOCAL_SUBJECT = "mailto:nobody@example.com";

/** Returns true when it has created the file. */
export function ensureDevVars(file = SANDBOX_VARS): boolean {
  if (existsSync(file)) return false;
  const names = [...secretsOf({}).map(({ name }) => name), "PLACES_TOKEN" as const];
  const secrets = names.map((name) => [name, makeSecret(name)]);
  const pushKeys = makePushKeys(LOCAL_SUBJECT);
  const lines = linesOf({ ...Object.fromEntries(secrets), ...pushKeys, WEBHOOK_ALLOW_PRIVATE: "true" });
  writeFileSync(file, lines, { mode: 0o600 });
  return true;
}

export function setDevVars(file: string, values: Record<string, string>): void {
  const others = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => !Object.keys(values).some((name) => line.startsWith(`${name}=`)));
  writeFileSync(file, `${others.join("\n")}\n${linesOf(values)}`);
}

function linesOf(values: Record<string, string>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}="${value}"\n`);
  return lines.join("");
}

/** Throws ScriptError when there is no such file. */
export function readDevVars(file = SANDBOX_VARS): Record<string, string> {
  if (!existsSync(file)) throw new ScriptError(`${file} is missing: the start script makes it.`);
  const pairs = readFileSync(file, "utf8").matchAll(/^([A-Z_]+)="?([^"\n]*)"?$/gm);
  return Object.fromEntries(Array.from(pairs, ([, name = "", value = ""]) => [name, value]));
}
