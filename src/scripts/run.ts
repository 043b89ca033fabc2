import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { isEnding } from "./child-process.ts";

/** Something that the user can put right; the message is one sentence that says how. */
export class ScriptError extends Error {}

/** With `--help`: prints the usage, which is the comment that begins the script unless another is given, and ends. */
export function offerHelp(usage = openingComment(process.argv[1] ?? "")): void {
  if (!process.argv.includes("--help")) return;
  console.log(usage);
  process.exit(0);
}

/** What the script was called with. A wrong option ends it with a sentence that names it. */
export function readOptions<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\nWith --help, it says what it can do.`);
    process.exit(1);
  }
}

function openingComment(script: string): string {
  const [comment = ""] = /^(\/\/.*\n)*/.exec(readFileSync(script, "utf8")) ?? [];
  return comment.replaceAll(/^\/\/ ?/gm, "").trimEnd();
}

/**
 * Ends the script with status 1 when `main` fails, except when a signal ends it: children that stop are then no failure.
 * Offers help first, so what a script does stands in `main`.
 */
export async function run(main: () => Promise<void>, usage?: string): Promise<void> {
  offerHelp(usage);
  try {
    await main();
  } catch (error) {
    if (isEnding) return;
    console.error(error instanceof ScriptError ? error.message : error);
    process.exit(1);
  }
}
