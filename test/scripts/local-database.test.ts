// The tables of a database on this machine, and what is not touched because other migrations made it. Runs in Node.
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { serialize } from "node:v8";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "#scripts/local-database.ts";

const project = process.cwd();
const directory = mkdtempSync(join(tmpdir(), "payments-local-database-"));
const DATABASE = { id: "local", migrations: "migrations", cellMigrations: "migrations/cells" };
const STATE = "state";
const STAMP = `${STATE}/v3/d1/migrated`;

beforeEach(() => {
  process.chdir(directory);
  for (const name of ["migrations", STATE]) rmSync(name, { recursive: true, force: true });
  cpSync(join(project, "migrations"), "migrations", { recursive: true });
});
afterAll(() => {
  process.chdir(project);
  rmSync(directory, { recursive: true, force: true });
});

const migrateState = () => migrate(STATE, DATABASE);

function inDatabase<Result>(work: (database: DatabaseSync) => Result): Result {
  const [file = ""] = globSync(`${STATE}/v3/d1/*/*.sqlite`).filter(
    (name) => !name.endsWith("metadata.sqlite"),
  );
  const database = new DatabaseSync(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const rowsOf = (sql: string) => inDatabase((database) => database.prepare(sql).all());
const run = (sql: string) => inDatabase((database) => database.exec(sql));
const schema = () =>
  rowsOf("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name");

describe("migrate", () => {
  it("makes the tables and notes it as wrangler does, and applies later only what is missing", async () => {
    await migrateState();
    const expected = new DatabaseSync(":memory:");
    expected.exec(readFileSync("migrations/0000_release_1.sql", "utf8"));
    const tables = expected.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").all();
    expect(schema()).toEqual(expect.arrayContaining(tables));
    expect(rowsOf("SELECT id, name FROM d1_migrations")).toEqual([{ id: 1, name: "0000_release_1.sql" }]);
    expect(rowsOf("SELECT * FROM row_counts")).toHaveLength(1);

    run("DELETE FROM row_counts");
    await migrateState();
    writeFileSync("migrations/0001_next.sql", "ALTER TABLE clean_ups ADD note text;");
    await migrateState();
    expect(rowsOf("SELECT note FROM clean_ups")).toEqual([]);
    expect(rowsOf("SELECT id, name FROM d1_migrations")[1]).toEqual({ id: 2, name: "0001_next.sql" });
    expect(rowsOf("SELECT * FROM row_counts")).toEqual([]);
  });

  it("makes all of them or none", async () => {
    writeFileSync(
      "migrations/0001_next.sql",
      "CREATE TABLE one (id text); CREATE TABLE merchants (id text);",
    );
    await expect(migrateState()).rejects.toThrow("already exists");
    expect(schema()).toEqual([]);
  });

  it.each([
    [
      "of an earlier state of the project",
      () => {
        run("UPDATE d1_migrations SET name = '0040_cells.sql'");
        // It was a digest of names.
        writeFileSync(STAMP, "7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730");
      },
      "state has the migration 0040_cells.sql, which this release does not have: delete that folder to begin anew, or keep it for the release that made it.",
    ],
    [
      "of a later release",
      () => {
        writeFileSync(STAMP, readFileSync(STAMP, "utf8").replace("cells/0000_release_1", "cells/0001_next"));
      },
      "state has the migration migrations/cells/0001_next.sql, which this release does not have: delete that folder to begin anew, or keep it for the release that made it.",
    ],
    [
      "whose file has been edited since",
      () => appendFileSync("migrations/0000_release_1.sql", "CREATE TABLE more (id text);"),
      "state was made by another migrations/0000_release_1.sql: delete that folder to begin anew, or put the file back to keep the data.",
    ],
    [
      "with cells whose file has been edited since",
      () => appendFileSync("migrations/cells/0000_release_1.sql", "CREATE TABLE more (id text);"),
      "state was made by another migrations/cells/0000_release_1.sql: delete that folder to begin anew, or put the file back to keep the data.",
    ],
    [
      "with a cell of another release",
      () => {
        rmSync(`${STATE}/v3/d1`, { recursive: true });
        addCell(4);
      },
      "state has the migration 4 of a cell (cell.sqlite), which this release does not have: delete that folder to begin anew, or keep it for the release that made it.",
    ],
  ])("stops at a state %s, and deletes nothing", async (_, change, message) => {
    await migrateState();
    addCell(1);
    await migrateState();
    change();
    const before = contents();
    await expect(migrateState()).rejects.toThrow(new Error(message));
    expect(contents()).toEqual(before);
  });
});

function addCell(migrated: number): void {
  const folder = `${STATE}/v3/do/merchant-payments-CellObject`;
  mkdirSync(folder, { recursive: true });
  rmSync(`${folder}/cell.sqlite`, { force: true });
  const cell = new DatabaseSync(`${folder}/cell.sqlite`);
  cell.exec("CREATE TABLE _cf_KV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID");
  cell.prepare("INSERT INTO _cf_KV VALUES ('migrated', ?)").run(serialize(migrated));
  cell.close();
}

function contents(): Record<string, string> {
  const files = globSync(`${STATE}/**/*.sqlite`).filter((name) => !name.endsWith("metadata.sqlite"));
  return Object.fromEntries(
    [...files, ...globSync(STAMP)].map((file) => [file, readFileSync(file, "base64")]),
  );
}
