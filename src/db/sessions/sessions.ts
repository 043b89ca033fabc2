import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { SealedValues } from "../../domain/ports/sealed-values.ts";
import type { SessionStore } from "../../domain/ports/sessions.ts";
import { type Session, sessionTokensPurpose } from "../../domain/session.ts";
import type { Database } from "../client.ts";
import { prepareOnce } from "../prepared-statements.ts";
import { merchantUsers } from "../schema/merchants.ts";
import { sessions, tillPairings } from "../schema/sessions.ts";
import { sealedColumn } from "../sealed-column.ts";
import { cookieSessions, isFound } from "./cookie-sessions.ts";

const { renewedUntil: _, ...sessionColumns } = getTableColumns(sessions);

/** A till ends with its counter, and with a stop of it or of the merchant. */
const hasCounter = sql`(kind = 'user' OR (EXISTS (SELECT 1 FROM counters WHERE counters.merchant_id = sessions.merchant_id
  AND counters.id = sessions.counter_id AND counters.status = 'active')
  AND NOT EXISTS (SELECT 1 FROM merchants WHERE merchants.id = sessions.merchant_id AND suspended_at IS NOT NULL)))`;

const selectSession = prepareOnce((db) =>
  db
    .select(sessionColumns)
    .from(sessions)
    .where(and(isFound(sessions), hasCounter))
    .prepare(),
);

export function createSessionStore(db: Database): SessionStore {
  const ofUser = (merchantId: string, subject: string) =>
    and(eq(sessions.merchantId, merchantId), eq(sessions.kind, "user"), eq(sessions.subject, subject));
  const isTill = (merchantId: string) => and(eq(sessions.merchantId, merchantId), eq(sessions.kind, "till"));
  const ofCounter = (merchantId: string, counterId: string) =>
    and(isTill(merchantId), eq(sessions.counterId, counterId));
  const selectTills = (isListed: SQL | undefined, now: number) =>
    db
      .select(sessionColumns)
      .from(sessions)
      .where(and(isListed, gt(sessions.expiresAt, now)))
      .orderBy(desc(sessions.createdAt), desc(sessions.id));

  return {
    ...cookieSessions(db, sessions, selectSession),
    async insert(session) {
      await db.batch([db.insert(sessions).values(session), noteSignIn(db, session)]);
    },
    async endOfUser(merchantId, subject) {
      await db.delete(sessions).where(ofUser(merchantId, subject));
    },
    async changeEmail(merchantId, from, to) {
      const isUsers = and(eq(sessions.kind, "user"), eq(sessions.label, from));
      await db
        .update(sessions)
        .set({ label: to })
        .where(and(eq(sessions.merchantId, merchantId), isUsers));
    },
    async endOfMerchant(merchantId) {
      await db.delete(sessions).where(eq(sessions.merchantId, merchantId));
    },
    async listTills(merchantId, counterId, now) {
      return await selectTills(ofCounter(merchantId, counterId), now);
    },
    async listTillsOfUser(merchantId, subject, now) {
      const isUsers = or(eq(sessions.subject, subject), isNull(sessions.subject));
      return await selectTills(and(isTill(merchantId), isUsers, hasCounter), now);
    },
    async listTillsSince(merchantId, since, now, limit) {
      return await selectTills(
        and(isTill(merchantId), gte(sessions.createdAt, since), hasCounter),
        now,
      ).limit(limit);
    },
    async endTill(merchantId, counterId, id) {
      const isAmong = counterId === null ? isTill(merchantId) : ofCounter(merchantId, counterId);
      const rows = await db
        .delete(sessions)
        .where(and(isAmong, eq(sessions.id, id)))
        .returning({ id: sessions.id });
      return rows.length > 0;
    },
  };
}

/** For a batch: whoever has a session is not only invited any more. What is null already is not written. */
function noteSignIn(db: Database, { merchantId, subject }: Pick<Session, "merchantId" | "subject">) {
  const { merchantId: merchant, subject: user, invitedUntil } = merchantUsers;
  const isInvited = and(eq(merchant, merchantId), eq(user, subject ?? ""), isNotNull(invitedUntil));
  return db.update(merchantUsers).set({ invitedUntil: null }).where(isInvited);
}

/** For a batch: ends the sessions of a merchant's tills, and deletes the codes with which others could be paired. */
export function endTills(db: Database, merchantId: string) {
  return [
    db.delete(sessions).where(and(eq(sessions.merchantId, merchantId), eq(sessions.kind, "till"))),
    db.delete(tillPairings).where(eq(tillPairings.merchantId, merchantId)),
  ] as const;
}

export async function deleteExpiredSessions(db: Database, merchantId: string, now: number): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.merchantId, merchantId), lte(sessions.expiresAt, now)));
}

export function sessionTokensColumn(db: Database): SealedValues {
  return sealedColumn(db, sessions.tokens, [sessions.idHash], sessionTokensPurpose);
}
