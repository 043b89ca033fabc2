// `npm run doctor`: checks a deployment before it takes money. Exits with 1 when a check fails, and with 2 when the
// arguments make no sense; USAGE in target.ts says what it takes.
import { run } from "../run.ts";
import { diagnose } from "./diagnose.ts";
import { readArguments, readTarget, USAGE, UsageError } from "./target.ts";

await run(async () => {
  try {
    const { environment, url, rehearsal } = readArguments(process.argv.slice(2));
    const isWell = await diagnose(readTarget(environment, url, process.env), rehearsal);
    process.exitCode = isWell ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}, USAGE);
