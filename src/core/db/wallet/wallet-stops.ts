// Which wallets are stopped, as this isolate remembers it: most requests read nothing for that.

import type { Database } from "#core/db/client.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { WalletStops } from "#core/domain/ports/wallet-stops.ts";
import { isRefused, STOP_KNOWN_MS, type WalletStop } from "#core/domain/wallet/wallet-stop.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import { log } from "#core/lib/log.ts";
import { findStop, listStops } from "./stopped-wallets.ts";

/** From then on one request reads again, while the others go on with what is remembered. */
const READ_AGAIN_MS = 3_000;
/** A token that is older is looked up by itself: most live for minutes. */
const RECENT_MS = 60 * 60_000;
/** With more than that, every wallet is looked up by itself. */
const REMEMBERED_MAX = 1_000;
const TIMEOUT_MS = 5_000;

interface Remembered {
  at: number;
  stops: Map<string, WalletStop>;
}

export function createWalletStops(db: Database, clock: () => number): WalletStops {
  let remembered: Remembered | null = null;
  let begunAt = 0;

  async function recall(): Promise<Remembered> {
    const now = clock();
    if (remembered !== null && isUsable(remembered, now)) return remembered;
    begunAt = now;
    try {
      const stops = await withinDeadline(listStops(db, now - RECENT_MS, REMEMBERED_MAX), TIMEOUT_MS);
      remembered = { at: now, stops };
      return remembered;
    } catch (error) {
      // Nobody can stop a wallet while home is down, and payments in cells go on.
      if (remembered === null) throw unread(error);
      log("error", "wallet_stops_unread", { error });
      return remembered;
    }
  }

  function isUsable({ at }: Remembered, now: number): boolean {
    const age = now - at;
    const isBeingRead = age < STOP_KNOWN_MS && now - begunAt < READ_AGAIN_MS;
    return age >= 0 && (age < READ_AGAIN_MS || isBeingRead);
  }

  async function isStoppedNow(walletId: string, issuedAt: number | null): Promise<boolean> {
    const stop = await withinDeadline(findStop(db, walletId), TIMEOUT_MS).catch((error: unknown) => {
      throw unread(error);
    });
    return stop !== null && isRefused(stop, issuedAt);
  }

  return {
    isStoppedNow,
    async isStopped(walletId, issuedAt) {
      const { stops, at } = await recall();
      const isRemembered = issuedAt !== null && issuedAt > at - RECENT_MS && stops.size < REMEMBERED_MAX;
      if (!isRemembered) return await isStoppedNow(walletId, issuedAt);
      const stop = stops.get(walletId);
      return stop !== undefined && isRefused(stop, issuedAt);
    },
    forget() {
      remembered = null;
    },
  };
}

function unread(cause: unknown): DependencyError {
  return new DependencyError("database", "whether the wallet is stopped could not be read", { cause });
}
