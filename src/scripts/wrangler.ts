// Runs this project's wrangler without an account, network access or prompts.
import type { ChildProcess, StdioOptions } from "node:child_process";
import { join } from "node:path";
import { outputOf, startChild } from "./child-process.ts";
import type { Deployable } from "./deploy/settings.ts";

export const WORKERS: Record<Deployable, readonly string[]> = {
  sandbox: ["--env", ""],
  live: ["--env", "live"],
  ledger: ["--config", "wrangler.ledger.toml"],
};

const PROGRAM = join("node_modules", "wrangler", "bin", "wrangler.js");
const QUIET = {
  CI: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};

export function startWrangler(
  args: readonly string[],
  { stdio, env = {} }: { stdio: StdioOptions; env?: Record<string, string> },
): ChildProcess {
  return startChild(process.execPath, [PROGRAM, ...args], {
    stdio,
    env: { ...process.env, ...QUIET, ...env },
  });
}

/** Resolves with what it prints. Throws with wrangler's output when it fails. */
export async function runWrangler(
  args: readonly string[],
  input?: string,
  env: Record<string, string> = {},
): Promise<string> {
  const child = startWrangler(args, {
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    env: { WRANGLER_LOG: "log", FORCE_COLOR: "0", ...env },
  });
  child.stdin?.end(input);
  const { status, printed, errors } = await outputOf(child);
  if (status !== 0) throw new Error(`wrangler ${args.join(" ")} failed: ${printed}\n${errors}`);
  return printed;
}
