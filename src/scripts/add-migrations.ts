// `npm run db:generate -- --name NAME`: adds a migration to each database whose tables have changed, as drizzle-kit writes it. What it
// cannot write, such as triggers and WITHOUT ROWID, is added by hand. No released migration is edited: their digests are in
// test/fixtures/migrations.json.
import { execFileSync } from "node:child_process";
import { readOptions, run, ScriptError } from "./run.ts";

const CONFIGS = [
  "src/core/db/drizzle.config.ts",
  "src/core/db/drizzle.cells.config.ts",
  "src/core/ledger/drizzle.config.ts",
];

await run(async () => {
  const { name } = readOptions({ options: { name: { type: "string" } } }).values;
  if (name === undefined) throw new ScriptError("Usage: npm run db:generate -- --name NAME");
  for (const config of CONFIGS)
    execFileSync("drizzle-kit", ["generate", "--config", config, "--name", name], { stdio: "inherit" });
});
