// The embedded wallet's side of the message bus: it keeps what it was sent, and shows it.
import { desc, eq } from "drizzle-orm";
import type { WalletEventMessage } from "../../bus/cloud-events.ts";
import type { Database } from "../../db/client.ts";
import { walletEvents } from "./schema.ts";

const SHOWN_MAX = 100;

/** A message that comes twice is stored once. */
export async function receiveWalletEvent(db: Database, message: WalletEventMessage): Promise<void> {
  await db.insert(walletEvents).values(message).onConflictDoNothing();
}

/** Newest first, as CloudEvents in JSON text. */
export async function listWalletEvents(db: Database, walletId: string): Promise<string[]> {
  const rows = await db
    .select({ cloudEvent: walletEvents.cloudEvent })
    .from(walletEvents)
    .where(eq(walletEvents.walletId, walletId))
    .orderBy(desc(walletEvents.id))
    .limit(SHOWN_MAX);
  return rows.map((row) => row.cloudEvent);
}
