import { and, eq, gt, lt } from "drizzle-orm";
import { SOCKET_MS_MAX } from "../../domain/live-wallet.ts";
import type { Database } from "../client.ts";
import { liveWallets } from "../schema/wallet.ts";

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

/** False only when the wallet certainly has no socket. */
export async function isLiveWallet(db: Database, walletId: string, now: number): Promise<boolean> {
  const isLive = and(eq(liveWallets.walletId, walletId), gt(liveWallets.until, now));
  const rows = await db.select({ until: liveWallets.until }).from(liveWallets).where(isLive);
  return rows.length > 0;
}
