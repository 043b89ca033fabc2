import { and, eq, sql } from "drizzle-orm";
import { type NewAuditEntry, withAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Database, Shard } from "#core/db/client.ts";
import { insertIf } from "#core/db/insert-if.ts";
import type { Cursor, RowPosition } from "#core/domain/cursor.ts";
import {
  MAKER_PATTERN,
  PAYMENTS_PER_MINUTE_MAX,
  STICKER_CODES_MAX,
  type StickerCode,
} from "../domain/sticker-code.ts";
import { IS_NOT_REVOKED, stickerCodes } from "./schema/sticker-codes.ts";

/** A sale is looked for among those begun in this time, which is how long an intent lives unless its maker says otherwise. */
const SALE_MS_MAX = 30 * 60_000;

const isUsable = ({ merchantId, counterId }: Pick<StickerCode, "merchantId" | "counterId">) =>
  sql`merchant_id = ${merchantId} AND counter_id = ${counterId} AND ${IS_NOT_REVOKED}`;

/** Returns false when the merchant has no such active counter, or this has too many codes. */
export async function insertStickerCode(
  db: Database,
  code: StickerCode,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const isAllowed = sql`(SELECT count(*) FROM sticker_codes WHERE ${isUsable(code)}) < ${STICKER_CODES_MAX}
    AND EXISTS (SELECT 1 FROM counters
      WHERE merchant_id = ${code.merchantId} AND id = ${code.counterId} AND status = 'active')`;
  const insert = insertIf(db, stickerCodes, code, isAllowed).returning();
  return (await withAuditEntry(db, insert, entry)) !== null;
}

/** Lists those that are not revoked, newest first. */
export async function listStickerCodes(
  db: Database,
  merchantId: string,
  counterId: string,
): Promise<StickerCode[]> {
  return await db
    .select()
    .from(stickerCodes)
    .where(isUsable({ merchantId, counterId }))
    .orderBy(sql`created_at DESC, id DESC`);
}

/** Its other fields have the names of the columns. */
export type StoredRow = Cursor & Record<string, unknown>;

/** Lists those that are revoked as well, oldest first. */
export async function listStickerCodesAfter(
  db: Database,
  merchantId: string,
  { at, id }: RowPosition,
  limit: number,
): Promise<StoredRow[]> {
  return await db.all(sql`
    SELECT *, created_at AS "createdAt" FROM sticker_codes
    WHERE merchant_id = ${merchantId} AND (created_at, id) > (${at}, ${id})
    ORDER BY created_at, id LIMIT ${limit}`);
}

export async function findStickerCode(db: Database, id: string): Promise<StickerCode | null> {
  return (await db.select().from(stickerCodes).where(eq(stickerCodes.id, id)).get()) ?? null;
}

/** Returns false when it was revoked before, and when the merchant has no such code. */
export async function revokeStickerCode(
  db: Database,
  merchantId: string,
  id: string,
  revokedAt: number,
  entry: NewAuditEntry | null,
): Promise<boolean> {
  const isIt = and(eq(stickerCodes.id, id), eq(stickerCodes.merchantId, merchantId), IS_NOT_REVOKED);
  const update = db.update(stickerCodes).set({ revokedAt }).where(isIt).returning();
  return (await withAuditEntry(db, update, entry)) !== null;
}

/** Counts one more payment in the minute that ends then. Returns false when there were too many, or when the code is revoked. */
export async function countPayment(db: Database, id: string, endsAt: number): Promise<boolean> {
  const counted = await db.all(sql`
    UPDATE sticker_codes
    SET begun_payments = iif(minute_ends_at = ${endsAt}, begun_payments + 1, 1), minute_ends_at = ${endsAt}
    WHERE id = ${id} AND ${IS_NOT_REVOKED}
      AND (minute_ends_at <> ${endsAt} OR begun_payments < ${PAYMENTS_PER_MINUTE_MAX})
    RETURNING id`);
  return counted.length > 0;
}

/** The newest sale that a till or sales software has open at a counter, if there is one: no web shop's, and no sticker's. */
export async function findOpenSale(
  db: Shard,
  { merchantId, counterId }: StickerCode,
  now: number,
): Promise<Cursor[]> {
  return await db.all(sql`
    SELECT id, created_at AS "createdAt" FROM payment_intents
    WHERE merchant_id = ${merchantId} AND status = 'pending' AND created_at > ${now - SALE_MS_MAX}
      AND counter_id = ${counterId} AND expires_at > ${now}
      AND return_url IS NULL AND callback_url IS NULL AND (created_by IS NULL OR created_by NOT LIKE ${MAKER_PATTERN})
    ORDER BY created_at DESC, id DESC LIMIT 1`);
}
