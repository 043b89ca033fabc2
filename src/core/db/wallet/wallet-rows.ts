// The tables with rows of a wallet, for its export and its erasure. A new table with a column `wallet_id` gets a line here, or
// its part gives it, and an index that begins with that column; a test fails for one that is in no list.

import { eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database, Shard } from "#core/db/client.ts";
import { latestBlocks } from "#core/db/schema/cells.ts";
import { customerSessions, customerWallets } from "#core/db/schema/sessions.ts";
import {
  blockedMerchants,
  lastScanTokens,
  liveWallets,
  movedWallets,
  stoppedWallets,
  walletIntents,
  walletNames,
} from "#core/db/schema/wallet.ts";
import { addRows } from "#core/domain/open-list.ts";
import type { Shards } from "#core/shards/shards.ts";
import { inWalletCell, selectMoved } from "./wallet-cell.ts";

type WalletTable = SQLiteTable & { walletId: SQLiteColumn };

/** A table's rows of a wallet, and what the export has of them. */
export interface WalletRows {
  table: SQLiteTable;
  /** The column with the wallet's id. */
  walletId: SQLiteColumn;
  selection: Record<string, SQLiteColumn>;
  /** Accounting needs them: an erasure deletes all others. */
  isKept: boolean;
}

type DeletedRows = Pick<WalletRows, "table" | "walletId">;

function allOf(table: WalletTable): DeletedRows {
  return { table, walletId: table.walletId };
}

/** Their keys are their names in the export. */
export type WalletSections = Record<string, WalletRows>;

/** `shown`: what the export has of a row. Never a secret, nor a digest of one. */
export function rowsOf<T extends WalletTable>(table: T, shown: readonly (keyof T & string)[]): WalletRows {
  return { ...keptRowsOf(table, table.walletId, shown), isKept: false };
}

export function keptRowsOf<T extends SQLiteTable>(
  table: T,
  walletId: SQLiteColumn,
  shown: readonly (keyof T & string)[],
): WalletRows {
  const columns = shown.map((name) => table[name] as SQLiteColumn);
  const selection = Object.fromEntries(columns.map((column) => [column.name, column]));
  return { table, walletId, selection, isKept: true };
}

const CORE_ROWS = {
  blocked_merchants: rowsOf(blockedMerchants, ["merchantId", "createdAt"]),
  scan_tokens: rowsOf(lastScanTokens, ["tokenId", "merchantId"]),
  names: rowsOf(walletNames, ["name", "changedAt"]),
  accounts: rowsOf(customerWallets, ["issuer", "subject", "createdAt"]),
  sessions: rowsOf(customerSessions, ["id", "label", "device", "createdAt", "lastUsedAt", "expiresAt"]),
  sockets: rowsOf(liveWallets, ["until"]),
} satisfies WalletSections;

interface WithRows {
  rows?: WalletSections;
}

/** Lists them in the order of an export: what an erasure keeps comes last. */
function sectionsWith(parts: readonly WithRows[]): [section: string, rows: WalletRows][] {
  const sections = Object.entries<WalletRows>(addRows({}, CORE_ROWS, ...parts.map(({ rows }) => rows)));
  return sections.toSorted(([, one], [, other]) => Number(one.isKept) - Number(other.isKept));
}

export function erasedRows(parts: readonly WithRows[]): WalletRows[] {
  return sectionsWith(parts).flatMap(([, rows]) => (rows.isKept ? [] : [rows]));
}

/**
 * What an erasure keeps and no export has, with `wallet_places` in the wallet's cell: the intents that these rows name are their
 * merchants' records, and what was copied from home before is not copied again, nor is a stop forgotten.
 */
export const KEPT_ROWS = [walletIntents, movedWallets, stoppedWallets].map(allOf);

const ERASED_IN_CELL = [blockedMerchants, latestBlocks, lastScanTokens].map(allOf);

/** The names within a row are those of the columns. */
type FoundRows = Record<string, Record<string, unknown>[]>;

/** Reads home, and the scan token and blocks in the wallet's own cell; the requests in its places are an export's own. */
export async function readWalletRows(
  shards: Shards,
  parts: readonly WithRows[],
  walletId: string,
): Promise<FoundRows> {
  const selectFrom = (db: Shard, { table, selection, walletId: column }: WalletRows) =>
    db.select(selection).from(table).where(eq(column, walletId));
  const sections = sectionsWith(parts);
  const queries = sections.map(([, rows]) => selectFrom(shards.home, rows));
  const results = await shards.home.batch(asBatch<BatchItem<"sqlite">>(queries));
  const rows = Object.fromEntries(sections.map(([name], index) => [name, results[index] ?? []])) as FoundRows;
  if (!shards.hasCells) return rows;
  const cell = await shards.ofWallet(walletId);
  const [copied, tokens, blocks] = await cell.batch([
    selectMoved(cell, walletId),
    selectFrom(cell, CORE_ROWS.scan_tokens),
    selectFrom(cell, CORE_ROWS.blocked_merchants),
  ]);
  return {
    ...rows,
    ...(copied.length > 0 && { blocked_merchants: blocks }),
    scan_tokens: [...(rows.scan_tokens ?? []), ...tokens],
  };
}

/** Safe to repeat: home's, which the customer signs in with, are deleted last, and in one transaction. */
export async function deleteWalletRows(
  shards: Shards,
  parts: readonly WithRows[],
  walletId: string,
  now: number,
): Promise<void> {
  const deleteFrom = (db: Shard, { table, walletId: column }: DeletedRows) =>
    db.delete(table).where(eq(column, walletId));
  if (shards.hasCells)
    await inWalletCell<object>(
      shards,
      walletId,
      now,
      async (cell, first) => {
        const [, , [moved]] = await cell.batch([
          ...first,
          selectMoved(cell, walletId),
          ...ERASED_IN_CELL.map((rows) => deleteFrom(cell, rows)),
        ]);
        return moved ?? null;
      },
      async () => ({}),
    );
  await shards.home.batch(asBatch(erasedRows(parts).map((rows) => deleteFrom(shards.home, rows))));
}

/** Deletes at home what an erasure keeps, too: nobody is left who could read it. */
export async function deleteUnusedWallets(
  db: Database,
  parts: readonly WithRows[],
  walletIds: string[],
): Promise<void> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(walletIds)}))`;
  const deleteFrom = ({ table, walletId }: DeletedRows) => db.delete(table).where(inArray(walletId, ids));
  await db.batch(asBatch([...KEPT_ROWS, ...erasedRows(parts)].map(deleteFrom)));
}

function asBatch<Item extends BatchItem<"sqlite">>(items: Item[]): [Item, ...Item[]] {
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a batch is empty");
  return [first, ...others];
}
