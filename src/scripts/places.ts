// `npm run places` lists the databases that have payments: D1, which is `home`, and cells. Other commands:
//
//   npm run places -- spread MERCHANT DIGITS       prints the entry of CELLS that spreads a merchant over 16, 256 or 4,096
//                                                  cells, with 6, 7 or 8 digits
//   npm run places -- settle-keys MERCHANT         ends that its requests with an Idempotency-Key ask home
//   npm run places -- query PLACE STATEMENT        prints what a SELECT returns, 1,000 rows at most
//   npm run places -- export PLACE --output FILE   writes all tables as SQL that sqlite3 reads, a thousand rows at a time: what
//                                                  changes meanwhile may be in some of them and not in others
//   npm run places -- restore CELL TIME            puts a cell back to a time of the last 30 days, such as
//                                                  2026-12-01T00:00:00Z, or to the bookmark that an earlier restore printed
//   npm run places -- renew-copies [CELL]          after home was put back: makes all copies of accounts in cells again; those in
//                                                  CELL after a restore that could not do so itself
//
// It calls the local service with the PLACES_TOKEN of .dev.vars, or with PUBLIC_URL and PLACES_TOKEN of the environment another.
import { closeSync, openSync, writeSync } from "node:fs";
import { DATABASE_BYTES_MAX, HOME } from "../core/domain/shards/cells.ts";
import { cellsOfEach, slotOf } from "../core/domain/shards/shard-ids.ts";
import { readDevVars } from "./dev-vars.ts";
import { run, ScriptError } from "./run.ts";
import { runningServiceUrl } from "./running-service.ts";

const SPREAD_AFTER_MS = 15 * 60_000;

type Row = Record<string, string | number | null>;

interface Page {
  rows: Row[];
  has_more: boolean;
  size_bytes: number | null;
}

const COMMANDS = new Map<string, (...args: string[]) => Promise<void>>([
  ["spread", spread],
  ["settle-keys", copyKeyedIds],
  ["query", printQuery],
  ["export", exportShard],
  ["restore", restore],
  ["renew-copies", renewCopies],
]);

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) return await list();
  const perform = COMMANDS.get(name);
  // The only parameter that may be left out is that of the command without others.
  if (perform === undefined || args.length < perform.length || args.length > Math.max(1, perform.length))
    throw new ScriptError("npm run places -- --help says which commands there are.");
  await perform(...args);
});

async function list(): Promise<void> {
  const home = await query(
    HOME,
    `SELECT position ->> '$.byType."payment.completed"' AS payments, updated_at AS at
     FROM sweep_positions WHERE part = 'counted_events'`,
  );
  line(HOME, home.size_bytes ?? 0, home.rows[0]);
  for (let after = ""; ; ) {
    const { rows, has_more } = await query(
      HOME,
      `SELECT cell, size_bytes, event_counts ->> '$.byType."payment.completed"' AS payments, reported_at AS at
       FROM cell_reports WHERE cell > ? ORDER BY cell`,
      [after],
    );
    for (const row of rows) line(String(row.cell), Number(row.size_bytes), row);
    if (!has_more) return;
    after = String(rows.at(-1)?.cell);
  }
}

function line(shard: string, bytes: number, counted: Row = {}): void {
  const share = ((100 * bytes) / DATABASE_BYTES_MAX).toFixed(1);
  const at = counted.at === undefined ? "not counted yet" : new Date(Number(counted.at)).toISOString();
  const payments = counted.payments ?? 0;
  console.log(`${shard.padEnd(8)}  ${(bytes / 1e6).toFixed(1)} MB  ${share} %  ${payments} payments  ${at}`);
}

async function spread(merchantId: string, text: string): Promise<void> {
  const digits = Number(text);
  if (![6, 7, 8].includes(digits)) throw new ScriptError("DIGITS must be 6, 7 or 8.");
  const { rows } = await query(HOME, "SELECT business_name FROM merchants WHERE id = ?", [merchantId]);
  const [merchant] = rows;
  if (merchant === undefined) throw new ScriptError(`There is no merchant ${merchantId}.`);
  const since = `${new Date(Date.now() + SPREAD_AFTER_MS).toISOString().slice(0, 19)}Z`;
  console.log(`${digits}@${since}/${slotOf(merchantId)}`);
  console.log(
    `Add this to the end of CELLS, after a comma, and deploy before then: new payments of ${merchant.business_name} are then in ${cellsOfEach(digits)} cells.`,
  );
}

async function copyKeyedIds(merchantId: string): Promise<void> {
  let chunks = 0;
  for (let cursor: object | null | undefined; cursor !== null; chunks++) {
    const { next } = await post<{ next: object | null }>("settle-keys", { merchant_id: merchantId, cursor });
    cursor = next;
  }
  console.log(`The keys of ${merchantId} are settled, in ${chunks} chunks of up to 1,000 intents.`);
}

async function printQuery(shard: string, statement: string): Promise<void> {
  const { rows, has_more } = await query(shard, statement);
  for (const row of rows) console.log(JSON.stringify(row));
  if (has_more) console.error("There are more rows.");
}

async function exportShard(shard: string, option: string, file: string): Promise<void> {
  if (option !== "--output") throw new ScriptError("Say where to: --output FILE.");
  const { rows: objects } = await query(
    shard,
    `SELECT type, name, sql FROM sqlite_master
     WHERE sql NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_*'`,
  );
  const tables = objects.filter(({ type }) => type === "table");
  const output = openNew(file);
  const write = (text: string) => writeSync(output, `${text}\n`);
  write("BEGIN;");
  for (const { sql } of tables) write(`${sql};`);
  let count = 0;
  for (const { name } of tables) {
    for await (const values of rowsOf(shard, String(name))) {
      write(`INSERT INTO "${name}" VALUES (${values.join(",")});`);
      count++;
    }
  }
  for (const { type, sql } of objects) if (type !== "table") write(`${sql};`);
  write("COMMIT;");
  closeSync(output);
  console.log(`${tables.length} tables with ${count} rows are in ${file}.`);
}

function openNew(file: string): number {
  try {
    return openSync(file, "wx");
  } catch {
    throw new ScriptError(`${file} exists already, or cannot be written.`);
  }
}

/** Each row as SQL literals, in the order of the primary key. */
async function* rowsOf(shard: string, table: string): AsyncGenerator<string[]> {
  const describe = "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid";
  const { rows: columns } = await query(shard, describe, [table]);
  const literals = columns.map(({ name }, at) => `quote("${name}") AS v${at}`);
  const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  const names = keys.length === 0 ? ["rowid"] : keys.map(({ name }) => `"${name}"`);
  const isBlob = (at: number) => keys[at]?.type === "BLOB";
  const positions = names.map((name, at) => `${isBlob(at) ? `hex(${name})` : name} AS k${at}`);
  const after = names.map((_, at) => (isBlob(at) ? "unhex(?)" : "?"));
  const selectFrom = (where: string) =>
    `SELECT ${[...literals, ...positions]} FROM "${table}" ${where} ORDER BY ${names}`;
  let page = await query(shard, selectFrom(""));
  for (;;) {
    for (const row of page.rows) yield literals.map((_, at) => String(row[`v${at}`]));
    const last = page.rows.at(-1);
    if (!page.has_more || last === undefined) return;
    const position = names.map((_, at) => last[`k${at}`] ?? null);
    page = await query(shard, selectFrom(`WHERE (${names}) > (${after})`), position);
  }
}

async function restore(cell: string, to: string): Promise<void> {
  const { bookmark } = await post<{ bookmark: string }>("restore", { cell, to });
  console.log(`Cell ${cell} is as at ${to}. To undo it: npm run places -- restore ${cell} ${bookmark}`);
  await pushCopies();
}

/** Renews the copies in one cell, or in all. */
async function renewCopies(...[cell]: string[]): Promise<void> {
  await post("outdate-copies", { cell });
  await pushCopies();
}

/** It takes several rounds, because each takes only some of a merchant's copies: one that is spread has thousands. */
async function pushCopies(): Promise<void> {
  let [stale, before] = [0, Number.POSITIVE_INFINITY];
  do {
    for (let after: string | null = ""; after !== null; )
      ({ next: after, stale } = await post<{ next: string | null; stale: number }>("renew-copies", {
        after,
      }));
    if (stale >= before) throw new ScriptError(await describeStale(stale));
    before = stale;
  } while (stale > 0);
  console.log("All copies of accounts are up to date.");
}

async function describeStale(count: number): Promise<string> {
  const { rows } = await query(
    HOME,
    "SELECT merchant_id, cell FROM account_copies WHERE copied_version < version LIMIT 20",
  );
  const some = rows.map(({ merchant_id, cell }) => `  of ${merchant_id} in ${cell}`).join("\n");
  return `${count} copies of accounts could not be made: account_copy_failed in the log says why. The service repeats them. Some are:\n${some}`;
}

async function query(
  shard: string,
  statement: string,
  params: (string | number | null)[] = [],
): Promise<Page> {
  return await post<Page>("query", { place: shard, statement, params });
}

async function post<Body>(path: string, json: object): Promise<Body> {
  const isLocal = !("PUBLIC_URL" in process.env);
  const { PLACES_TOKEN: token } = isLocal ? readDevVars() : process.env;
  if (!token)
    throw new ScriptError(`PLACES_TOKEN is missing ${isLocal ? "in .dev.vars" : "in the environment"}.`);
  const url = `${process.env.PUBLIC_URL ?? runningServiceUrl()}/internal/places/${path}`;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(json) }).catch(() => {
    throw new ScriptError(`No service responds at ${url}.`);
  });
  const body = (await response.json().catch(() => {
    throw new ScriptError(`${url} responded with ${response.status}, and not with JSON.`);
  })) as Body & { error: string; code: string };
  if (body.code === "route_not_found")
    throw new ScriptError("The service has no PLACES_TOKEN: set it, and delete it afterwards.");
  if (!response.ok) throw new ScriptError(`${response.status}: ${body.error}`);
  return body;
}
