// A cell behaves as D1 does: what both have in common is tried at both.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, getTableName, sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { isDatabaseFailure, openDatabase } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import * as schema from "#core/db/schema/cells.ts";
import { cleanUps, unfinishedWork } from "#core/db/schema/operations.ts";
import { type Cell, cellDatabase } from "#core/shards/cell-database.ts";
import { CELL_MIGRATIONS } from "#core/shards/cell-migrations.ts";

const objectOf = (name: string) => env.CELL_OBJECTS.getByName(name);
const databaseOf = (name: string) => cellDatabase(() => objectOf(name));

const INSERT = "INSERT INTO clean_ups VALUES (?, ?)";
const ALL = "SELECT merchant_id, passed FROM clean_ups ORDER BY merchant_id";

describe.each([
  ["D1", env.DB],
  ["a cell", databaseOf("0")],
])("%s", (_, database) => {
  const insert = (merchantId: string, passed = "1") => database.prepare(INSERT).bind(merchantId, passed);
  afterEach(async () => void (await database.prepare("DELETE FROM clean_ups").run()));

  it("returns rows as objects and as arrays", async () => {
    await database.batch([insert("a"), insert("b", "2")]);
    const all = database.prepare(ALL);

    expect((await all.all()).results).toEqual([
      { merchant_id: "a", passed: "1" },
      { merchant_id: "b", passed: "2" },
    ]);
    expect(await all.raw()).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
  });

  it("counts the rows that are read and written, those of triggers as well", async () => {
    const late = database.prepare(
      `INSERT INTO payment_intents (id, merchant_id, merchant_name, amount_minor, currency, description, status, expires_at,
         created_at, updated_at, completed_at, version, event_sequence, payment_declines, refund_declines)
       VALUES ('i', 'm', 'M', 1, 'USD', '', 'completed', 0, 0, 0, 3600001, 1, 1, 0, 0)`,
    );
    expect((await late.run()).meta).toMatchObject({ rows_written: 3 });
    expect((await insert("a").run()).meta).toMatchObject({ rows_read: 0, rows_written: 1 });
    expect((await database.prepare(ALL).run()).meta).toMatchObject({ rows_read: 1, rows_written: 0 });
    const [, none] = await database.batch([
      insert("b"),
      database.prepare("DELETE FROM clean_ups WHERE passed = 'x'"),
    ]);
    expect(none?.meta).toMatchObject({ rows_written: 0 });
  });

  it("stores blobs and booleans, and refuses what is undefined", async () => {
    const insertBlob = database.prepare(
      `INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status, attempts,
         late_position) VALUES ('m', hex(?1), 'i', 1, '', '', ?2, 0, 'none', ?3, ?4) RETURNING payload, attempts, late_position`,
    );
    const bytes = Uint8Array.of(0, 255);
    const stored = await insertBlob.bind(bytes, bytes.buffer, true, null).all();
    expect(stored.results).toEqual([{ payload: [0, 255], attempts: 1, late_position: null }]);
    expect(await insertBlob.bind([1, 2], bytes, 0, null).raw()).toEqual([[[0, 255], 0, null]]);
    expect(() => insertBlob.bind(undefined, bytes, 0, null).all()).toThrow("D1_TYPE_ERROR");
  });

  it("runs a batch in one transaction, in which a statement sees the changes of the one before", async () => {
    const db = openDatabase(database);
    const setPassed = (merchantId: string) =>
      db.update(cleanUps).set({ passed: "2" }).where(eq(cleanUps.merchantId, merchantId));
    const noteIfChanged = (intentId: string) => {
      const row = { intentId, merchantId: "a", work: "payment", since: 0 } as const;
      return insertIf(db, unfinishedWork, row, sql`changes() > 0`);
    };
    await insert("a").run();

    await db.batch([setPassed("nobody"), noteIfChanged("not"), setPassed("a"), noteIfChanged("noted")]);
    const [, changes] = await database.batch<{ n: number }>([
      insert("b"),
      database.prepare("SELECT changes() AS n"),
    ]);
    const failed = database.batch([insert("c"), insert("a")]);

    await expect(failed).rejects.toThrow(
      /^D1_ERROR: UNIQUE constraint failed: clean_ups.merchant_id: SQLITE_CONSTRAINT/,
    );
    expect(await failed.catch(isDatabaseFailure)).toBe(true);
    expect(changes?.results).toEqual([{ n: 1 }]);
    expect(await db.select({ id: unfinishedWork.intentId }).from(unfinishedWork)).toEqual([{ id: "noted" }]);
    expect(await database.prepare(ALL).raw()).toEqual([
      ["a", "2"],
      ["b", "1"],
    ]);
  });
});

describe("a cell", () => {
  const names = (name: string) =>
    runInDurableObject(objectOf(name), (_, { storage }) =>
      storage.sql
        .exec("SELECT name FROM sqlite_master")
        .toArray()
        .map((row) => row.name),
    );
  const insertInto = (database: D1Database, merchantId: string) =>
    database.prepare(INSERT).bind(merchantId, "1");

  it("gets its tables with its first row: whatever asks for an invented one leaves nothing behind", async () => {
    const database = databaseOf("invented");
    const db = openDatabase(database);
    const statements = [ALL, "SELECT 1", "UPDATE clean_ups SET passed = '2'", "DELETE FROM clean_ups"];
    const results = await database.batch(statements.map((query) => database.prepare(query)));

    expect(results.map((result) => result.results)).toEqual([[], [], [], []]);
    expect(results.map(({ meta }) => meta.rows_written)).toEqual([0, 0, 0, 0]);
    expect(await db.select().from(cleanUps).get()).toBeUndefined();
    expect(await names("invented")).toEqual([]);

    const failed = database.batch([insertInto(database, "a"), insertInto(database, "a")]);
    await expect(failed).rejects.toThrow("UNIQUE constraint failed");
    expect(await names("invented")).toEqual([]);

    await insertInto(database, "a").run();
    expect(await names("invented")).toContain("clean_ups");
  });

  it("that has fewer migrations is migrated by whoever needs more", async () => {
    const all = [...CELL_MIGRATIONS, "ALTER TABLE clean_ups ADD note text"];
    let calls = 0;
    const next = cellDatabase(() => ({
      run: (statements, _needed, migrations) => {
        calls += 1;
        return objectOf("older").run(statements, all.length, migrations && all);
      },
    }));
    const notes = async () =>
      await next.prepare("SELECT merchant_id, note FROM clean_ups ORDER BY merchant_id").raw();
    const before = databaseOf("older");

    expect(await notes()).toEqual([]);
    await insertInto(before, "a").run();
    expect(calls).toBe(1);
    expect(await notes()).toEqual([["a", null]]);
    expect(calls).toBe(3);
    await before.prepare("INSERT INTO clean_ups (merchant_id, passed) VALUES ('b', '1')").run();
    expect(await notes()).toEqual([
      ["a", null],
      ["b", null],
    ]);
    expect(calls).toBe(4);
  });

  it.each([
    ["is read again, once", [ALL, "WITH one AS (SELECT 1) SELECT * FROM one"], 2],
    ["is not written to again", [ALL, "INSERT INTO clean_ups VALUES ('a', '1')"], 1],
    ["does not get an UPDATE again", ["UPDATE clean_ups SET passed = '2'"], 1],
  ])("that was restarted %s", async (_, queries, calls) => {
    const run = vi.fn<Cell["run"]>(async () => {
      throw Object.assign(new Error("the object was reset"), { retryable: true });
    });
    const database = cellDatabase(() => ({ run }));
    const failed = database.batch(queries.map((query) => database.prepare(query)));

    await expect(failed).rejects.toThrow("D1_ERROR: the object was reset");
    expect(run).toHaveBeenCalledTimes(calls);
  });

  it("has the same tables, indexes and triggers as the home database, but what counts there or writes what cells lack, and what home has none of", async () => {
    const own = Object.values(schema).map(getTableName);
    const tables = own.filter((name) => !["settled_ids", "wallet_places", "latest_blocks"].includes(name));
    const shapeOf = async (database: D1Database) => {
      const columns = tables.map((table) => database.prepare(`PRAGMA table_info(${table})`));
      const all = (await database.batch<{ cid: number; name: string }>(columns)).map(
        ({ results }) => results,
      );
      return {
        columns: all.map((ofTable) =>
          Object.fromEntries(ofTable.map(({ cid, name, ...column }) => [name, column])),
        ),
        others: await database
          .prepare(
            `SELECT name, CASE type WHEN 'table' THEN sql LIKE '%) WITHOUT ROWID' ELSE sql END FROM sqlite_master own
             WHERE tbl_name IN (SELECT value FROM json_each(?1)) AND sql NOT NULL
               AND sql NOT LIKE '%UPDATE _account_copies_%'
               AND NOT EXISTS (SELECT 1 FROM sqlite_master other
                 WHERE other.type = 'table' AND other.name NOT IN (SELECT value FROM json_each(?1))
                   AND instr(own.sql, '\`' || other.name || '\`') > 0) ORDER BY name`,
          )
          .bind(JSON.stringify(tables))
          .raw(),
      };
    };
    const cell = databaseOf("tables");
    await insertInto(cell, "a").run();
    const made = cell.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    );

    expect(await shapeOf(cell)).toEqual(await shapeOf(env.DB));
    expect((await made.raw()).flat().sort()).toEqual(own.sort());
  });
});
