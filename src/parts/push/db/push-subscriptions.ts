import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { pushSubscriptions } from "#core/db/schema/wallet.ts";
import { sealedColumn } from "#core/db/sealed-column.ts";
import { whereNotStopped } from "#core/db/wallet/stopped-wallets.ts";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import { STOP_KNOWN_MS } from "#core/domain/wallet/wallet-stop.ts";
import { SUBSCRIPTIONS_MAX, subscriptionPurpose } from "../domain/push.ts";

type Row = typeof pushSubscriptions.$inferSelect;

const { walletId, createdAt } = pushSubscriptions;
const ofWallet = (walletId: string) => eq(pushSubscriptions.walletId, walletId);
const isRow = (walletId: string, endpointHash: string) =>
  and(ofWallet(walletId), eq(pushSubscriptions.endpointHash, endpointHash));
/** A browser whose customer has signed out is told nothing more. */
const isSignedIn = (
  now: number,
) => sql`${whereNotStopped(walletId, createdAt, STOP_KNOWN_MS)} AND (session_id_hash IS NULL OR EXISTS (
  SELECT 1 FROM customer_sessions WHERE id_hash = session_id_hash AND expires_at > ${now}))`;

/** A browser is subscribed for one wallet: for that of whoever has signed in there last. */
export async function storeSubscription(db: Database, row: Row): Promise<void> {
  const { endpointHash, ...change } = row;
  const newest = db
    .select({ endpointHash: pushSubscriptions.endpointHash })
    .from(pushSubscriptions)
    .where(ofWallet(row.walletId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.endpointHash))
    .limit(SUBSCRIPTIONS_MAX);
  await db.batch([
    db
      .insert(pushSubscriptions)
      .values(row)
      .onConflictDoUpdate({ target: pushSubscriptions.endpointHash, set: change }),
    db
      .delete(pushSubscriptions)
      .where(and(ofWallet(row.walletId), notInArray(pushSubscriptions.endpointHash, newest))),
  ]);
}

export async function deleteSubscription(
  db: Database,
  walletId: string,
  endpointHash: string,
): Promise<void> {
  await db.delete(pushSubscriptions).where(isRow(walletId, endpointHash));
}

export async function listEndpointHashes(db: Database, walletId: string, now: number): Promise<string[]> {
  const { endpointHash } = pushSubscriptions;
  const isListed = and(ofWallet(walletId), isSignedIn(now));
  const rows = await db.select({ endpointHash }).from(pushSubscriptions).where(isListed);
  return rows.map((row) => row.endpointHash);
}

/** The sealed subscription; null when the wallet does not have it any more, or its session is over. */
export async function findSubscription(
  db: Database,
  walletId: string,
  endpointHash: string,
  now: number,
): Promise<string | null> {
  const rows = await db
    .select({ sealed: pushSubscriptions.subscription })
    .from(pushSubscriptions)
    .where(and(isRow(walletId, endpointHash), isSignedIn(now)));
  return rows[0]?.sealed ?? null;
}

export function subscriptionColumn(db: Database): SealedValues {
  const { subscription, endpointHash } = pushSubscriptions;
  return sealedColumn(db, subscription, [endpointHash], subscriptionPurpose);
}
