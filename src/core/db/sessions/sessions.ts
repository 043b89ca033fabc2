import { and, desc, eq, gt, gte, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database, Shard } from "#core/db/client.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { merchantUsers } from "#core/db/schema/merchants.ts";
import { sessions, tillPairings } from "#core/db/schema/sessions.ts";
import { sealedColumn } from "#core/db/sealed-column.ts";
import type { SealedValues } from "#core/domain/ports/sealed-values.ts";
import type { SessionStore } from "#core/domain/ports/sessions.ts";
import { type Session, sessionTokensPurpose } from "#core/domain/sessions/session.ts";
import { isKeyed } from "#core/domain/shards/shard-ids.ts";
import { callObject } from "#core/lib/call-object.ts";
import { newestFirst } from "#core/shards/merge-pages.ts";
import { readMerged, type Shards } from "#core/shards/shards.ts";
import { cookieSessions, whereFound } from "./cookie-sessions.ts";

/** A till ends with its counter, and with a stop of it or of the merchant. */
const hasCounter = sql`(kind = 'user' OR (EXISTS (SELECT 1 FROM counters WHERE counters.merchant_id = sessions.merchant_id
  AND counters.id = sessions.counter_id AND counters.status = 'active')
  AND NOT EXISTS (SELECT 1 FROM merchants WHERE merchants.id = sessions.merchant_id AND suspended_at IS NOT NULL)))`;

const selectSession = prepareOnce((db) =>
  db
    .select()
    .from(sessions)
    .where(and(whereFound(sessions), hasCounter))
    .prepare(),
);

export function createSessionStore(shards: Shards): SessionStore {
  const { home } = shards;
  /** Only a UUIDv7 says it: the id of a till that was paired while there were cells. Null: it leads nowhere. */
  const shardOf = (id: string | null) => (id === null || isKeyed(id) ? home : (shards.of(id)[0] ?? null));
  const of = (id: string | null) => {
    const shard = shardOf(id);
    if (shard === null) throw new Error("the session's id leads nowhere");
    const insert = (session: Session) =>
      shard === home ? insertAtHome(home, session) : insertInCell(shard, session);
    return { ...cookieSessions(shard, sessions, selectSession), insert };
  };
  const ofUser = (merchantId: string, subject: string) =>
    and(eq(sessions.merchantId, merchantId), eq(sessions.kind, "user"), eq(sessions.subject, subject));
  const isTill = (merchantId: string) => and(eq(sessions.merchantId, merchantId), eq(sessions.kind, "till"));
  const ofCounter = (merchantId: string, counterId: string) =>
    and(isTill(merchantId), eq(sessions.counterId, counterId));
  const listTills = async (merchantId: string, isListed: SQL | undefined, now: number, limit?: number) => {
    const read = async (shard: Shard) => {
      const tills = shard
        .select()
        .from(sessions)
        .where(and(isListed, gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.createdAt), desc(sessions.id));
      return await (limit === undefined ? tills : tills.limit(limit));
    };
    const merge = (lists: readonly Session[][]) => lists.flat().sort(newestFirst).slice(0, limit);
    return await readMerged(shards.ofMerchant(merchantId), read, merge, limit ?? 1);
  };

  return {
    find: async (idHash, now, id) => (shardOf(id) === null ? null : await of(id).find(idHash, now)),
    of,
    async endOfUser(merchantId, subject) {
      await home.delete(sessions).where(ofUser(merchantId, subject));
    },
    async changeEmail(merchantId, from, to) {
      const isUsers = and(eq(sessions.kind, "user"), eq(sessions.label, from));
      await home
        .update(sessions)
        .set({ label: to })
        .where(and(eq(sessions.merchantId, merchantId), isUsers));
    },
    async endOfMerchant(merchantId) {
      await home.delete(sessions).where(eq(sessions.merchantId, merchantId));
    },
    listTills: (merchantId, counterId, now) => listTills(merchantId, ofCounter(merchantId, counterId), now),
    async listTillsOfUser(merchantId, subject, now) {
      const isUsers = eq(sessions.subject, subject);
      return await listTills(merchantId, and(isTill(merchantId), isUsers, hasCounter), now);
    },
    async listTillsSince(merchantId, since, now, limit) {
      const isRecent = gte(sessions.createdAt, since);
      return await listTills(merchantId, and(isTill(merchantId), isRecent, hasCounter), now, limit);
    },
    async renameTill(merchantId, counterId, id, label) {
      const isThis = and(ofCounter(merchantId, counterId), eq(sessions.id, id));
      const rows = await shardOf(id)?.update(sessions).set({ label }).where(isThis).returning();
      return rows?.[0] ?? null;
    },
    async endTill(merchantId, counterId, id) {
      const isAmong = counterId === null ? isTill(merchantId) : ofCounter(merchantId, counterId);
      const rows = await shardOf(id)
        ?.delete(sessions)
        .where(and(isAmong, eq(sessions.id, id)))
        .returning({ label: sessions.label });
      return rows?.[0]?.label ?? null;
    },
  };
}

async function insertAtHome(home: Shard, session: Session): Promise<void> {
  await home.batch([home.insert(sessions).values(session), noteSignIn(home, session)]);
}

async function insertInCell(cell: Shard, session: Session): Promise<void> {
  await callObject(true, async () => await cell.insert(sessions).values(session).onConflictDoNothing());
}

/** Belongs in a batch: whoever has a session is not only invited any more. What is null already is not written. */
function noteSignIn(db: Database, { merchantId, subject }: Pick<Session, "merchantId" | "subject">) {
  const { merchantId: merchant, subject: user, invitedUntil } = merchantUsers;
  const isInvited = and(eq(merchant, merchantId), eq(user, subject ?? ""), isNotNull(invitedUntil));
  return db.update(merchantUsers).set({ invitedUntil: null }).where(isInvited);
}

/** Belongs in a batch: ends the sessions of a merchant's tills, and deletes the codes with which others could be paired. */
export function endTills(db: Shard, merchantId: string) {
  return [
    db.delete(sessions).where(and(eq(sessions.merchantId, merchantId), eq(sessions.kind, "till"))),
    db.delete(tillPairings).where(eq(tillPairings.merchantId, merchantId)),
  ] as const;
}

export async function deleteExpiredSessions(db: Shard, merchantId: string, now: number): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.merchantId, merchantId), lte(sessions.expiresAt, now)));
}

export function sessionTokensColumn(db: Database): SealedValues {
  return sealedColumn(db, sessions.tokens, [sessions.idHash], sessionTokensPurpose);
}
