// The embedded wallet's end of the message bus: stores the events it receives and lists them.
import { desc, eq } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { placeholdersFor, prepareOnce } from "../../db/prepared-statements.ts";
import type { WalletInbox } from "../../domain/ports/sandbox.ts";
import { walletEvents } from "./schema.ts";

const LISTED_MAX = 100;

const insertEvent = prepareOnce((db) =>
  db.insert(walletEvents).values(placeholdersFor(walletEvents)).onConflictDoNothing().prepare(),
);

export function createWalletInbox(db: Database): WalletInbox {
  return {
    /** Safe to repeat: a duplicate is ignored. */
    async receive(message) {
      await insertEvent(db).run({ ...message });
    },
    async list(walletId) {
      const rows = await db
        .select({ cloudEvent: walletEvents.cloudEvent })
        .from(walletEvents)
        .where(eq(walletEvents.walletId, walletId))
        .orderBy(desc(walletEvents.id))
        .limit(LISTED_MAX);
      return rows.map((row) => row.cloudEvent);
    },
  };
}
