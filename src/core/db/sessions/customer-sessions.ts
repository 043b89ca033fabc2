import { and, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { customerSessions } from "#core/db/schema/sessions.ts";
import { pushSubscriptions } from "#core/db/schema/wallet.ts";
import { sealedColumn } from "#core/db/sealed-column.ts";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import type { CustomerSessionStore } from "#core/domain/ports/sessions.ts";
import { SESSION_KINDS, sessionTokensPurpose } from "#core/domain/sessions/session.ts";
import { cookieSessions, whereFound } from "./cookie-sessions.ts";

/** More devices than anyone has. */
const LISTED_MAX = 100;

const selectSession = prepareOnce((db) =>
  db.select().from(customerSessions).where(whereFound(customerSessions)).prepare(),
);

export function createCustomerSessionStore(db: Database): CustomerSessionStore {
  return {
    ...cookieSessions(db, customerSessions, selectSession),
    end: (idHash) => deleteSessions(db, [idHash]),
    async list(walletId, now) {
      return await db
        .select()
        .from(customerSessions)
        .where(and(eq(customerSessions.walletId, walletId), gt(customerSessions.expiresAt, now)))
        .orderBy(desc(customerSessions.lastUsedAt), desc(customerSessions.createdAt))
        .limit(LISTED_MAX);
    },
  };
}

/** Deletes what their browsers have subscribed to as well. */
async function deleteSessions(db: Database, idHashes: string[]): Promise<void> {
  const ended = sql`(SELECT value FROM json_each(${JSON.stringify(idHashes)}))`;
  const isEnded = inArray(customerSessions.idHash, ended);
  // Subscriptions have an index by wallet alone.
  const wallets = db.select({ id: customerSessions.walletId }).from(customerSessions).where(isEnded);
  await db.batch([
    db
      .delete(pushSubscriptions)
      .where(
        and(inArray(pushSubscriptions.walletId, wallets), inArray(pushSubscriptions.sessionIdHash, ended)),
      ),
    db.delete(customerSessions).where(isEnded),
  ]);
}

/** The oldest, once no session of their age can still be open. */
export async function deleteOldCustomerSessions(db: Database, now: number, limit: number): Promise<void> {
  const oldest = now - SESSION_KINDS.customer.maxMs;
  const old = await db
    .select({ idHash: customerSessions.idHash })
    .from(customerSessions)
    .where(lte(customerSessions.createdAt, oldest))
    .limit(limit);
  const idHashes = old.map(({ idHash }) => idHash);
  if (idHashes.length > 0) await deleteSessions(db, idHashes);
}

export function customerTokensColumn(db: Database): SealedValues {
  return sealedColumn(db, customerSessions.tokens, [customerSessions.idHash], sessionTokensPurpose);
}
