// The audit of the ledger in a copy of its books. Runs in Node.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { sealJournal } from "#core/ledger/chain.ts";
import { databaseBinding, type Rows } from "#scripts/sqlite-d1.ts";
import { createNodeLedger, newBooks, TOKEN } from "../support/node-ledger.ts";

const directory = mkdtempSync(join(tmpdir(), "payments-audit-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A wallet that has paid three times, sealed. */
async function makeBooks(): Promise<Rows> {
  const rows = newBooks();
  const db = openDatabase(databaseBinding(rows));
  const ledger = createNodeLedger({ db });
  const post = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${TOKEN}`, "Idempotency-Key": crypto.randomUUID() };
    const init = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
    expect(await ledger.request(path, { ...init, body: JSON.stringify(body) })).toMatchObject({
      status: 201,
    });
  };
  await post("/v1/accounts", { account_id: "wallet", currency: "USD", opening_balance: "10.00" });
  const accounts = { from_account_id: "wallet", to_account_id: "merchant" };
  for (const amount of ["1.00", "2.00", "3.00"])
    await post("/v1/transactions", { transaction_type: "payment", ...accounts, amount, currency: "USD" });
  await sealJournal(db, 100);
  return rows;
}

/** Writes tables and rows as `wrangler d1 export` does. */
function exported(rows: Rows): string {
  const tables = rows.query(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name LIKE 'ledger%'",
  );
  const statements = tables.flatMap(({ name, sql }) => {
    const columns = rows.query(`SELECT name FROM pragma_table_info('${name}')`).map((column) => column.name);
    const quoted = columns.map((column) => `quote("${column}")`).join(" || ',' || ");
    const values = rows.query(`SELECT ${quoted} AS list FROM "${name}"`);
    return [sql, ...values.map(({ list }) => `INSERT INTO "${name}" VALUES (${list})`)];
  });
  return `${statements.join(";\n")};\n`;
}

function audit(rows: Rows) {
  const file = join(directory, "ledger.sql");
  writeFileSync(file, exported(rows));
  const { status, stdout } = spawnSync(process.execPath, ["src/scripts/audit-ledger.ts", file], {
    encoding: "utf8",
  });
  return { status, stdout };
}

it("says that books are in order, and what is wrong with those that somebody has changed", async () => {
  const rows = await makeBooks();
  expect(audit(rows)).toEqual({ status: 0, stdout: "The books are in order.\n" });
  rows.query("UPDATE ledger_balances SET balance_minor = balance_minor + 1 WHERE account_id = 'merchant'");
  const { status, stdout } = audit(rows);
  expect(status).toBe(1);
  expect(stdout).toBe("sum_not_zero USD\nbalance_wrong merchant USD\ntotal_wrong USD merchants\n3 faults.\n");
});
