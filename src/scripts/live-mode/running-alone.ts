// One service in live mode at a time in a folder, because its addresses are in .dev.vars.live.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { LIVE_VARS } from "../dev-vars.ts";
import { ScriptError } from "../run.ts";

const FILE = ".wrangler/live-mode.json";
const noteSchema = z.object({ url: z.string(), pid: z.number().int().positive() });

/** Until this script ends. Throws ScriptError while another one runs in this folder. */
export function runAlone(url: string): void {
  const other = readNote();
  if (other !== null && isRunning(other.pid)) {
    throw new ScriptError(
      `${other.url} already runs in live mode, with its addresses in this folder's ${LIVE_VARS}: stop it (process ${other.pid}) first, or use another copy of the project.`,
    );
  }
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify({ url, pid: process.pid })}\n`);
  process.on("exit", () => rmSync(FILE, { force: true }));
}

/** Null when there is none, or none that can be read. */
function readNote(): z.infer<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(FILE, "utf8")));
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
