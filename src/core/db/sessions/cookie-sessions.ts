// This is the same for the sessions of all kinds.
import { and, eq, gt, or, sql } from "drizzle-orm";
import { type Database, orUnavailable } from "#core/db/client.ts";
import type { CookieTable } from "#core/db/schema/sessions.ts";
import type { CookieSessionStore } from "#core/domain/ports/sessions.ts";
import type { CookieSession } from "#core/domain/sessions/session.ts";

/** Finds, in its statement, one that is not over. */
export function whereFound({ idHash, expiresAt }: CookieTable) {
  return and(eq(idHash, sql.placeholder("idHash")), gt(expiresAt, sql.placeholder("now")));
}

export function cookieSessions<Found extends CookieSession>(
  db: Database,
  table: CookieTable,
  select: (db: Database) => { get(values: { idHash: string; now: number }): Promise<Found | undefined> },
): CookieSessionStore<Found> {
  return {
    async insert(session) {
      await db.insert(table).values(session);
    },
    async find(idHash, now) {
      return (await orUnavailable(select(db).get({ idHash, now }), "the session could not be read")) ?? null;
    },
    async noteUse(idHash, now, expiresAt) {
      await db.update(table).set({ lastUsedAt: now, expiresAt }).where(eq(table.idHash, idHash));
    },
    async beginRenewal({ idHash, tokens, renewedUntil = null }, until) {
      const isUnchanged = and(eq(table.tokens, tokens ?? ""), sql`${table.renewedUntil} IS ${renewedUntil}`);
      const rows = await db
        .update(table)
        .set({ renewedUntil: until })
        .where(and(eq(table.idHash, idHash), isUnchanged))
        .returning({ id: table.id });
      return rows.length > 0;
    },
    async endRenewal({ idHash, tokens: old }, until, tokens) {
      // Another request may have begun one since, which has no tokens yet; or the key of the sealed ones was changed meanwhile.
      const isNewest = or(eq(table.renewedUntil, until), eq(table.tokens, old ?? ""));
      const change = tokens === null ? {} : { tokens };
      await db
        .update(table)
        .set({ ...change, renewedUntil: null })
        .where(and(eq(table.idHash, idHash), tokens === null ? eq(table.renewedUntil, until) : isNewest));
    },
    async end(idHash) {
      await db.delete(table).where(eq(table.idHash, idHash));
    },
  };
}
