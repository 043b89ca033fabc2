// Fails when our list of ISO 4217 is too old: the standard publishes changes about once a year. A weekly proof runs it.
import { readFileSync } from "node:fs";
import { run, ScriptError } from "./run.ts";

const MONTHS_MAX = 18;
const LIST = "src/scripts/generate/iso-4217.json";

async function requireRecent(): Promise<void> {
  const { published } = JSON.parse(readFileSync(LIST, "utf8")) as { published: string };
  const endsAt = new Date(published);
  endsAt.setUTCMonth(endsAt.getUTCMonth() + MONTHS_MAX);
  if (Date.now() >= endsAt.getTime())
    throw new ScriptError(`${LIST} is of ${published}: bring it up to date.`);
  console.log(`The list of ISO 4217 is of ${published}.`);
}

await run(requireRecent);
