// Migrations make the tables that the code knows, and those that are released stay as they are. Runs in Node.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import cells from "#core/db/drizzle.cells.config.ts";
import home from "#core/db/drizzle.config.ts";
import ledger from "#core/ledger/drizzle.config.ts";
import released from "../fixtures/migrations.json" with { type: "json" };

function databaseOf(folder: string): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const path of globSync(`${folder}/*.sql`).sort()) database.exec(readFileSync(path, "utf8"));
  return database;
}

/** Each table has each column with its type, and the indexes. */
type Tables = Record<string, { columns: string[]; indexes: unknown[] }>;

function tablesIn(database: DatabaseSync): Tables {
  const all = (sql: string, name: string) => database.prepare(sql).all(name);
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const tables = names.map(({ name }) => {
    const columns = all("SELECT * FROM pragma_table_info(?)", String(name)).map((column) =>
      columnOf(column.name, column.type, Number(column.notnull) === 1, Number(column.pk) > 0),
    );
    const indexes = all("SELECT name FROM pragma_index_list(?) WHERE origin <> 'pk'", String(name));
    return [name, { columns: columns.sort(), indexes: indexes.map((index) => index.name).sort() }];
  });
  return Object.fromEntries(tables);
}

async function tablesOf(schema: string | string[] | undefined): Promise<Tables> {
  const modules = await Promise.all(
    globSync(schema ?? []).map((path): Promise<object> => import(resolve(path))),
  );
  const tables = modules.flatMap(Object.values).filter((value) => is(value, SQLiteTable));
  return Object.fromEntries(
    tables.map(getTableConfig).map(({ name, columns, indexes, primaryKeys }) => {
      const keys = new Set(primaryKeys.flatMap((key) => key.columns));
      const lines = columns.map((column) =>
        columnOf(column.name, column.getSQLType(), column.notNull, column.primary || keys.has(column)),
      );
      const unique = columns.filter(({ isUnique }) => isUnique).map(({ uniqueName }) => uniqueName);
      const named = [...indexes.map(({ config }) => config.name), ...unique];
      return [name, { columns: lines.sort(), indexes: named.sort() }];
    }),
  );
}

function columnOf(name: unknown, type: unknown, isRequired: boolean, isKey: boolean): string {
  return `${name} ${String(type).toLowerCase()}${isRequired ? " NOT NULL" : ""}${isKey ? " KEY" : ""}`;
}

describe.each([
  ["the payments' database", home],
  ["a cell", cells],
  ["the ledger's database", ledger],
])("%s", (_, { schema, out }) => {
  it("has the columns and indexes that its schema declares", async () => {
    expect(tablesIn(databaseOf(out ?? ""))).toEqual(await tablesOf(schema));
  });
});

/** Tables, indexes and triggers of the ledger by name, without the white space of their statements. */
function ledgerIn(folder: string): Record<string, string> {
  const rows = databaseOf(folder)
    .prepare("SELECT name, sql FROM sqlite_schema WHERE name LIKE 'ledger%'")
    .all();
  return Object.fromEntries(
    rows.map(({ name, sql }) => [String(name), String(sql).replaceAll(/[\s`"]+/g, " ")]),
  );
}

it("the ledger's own database has the sandbox's tables of the ledger, its reports and its audit's position", () => {
  const own = ledgerIn("migrations/ledger");
  const { ledger_reports, ledger_reports_due, ledger_transactions_settled, ledger_audits, ...shared } = own;
  expect(shared).toEqual(ledgerIn("migrations"));
  for (const only of [ledger_reports, ledger_reports_due, ledger_transactions_settled, ledger_audits])
    expect(only).toMatch(/^CREATE/);
});

describe("a released migration", () => {
  const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

  it("is never edited, for databases have it already: what changes is another one, with a digest of its own", () => {
    const paths = globSync("migrations/**/*.sql").sort();
    expect(Object.fromEntries(paths.map((path) => [path, digestOf(path)]))).toEqual(released);
  });
});
