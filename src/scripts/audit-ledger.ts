// `npm exec -- node src/scripts/audit-ledger.ts FILE` audits the ledger's books in a copy, as `wrangler d1 export` writes it: whether they
// add up, every transfer has what it moved, and nothing has been changed since it was sealed. Exits with 1 when not.
import { readFileSync } from "node:fs";
import { openDatabase } from "../core/db/client.ts";
import { auditAll } from "../core/ledger/audit.ts";
import { run, ScriptError } from "./run.ts";
import { databaseBinding, Rows } from "./sqlite-d1.ts";

const PAGE = 1_000;

await run(async () => {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0)
    throw new ScriptError("Usage: npm exec -- node src/scripts/audit-ledger.ts FILE");
  const rows = new Rows(":memory:", { isMigrated: true });
  rows.load(readFileSync(file, "utf8"));
  const db = openDatabase(databaseBinding(rows));
  let faults = 0;
  for await (const { fault, subject } of auditAll(db, PAGE)) {
    console.log(`${fault} ${subject}`);
    faults++;
  }
  console.log(faults === 0 ? "The books are in order." : `${faults} faults.`);
  process.exitCode = faults === 0 ? 0 : 1;
});
