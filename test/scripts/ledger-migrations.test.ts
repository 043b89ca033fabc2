// The ledger has the same tables in its own database as in the sandbox's. Runs in Node.
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";

/** Tables, indexes and triggers of the ledger by name, without the white space of their statements. */
function ledgerIn(migrations: string): Record<string, string> {
  const database = new DatabaseSync(":memory:");
  for (const path of globSync(migrations).sort()) database.exec(readFileSync(path, "utf8"));
  const rows = database.prepare("SELECT name, sql FROM sqlite_schema WHERE name LIKE 'ledger%'").all();
  return Object.fromEntries(
    rows.map(({ name, sql }) => [String(name), String(sql).replaceAll(/[\s`"]+/g, " ")]),
  );
}

it("the ledger's own database has the sandbox's tables of the ledger, its reports and its audit's position", () => {
  const own = ledgerIn("migrations/ledger/*.sql");
  const { ledger_reports, ledger_reports_due, ledger_transactions_settled, ledger_audits, ...shared } = own;
  expect(shared).toEqual(ledgerIn("migrations/*.sql"));
  for (const only of [ledger_reports, ledger_reports_due, ledger_transactions_settled, ledger_audits])
    expect(only).toMatch(/^CREATE/);
});
