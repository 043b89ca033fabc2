import { and, gt, inArray, lt } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { liveWallets } from "#core/db/schema/wallet.ts";
import { SOCKET_MS_MAX } from "#core/domain/wallet/live-wallet.ts";

/** Call before a socket is opened. Writes once a day at most, however often the wallet's pages connect. */
export async function noteLiveWallet(db: Database, walletId: string, now: number): Promise<void> {
  const until = now + 2 * SOCKET_MS_MAX;
  await db
    .insert(liveWallets)
    .values({ walletId, until })
    .onConflictDoUpdate({
      target: liveWallets.walletId,
      set: { until },
      setWhere: lt(liveWallets.until, now + SOCKET_MS_MAX),
    });
}

/** Takes at most 90 wallets; one that is left out certainly has no socket. */
export async function findLiveWallets(
  db: Database,
  walletIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const isLive = and(inArray(liveWallets.walletId, [...walletIds]), gt(liveWallets.until, now));
  const rows = await db.select({ walletId: liveWallets.walletId }).from(liveWallets).where(isLive);
  return new Set(rows.map(({ walletId }) => walletId));
}
