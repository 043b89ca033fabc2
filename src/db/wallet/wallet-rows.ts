// The tables with rows of a wallet, for its export and its erasure. A new table with a column `wallet_id` gets a line here,
// and an index that begins with that column; a test fails for one that is in neither list.
import { eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../client.ts";
import type { Places } from "../places.ts";
import { latestBlocks } from "../schema/cells.ts";
import { movements } from "../schema/movements.ts";
import { sandboxGrants, sandboxWallets, walletEvents } from "../schema/sandbox.ts";
import { customerSessions, customerWallets } from "../schema/sessions.ts";
import {
  blockedMerchants,
  lastScanTokens,
  liveWallets,
  movedWallets,
  pushSubscriptions,
  stoppedWallets,
  walletIntents,
} from "../schema/wallet.ts";
import { inWalletCell, selectMoved } from "./wallet-cell.ts";

type WalletTable = SQLiteTable & { walletId: SQLiteColumn };

/** `shown`: what the export has of a row. Never a secret, nor a digest of one. */
function rowsOf<T extends WalletTable>(table: T, shown: readonly (keyof T & string)[]) {
  return { table: table as WalletTable, selection: selectionOf(table, shown) };
}

function selectionOf<T extends SQLiteTable>(table: T, shown: readonly (keyof T & string)[]) {
  const columns = shown.map((name) => table[name] as SQLiteColumn);
  return Object.fromEntries(columns.map((column) => [column.name, column]));
}

/** By their names in the export. An erasure deletes these rows. */
const WALLET_ROWS = {
  blocked_merchants: rowsOf(blockedMerchants, ["merchantId", "createdAt"]),
  scan_tokens: rowsOf(lastScanTokens, ["tokenId", "merchantId"]),
  accounts: rowsOf(customerWallets, ["issuer", "subject", "createdAt"]),
  sessions: rowsOf(customerSessions, ["id", "label", "createdAt", "lastUsedAt", "expiresAt"]),
  sockets: rowsOf(liveWallets, ["until"]),
  push_subscriptions: rowsOf(pushSubscriptions, ["createdAt"]),
  sandbox_wallets: rowsOf(sandboxWallets, ["merchantId"]),
  sandbox_grants: rowsOf(sandboxGrants, ["currency", "balanceMinor", "createdAt"]),
  sandbox_events: rowsOf(walletEvents, ["id", "cloudEvent"]),
};

/**
 * What an erasure keeps, with `wallet_places` in the wallet's cell: the intents that these rows name are their merchants' records,
 * and what was copied from home before is not copied again, nor is a stop forgotten.
 */
export const KEPT_ROWS: readonly WalletTable[] = [walletIntents, movedWallets, stoppedWallets];
export const ERASED_ROWS: readonly WalletTable[] = Object.values(WALLET_ROWS).map(({ table }) => table);

const ERASED_IN_CELL: readonly WalletTable[] = [blockedMerchants, latestBlocks, lastScanTokens];

const MOVEMENT = selectionOf(movements, [
  ...(["id", "kind", "direction", "amountMinor", "currency", "status", "declineReason"] as const),
  ...(["ledgerTransactionId", "deskId", "reason", "createdAt", "completedAt", "expiresAt"] as const),
]);

/** By section. The names within a row are those of the columns. */
type WalletRows = Record<string, Record<string, unknown>[]>;

/** At home, and the scan token and blocks in the wallet's own cell; the requests in its places are an export's own. */
export async function readWalletRows(places: Places, walletId: string): Promise<WalletRows> {
  const db = places.home;
  const sections = Object.entries(WALLET_ROWS).map(([name, { table, selection }]) => {
    return [name, db.select(selection).from(table).where(eq(table.walletId, walletId))] as const;
  });
  // Not erased: accounting needs them.
  const moved = db.select(MOVEMENT).from(movements).where(eq(movements.accountId, walletId));
  const results = await db.batch(
    asBatch<BatchItem<"sqlite">>([...sections.map(([, query]) => query), moved]),
  );
  const names = [...sections.map(([name]) => name), "movements"];
  const rows = Object.fromEntries(names.map((name, index) => [name, results[index] ?? []])) as WalletRows;
  if (!places.hasCells) return rows;
  const cell = await places.ofWallet(walletId);
  const inCell = ({ table, selection }: ReturnType<typeof rowsOf>) =>
    cell.select(selection).from(table).where(eq(table.walletId, walletId));
  const [copied, tokens, blocks] = await cell.batch([
    selectMoved(cell, walletId),
    inCell(WALLET_ROWS.scan_tokens),
    inCell(WALLET_ROWS.blocked_merchants),
  ]);
  return {
    ...rows,
    ...(copied.length > 0 && { blocked_merchants: blocks }),
    scan_tokens: [...(rows.scan_tokens ?? []), ...tokens],
  };
}

/** Safe to repeat: home's, which the customer signs in with, are deleted last, and in one transaction. */
export async function deleteWalletRows(places: Places, walletId: string, now: number): Promise<void> {
  const db = places.home;
  const isOfWallet = ({ walletId: column }: WalletTable) => eq(column, walletId);
  if (places.hasCells)
    await inWalletCell<object>(
      places,
      walletId,
      now,
      async (cell, first) => {
        const [, , [moved]] = await cell.batch([
          ...first,
          selectMoved(cell, walletId),
          ...ERASED_IN_CELL.map((table) => cell.delete(table).where(isOfWallet(table))),
        ]);
        return moved ?? null;
      },
      async () => ({}),
    );
  await db.batch(asBatch(ERASED_ROWS.map((table) => db.delete(table).where(isOfWallet(table)))));
}

/** At home, with what an erasure keeps: nobody is left who could read it. */
export async function deleteUnusedWallets(db: Database, walletIds: string[]): Promise<void> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(walletIds)}))`;
  const isAmong = ({ walletId }: WalletTable) => inArray(walletId, ids);
  await db.batch(
    asBatch([...KEPT_ROWS, ...ERASED_ROWS].map((table) => db.delete(table).where(isAmong(table)))),
  );
}

function asBatch<Item extends BatchItem<"sqlite">>(items: Item[]): [Item, ...Item[]] {
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a batch is empty");
  return [first, ...others];
}
