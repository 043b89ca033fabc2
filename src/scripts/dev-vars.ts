// Creates and reads .dev.vars, the file with the local secrets. It is never committed or printed.
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const FILE = ".dev.vars";

/** Returns true when it has created the file. A file from before a secret was introduced is completed. */
export function ensureDevVars(): boolean {
  if (existsSync(FILE)) {
    addIdempotencyKeySecret();
    return false;
  }
  const secret = () => randomBytes(32).toString("base64url");
  const lines = {
    MASTER_KEY: randomBytes(32).toString("base64"),
    IDEMPOTENCY_KEY_SECRET: randomBytes(32).toString("base64"),
    ADMIN_CLIENT_ID: "platform-admin",
    ADMIN_CLIENT_SECRET: secret(),
    LEDGER_TOKEN: secret(),
    LEDGER_EVENTS_SECRET: `whsec_${randomBytes(32).toString("base64")}`,
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
  const text = Object.entries(lines)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join("");
  writeFileSync(FILE, text, { mode: 0o600 });
  return true;
}

/** An existing value stays, even if it is empty or malformed: the user has to correct it. */
function addIdempotencyKeySecret(): void {
  const text = readFileSync(FILE, "utf8");
  if (/^\s*(export\s+)?IDEMPOTENCY_KEY_SECRET\s*=/m.test(text)) return;
  const separator = text === "" || text.endsWith("\n") ? "" : "\n";
  appendFileSync(FILE, `${separator}IDEMPOTENCY_KEY_SECRET="${randomBytes(32).toString("base64")}"\n`);
}

export function readDevVars(): Record<string, string> {
  const pairs = readFileSync(FILE, "utf8").matchAll(/^([A-Z_]+)="?([^"\n]*)"?$/gm);
  return Object.fromEntries(Array.from(pairs, ([, name = "", value = ""]) => [name, value]));
}
