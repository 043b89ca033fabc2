import { isEnding } from "./child-process.ts";

/** Something that the user can put right; the message is one sentence that says how. */
export class ScriptError extends Error {}

/** Ends the script with status 1 when `main` fails, except when a signal ends it: children that stop are then no failure. */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (isEnding) return;
    console.error(error instanceof ScriptError ? error.message : error);
    process.exit(1);
  }
}
