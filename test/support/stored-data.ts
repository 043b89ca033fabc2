// What is stored and what others hold of it, as test/fixtures/stored has it: read from databases and objects, and put back.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { CHECKS } from "#core/domain/reconciliation/reconciliation.ts";
import { PART_SECTIONS } from "#core/wire/shared/export.ts";
import { sectionsWith } from "#parts/exports/domain/merchant-export.ts";
import { exportCursor } from "#parts/exports/wire/present-merchant-export.ts";
import { checkCursor } from "#parts/reconciliation/wire/requests.ts";
import { adminToken, type CallOptions, call } from "./api.ts";
import { deskCookieOf } from "./desks.ts";
import { objectOf } from "./objects.ts";
import { UNKNOWN_ID } from "./paths.ts";
import { SAME_ORIGIN } from "./sessions.ts";
import { merchantToken, walletToken } from "./tokens.ts";

/** A statement for each row, without what is null. */
type Inserts = string[];

export interface StoredData {
  home: Inserts;
  /** By the names of cells. */
  cells: Record<string, Inserts>;
  ledger: Inserts;
  /** What the objects of intents store under each key, by the intents' ids. */
  objects: Record<string, Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever merchants, customers and tablets hold
  held: any;
}

declare module "vitest" {
  interface TaskMeta {
    /** For test/fixtures/stored/write.ts. */
    stored?: StoredData;
  }
}

type Run = (sql: string, ...params: string[]) => Promise<Record<string, unknown>[]>;

export const runIn =
  (database: D1Database): Run =>
  async (sql, ...params) =>
    (
      await database
        .prepare(sql)
        .bind(...params)
        .all()
    ).results;

export const runInCell =
  (name: string): Run =>
  (sql, ...params) =>
    runInDurableObject(env.CELL_OBJECTS.getByName(name), (_, { storage }) =>
      storage.sql.exec(sql, ...params).toArray(),
    );

/** Lists the tables that migrations have made. */
export async function tablesOf(run: Run): Promise<string[]> {
  const rows = await run(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_cf_%'
     AND name <> 'd1_migrations' ORDER BY name`,
  );
  return rows.map(({ name }) => String(name));
}

export async function readRows(run: Run): Promise<Inserts> {
  const found: Inserts = [];
  for (const table of await tablesOf(run)) {
    const columns = (await run("SELECT name FROM pragma_table_info(?)", table)).map(({ name }) => name);
    const rows = await run(`SELECT ${columns.map((name) => `quote(${name}) AS ${name}`)} FROM ${table}`);
    const inserts = rows.map((row) => {
      const given = Object.entries(row).filter(([, value]) => value !== "NULL");
      const [names, values] = [given.map(([name]) => name), given.map(([, value]) => value)];
      return `INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")})`;
    });
    found.push(...inserts.sort());
  }
  return found;
}

/** In place of all that is there, without what triggers would add. */
export async function writeRows(run: Run, inserts: Inserts): Promise<void> {
  const triggers = await run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`);
  for (const table of await tablesOf(run)) await run(`DELETE FROM ${table}`);
  for (const insert of inserts) await run(insert);
  for (const { sql } of triggers) await run(String(sql));
}

/** Leaves out the intents whose objects are empty. */
export async function readObjects(intentIds: readonly string[]): Promise<StoredData["objects"]> {
  const found: StoredData["objects"] = {};
  for (const id of intentIds) {
    const values = await runInDurableObject(objectOf(id), (_, { storage }) => [...storage.kv.list()]);
    if (values.length > 0) found[id] = Object.fromEntries(values);
  }
  return found;
}

export async function writeObjects(objects: StoredData["objects"]): Promise<void> {
  for (const [id, values] of Object.entries(objects)) {
    await runInDurableObject(objectOf(id), async (_, { storage }) => {
      for (const [key, value] of Object.entries(values)) storage.kv.put(key, value);
      const { alarmAt } = values.document as { alarmAt: number | null };
      if (alarmAt !== null) await storage.setAlarm(alarmAt);
    });
  }
}

/** Where the cursors of reconciliation's checks and of an export's sections are. */
export const CHECK_POSITION = { place: "5", position: { at: 1, key: "ünïcode", id: UNKNOWN_ID } };
export const EXPORT_POSITION = { place: "5", after: { at: 1, id: UNKNOWN_ID }, startedAt: 2 };

/** The lists whose pages are turned with a cursor, and who reads them. */
export const LISTS = [
  ["merchant", "/merchant/api/v1/payment-intents"],
  ["merchant", "/merchant/api/v1/counters"],
  ["merchant", "/merchant/api/v1/webhook-deliveries"],
  ["merchant", "/merchant/api/v1/audit-trail"],
  ["merchant", "/merchant/api/v1/events"],
  ["admin", "/merchant/api/v1/merchants"],
  ["admin", "/merchant/api/v1/admin/audit-trail"],
  ["admin", "/merchant/api/v1/admin/movements"],
  ["admin", "/merchant/api/v1/public/merchants"],
  ["wallet", "/wallet/api/v1/transactions"],
  ["desk", "/desk/api/v1/movements"],
] as const;

/** What each of them sends; tokens are valid at the clock's current time. */
export async function callersOf({ merchant, wallet, sessions }: StoredData["held"]) {
  return {
    merchant: { token: await merchantToken(merchant.id) },
    admin: { token: await adminToken() },
    wallet: { token: await walletToken(wallet.id) },
    desk: { headers: { ...SAME_ORIGIN, ...deskCookieOf(sessions.desk) } },
  } satisfies Record<string, CallOptions>;
}

/** The first of a list, or those behind a cursor; `next` is the cursor behind them. */
export async function readPage(path: string, options: CallOptions, limit: number, cursor?: string) {
  const name = path.endsWith("/events") ? "after" : "cursor";
  const from = cursor === undefined ? "" : `&${name}=${cursor}`;
  const { status, body } = await call("GET", `${path}?limit=${limit}${from}`, options);
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200);
  const items = Object.values(body).find(Array.isArray) ?? [];
  return { items, next: (body.next_cursor ?? body.next_after) as string };
}

export async function takeCursors(held: StoredData["held"]) {
  const [callers, lists] = [await callersOf(held), {} as Record<string, string>];
  for (const [by, path] of LISTS) lists[path] = (await readPage(path, callers[by], 1)).next;
  const checks = CHECKS.map((check) => checkCursor.format({ check, ...CHECK_POSITION }));
  const sections = sectionsWith(PART_SECTIONS).map((section) =>
    exportCursor.format({ section, ...EXPORT_POSITION }),
  );
  return { lists, checks, sections };
}
