// The embedded wallet's side of the message bus: it keeps what it is sent, and shows it.
import { desc, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import type { WalletInbox } from "../../domain/ports.ts";
import { walletEvents } from "./schema.ts";

const SHOWN_MAX = 100;

export function createWalletInbox(db: Database): WalletInbox {
  return {
    /** A message that comes twice is stored once. */
    async receive(message) {
      await db.insert(walletEvents).values(message).onConflictDoNothing();
    },
    async list(walletId) {
      const rows = await db
        .select({ cloudEvent: walletEvents.cloudEvent })
        .from(walletEvents)
        .where(eq(walletEvents.walletId, walletId))
        .orderBy(desc(walletEvents.id))
        .limit(SHOWN_MAX);
      return rows.map((row) => row.cloudEvent);
    },
  };
}
