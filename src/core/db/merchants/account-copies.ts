// Accounts are at home; a cell has copies of those that it serves: the rows of the merchant and of its counters. Triggers raise
// the version of an account's copies with each change at home, so that an older copy never replaces a newer one. A cell is
// registered before the account is read for it: whatever changes the account is in what is read, or finds the cell.
import { and, asc, eq, getTableColumns, gt, lt, lte, type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { IndexColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Database, orUnavailable, type Shard } from "#core/db/client.ts";
import { excluded, excludedColumns } from "#core/db/prepared-statements.ts";
import { counters } from "#core/db/schema/counters.ts";
import { accountCopies, IS_STALE, merchants } from "#core/db/schema/merchants.ts";
import { sessions } from "#core/db/schema/sessions.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { callObject } from "#core/lib/call-object.ts";
import { chunksOf } from "#core/lib/chunks.ts";
import { registerCellForReports } from "#core/shards/cell-reports.ts";
import { insertSettled } from "#core/shards/keyed-ids-at-home.ts";
import type { Shards } from "#core/shards/shards.ts";

/** A parameter may have 2 MB, and a merchant any number of counters: they are read and stored a page at a time. */
const COUNTERS_PER_PAGE = 250;
/** Each of them is sent the whole account, and an isolate has 128 MB. */
const CELLS_AT_ONCE = 64;
const CHARACTERS_AT_ONCE = 16_000_000;
const NOW = sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`;

/** Serves a cell that lacks a merchant. An unknown one has nothing to copy. Throws DependencyError. */
export async function copyAccount(shards: Shards, merchantId: string, cell: Shard): Promise<void> {
  const { home } = shards;
  const copy = async () => {
    await home.batch(register(home, merchantId, [cell.name]));
    await copyTo(shards, merchantId, [cell.name]);
  };
  await inTime(copy());
}

/**
 * Copies an account that has changed to all cells that lack the change, or to any `most` of them. Throws DependencyError; those
 * that lack it still are stale. Cells that home does not know are registered, because home may have forgotten them in a restore.
 */
export async function renewCopies(shards: Shards, merchantId: string, most = Infinity): Promise<void> {
  shards.requireAccepted();
  if (!shards.hasCells) return;
  const cells = shards.ofMerchant(merchantId).flatMap(({ name: shard }) => (shard === HOME ? [] : [shard]));
  const { home } = shards;
  const isStale = and(eq(accountCopies.merchantId, merchantId), IS_STALE);
  const [, , stale] = await inTime(
    home.batch([
      ...register(home, merchantId, cells),
      home.select({ cell: accountCopies.cell }).from(accountCopies).where(isStale).orderBy(sql`random()`),
    ]),
  );
  const lacking = stale.slice(0, most).map(({ cell }) => cell);
  if (lacking.length > 0) await copyTo(shards, merchantId, lacking);
}

export async function countStaleCopies(home: Database): Promise<number> {
  return await home.$count(accountCopies, IS_STALE);
}

/**
 * Makes all copies stale, or those of a cell: at home or there, the database was put back to an earlier time. A cell then
 * has tills again that were revoked, so its next copies end all tills.
 */
export async function markCopiesStale(home: Database, cell?: string): Promise<void> {
  const version = sql`max(${accountCopies.version} + 1, ${NOW})`;
  await home
    .update(accountCopies)
    .set(cell === undefined ? { version } : { version, tillsEndedVersion: version })
    .where(cell === undefined ? undefined : eq(accountCopies.cell, cell));
}

/** Lists them in the order of their ids. */
export async function listStaleAccounts(home: Database, after: string, limit: number): Promise<string[]> {
  const rows = await home
    .selectDistinct({ merchantId: accountCopies.merchantId })
    .from(accountCopies)
    .where(and(gt(accountCopies.merchantId, after), IS_STALE))
    .orderBy(asc(accountCopies.merchantId))
    .limit(limit);
  return rows.map(({ merchantId }) => merchantId);
}

/**
 * The clock makes the version greater than those before a restore of home, which may have forgotten a suspension: a cell
 * that has such a copy ends its tills.
 */
function register(home: Database, merchantId: string, cells: readonly string[]) {
  const copies = home
    .insert(accountCopies)
    .select(
      sql`SELECT merchants.id, cell.value, ${NOW}, 0, ${NOW}
          FROM json_each(${JSON.stringify(cells)}) cell JOIN merchants ON merchants.id = ${merchantId} WHERE TRUE`,
    )
    .onConflictDoNothing();
  return [copies, registerCellForReports(home, merchantId)] as const;
}

async function copyTo(shards: Shards, merchantId: string, cells: string[]): Promise<void> {
  const { home } = shards;
  const { cell, version, tillsEndedVersion } = accountCopies;
  const isCopy = eq(accountCopies.merchantId, merchantId);
  const isAsked = sql`${cell} IN (SELECT value FROM json_each(${JSON.stringify(cells)}))`;
  const [copies, [merchant]] = await inTime(
    home.batch([
      home.select({ cell, version, tillsEndedVersion }).from(accountCopies).where(and(isCopy, isAsked)),
      home.select().from(merchants).where(eq(merchants.id, merchantId)),
    ]),
  );
  if (merchant === undefined) return;
  const account = { merchant, isSettled: shards.hasOnlyCells(merchant) };
  const failures: unknown[] = [];
  const store = async (copy: Copy, page: CounterPage) => {
    try {
      const stored = await inTime(storeCopy(shards.named(copy.cell), copy, account, page));
      if (stored === copy.version) return [copy];
      // Another copy was faster, unless home does not know of it: then it was put back to before that one.
      const isBehind = and(isCopy, eq(cell, copy.cell), lt(version, stored));
      const raise = home
        .update(accountCopies)
        .set({ version: stored + 1 })
        .where(isBehind);
      const raised = await inTime(raise.returning());
      if (raised.length > 0) await copyTo(shards, merchantId, [copy.cell]);
    } catch (error) {
      failures.push(error);
    }
    return [];
  };
  // The copies that have every page so far.
  let current = copies;
  for await (const page of counterPages(home, merchantId)) {
    const characters = JSON.stringify(account).length + page.rows.length;
    const cellsAtOnce = Math.max(1, Math.min(CELLS_AT_ONCE, Math.floor(CHARACTERS_AT_ONCE / characters)));
    const reached: Copy[] = [];
    for (const some of chunksOf(current, cellsAtOnce)) {
      const stored = (await Promise.all(some.map((copy) => store(copy, page)))).flat();
      if (page.until === null && stored.length > 0) await inTime(noteStored(home, merchantId, stored));
      reached.push(...stored);
    }
    current = reached;
  }
  if (failures.length > 0) throw failures[0];
}

type Copy = Pick<typeof accountCopies.$inferSelect, "cell" | "version" | "tillsEndedVersion">;

interface Account {
  merchant: Merchant;
  isSettled: boolean;
}

/** All counters that the merchant has with ids in this range. */
interface CounterPage {
  after: string;
  /** It is null for the last one. */
  until: string | null;
  /** JSON. */
  rows: string;
}

/** Lists them in the order of their ids; at least one page. What changes meanwhile raises the copies' versions. */
async function* counterPages(home: Database, merchantId: string): AsyncGenerator<CounterPage> {
  let after = "";
  for (;;) {
    const isNext = and(eq(counters.merchantId, merchantId), gt(counters.id, after));
    const query = home.select().from(counters).where(isNext).orderBy(asc(counters.id));
    const rows = await inTime(query.limit(COUNTERS_PER_PAGE).all());
    const until = rows.length < COUNTERS_PER_PAGE ? null : (rows.at(-1)?.id ?? null);
    yield { after, until, rows: JSON.stringify(rows) };
    if (until === null) return;
    after = until;
  }
}

async function noteStored(home: Database, merchantId: string, stored: readonly Copy[]): Promise<void> {
  await home.run(sql`
    UPDATE account_copies SET copied_version = stored.value ->> 'version' FROM json_each(${JSON.stringify(stored)}) stored
    WHERE merchant_id = ${merchantId} AND cell = stored.value ->> 'cell'
      AND copied_version < stored.value ->> 'version'`);
}

/**
 * Addresses stay at home. A cell that lacks the merchant gets its row with the last page, so that no counter seems unknown
 * before; one that has it, with the first. Returns the version that the cell has then: a greater one when it had that before.
 */
async function storeCopy(
  cell: Shard,
  { version, tillsEndedVersion }: Copy,
  { merchant, isSettled }: Account,
  { after, until, rows }: CounterPage,
): Promise<number> {
  const { id: merchantId } = merchant;
  const isLast = until === null;
  const greater = sql`max(${accountCopies.version}, ${version})`;
  const isNewest = sql`EXISTS (
    SELECT 1 FROM account_copies WHERE merchant_id = ${merchantId} AND version = ${version})`;
  const endsTills = sql`EXISTS (
    SELECT 1 FROM account_copies WHERE merchant_id = ${merchantId} AND version < ${tillsEndedVersion})`;
  const isGiven = isLast
    ? isNewest
    : sql`${isNewest} AND EXISTS (SELECT 1 FROM merchants WHERE id = ${merchantId})`;
  const isGone = and(
    eq(counters.merchantId, merchantId),
    gt(counters.id, after),
    isLast ? undefined : lte(counters.id, until),
    sql`${counters.id} NOT IN (SELECT value ->> 'id' FROM json_each(${rows}))`,
  );
  const store = [
    // A suspension may have begun and ended since the cell's last copy.
    cell.delete(sessions).where(and(eq(sessions.merchantId, merchantId), endsTills)),
    cell
      .insert(accountCopies)
      .values({ merchantId, cell: cell.name, version, copiedVersion: version })
      .onConflictDoUpdate({
        target: [accountCopies.merchantId, accountCopies.cell],
        set: { version: greater, copiedVersion: greater },
      })
      .returning({ version: accountCopies.version }),
    upsert(cell, merchants, [merchants.id], JSON.stringify([{ ...merchant, email: merchantId }]), isGiven),
    cell.delete(counters).where(and(isNewest, isGone)),
    upsert(cell, counters, [counters.merchantId, counters.id], rows, isNewest),
    ...(isLast && isSettled ? [insertSettled(cell, [merchantId])] : []),
  ] as const;
  const [, [stored]] = await callObject(true, () => cell.batch(store));
  return stored?.version ?? version;
}

/** Writes only the rows that differ. */
function upsert<T extends SQLiteTable>(
  cell: Shard,
  table: T,
  target: IndexColumn[],
  rows: string,
  condition: SQL,
) {
  const columns = getTableColumns(table);
  const fields = Object.keys(columns);
  const names = Object.values(columns).map(({ name }) => name);
  const values = fields.map((field) => sql`value ->> ${field}`);
  return cell
    .insert(table)
    .select(sql`SELECT ${list(values)} FROM json_each(${rows}) WHERE ${condition}`)
    .onConflictDoUpdate({
      target,
      set: excludedColumns(table, fields),
      setWhere: sql`(${list(Object.values(columns))}) IS NOT (${list(names.map(excluded))})`,
    });
}

function list(parts: readonly SQLChunk[]): SQL {
  return sql.join([...parts], sql`, `);
}

/** A step is a batch at home, or the copy in a cell. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  return await orUnavailable(work, "the account could not be copied");
}
