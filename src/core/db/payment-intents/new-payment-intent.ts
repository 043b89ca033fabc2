// Creates an intent in one statement, which also reads the merchant's name and checks that the merchant and the counter
// are active, that the merchant lists the app to return to, and that the customer does not have too many open approvals.
import { and, eq, getTableColumns, isNull, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Database, isFull, type Shard } from "#core/db/client.ts";
import { copyAccount } from "#core/db/merchants/account-copies.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { counters } from "#core/db/schema/counters.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { IS_PENDING_APPROVAL, paymentIntents } from "#core/db/schema/payment-intents.ts";
import { type Block, whereBlocked } from "#core/db/wallet/blocked-merchants.ts";
import { useScanToken, whereUsedBy } from "#core/db/wallet/scan-checks.ts";
import { insertFirstEvent } from "#core/db/webhooks/events.ts";
import { DependencyError } from "#core/domain/dependency-error.ts";
import {
  INITIAL_STATE,
  type InsertedIntent,
  type IntentToInsert,
  type NewApproval,
  type PaymentIntent,
} from "#core/domain/payment-intents/payment-intent.ts";
import { appSchemeOf } from "#core/domain/payment-intents/return-url.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { placedId } from "#core/domain/shards/shard-ids.ts";
import { callObject } from "#core/lib/call-object.ts";
import type { Shards } from "#core/shards/shards.ts";
import { findIntent } from "./payment-intents.ts";

/** Open approvals that one merchant may have with one customer: more could wear the customer down. */
const OPEN_APPROVALS_MAX = 5;

/** SQL for a field of the new intent: its value, or a placeholder for it. */
type Given = (name: keyof ReturnType<typeof valuesOf>) => SQLWrapper;

/** Inserts its first event too, if it has one. Returns null when a check fails, or when its id exists. */
export async function insertIntent(db: Shard, intent: IntentToInsert): Promise<InsertedIntent | null> {
  if (intent.approval) return (await insertApproval(db, intent, intent.approval, null)).stored;
  const row = await insertStatement(db).get(valuesOf(intent));
  return row === undefined ? null : { intent: row, firstEvent: null };
}

export async function hasIntent(db: Shard, id: string): Promise<boolean> {
  return (await selectKnown(db).get({ id })) !== undefined;
}

function valuesOf({ approval: _, ...intent }: IntentToInsert) {
  return { ...intent, returnScheme: appSchemeOf(intent.returnUrl) };
}

/** Does as `insertIntent`; a cell that lacks the merchant gets a copy of its account. Throws DependencyError. */
export async function createIntent(
  shards: Shards,
  shard: Shard,
  intent: IntentToInsert,
): Promise<InsertedIntent | null> {
  if (shard === shards.home) return await insertIntent(shard, intent);
  const { id, merchantId, fingerprint } = intent;
  const isNewId = fingerprint === null;
  const inserted = await callObject(isNewId, () => insertIntent(shard, intent)).catch((error: unknown) => {
    throw isFull(error) ? new DependencyError("database", "the cell is full", { cause: error }) : error;
  });
  if (inserted !== null) return inserted;
  // A cell that was restarted may have inserted it before.
  const before = isNewId ? await findIntent(shard, id) : null;
  if (before !== null) return { intent: before, firstEvent: null };
  if ((await findMerchant(shard, merchantId)) === null) await copyAccount(shards, merchantId, shard);
  // A payment at the same time may have brought the copy.
  return await insertIntent(shard, intent);
}

/**
 * Stores an intent that waits for a wallet's approval, with its first event, in one transaction that also uses the scan
 * token, if that is given. Nothing is stored when the wallet has blocked the merchant, or when the token cannot be used.
 * The event is also due on the message bus.
 */
export async function insertApproval(
  db: Shard,
  intent: IntentToInsert,
  { walletId, event, openElsewhere }: NewApproval,
  tokenId: string | null,
): Promise<{ stored: InsertedIntent | null; isTokenUsable: boolean }> {
  const pair = { walletId, merchantId: intent.merchantId };
  const use = tokenId === null ? null : { ...pair, tokenId };
  const isAllowed = and(not(whereBlocked(pair)), use === null ? undefined : whereUsedBy(use));
  const values = valuesOf(intent);
  const digits = db.name === HOME ? 0 : db.name.length;
  const placed = { ...event, id: placedId(event.id, intent, digits) };
  const storing = [
    insertFrom(db, (name) => sql`${values[name]}`, isAllowed, OPEN_APPROVALS_MAX - openElsewhere),
    insertFirstEvent(db, intent, placed),
  ] as const;
  const [used, [row], [firstEvent = null]] =
    use === null ? [null, ...(await db.batch(storing))] : await db.batch([useScanToken(db, use), ...storing]);
  return {
    stored: row === undefined ? null : { intent: row, firstEvent },
    isTokenUsable: used === null || used.length > 0,
  };
}

/** Requests of this merchant that the wallet can still approve. */
export async function countOpenApprovals(db: Shard, pair: Block, now: number): Promise<number> {
  const values = { targetWalletId: pair.walletId, merchantId: pair.merchantId, createdAt: now };
  const counted = openApprovals((name) => sql`${values[name]}`);
  const row = await db.get<{ open: number } | undefined>(sql`SELECT ${counted} AS open`);
  // A cell without tables has no rows at all.
  return row?.open ?? 0;
}

const insertStatement = prepareOnce((db) => insertFrom(db, sql.placeholder).prepare());

const selectKnown = prepareOnce((db) =>
  db.select({ isKnown: sql`1` }).from(sql`(SELECT 1)`).where(whereKnown(sql.placeholder)).prepare(),
);

function insertFrom(db: Database, given: Given, isAllowed?: SQL, openMax = OPEN_APPROVALS_MAX) {
  return db
    .insert(paymentIntents)
    .select((query) =>
      query
        .select(newRow(given))
        .from(merchants)
        .leftJoin(
          counters,
          and(
            eq(counters.merchantId, merchants.id),
            eq(counters.id, given("counterId")),
            eq(counters.status, sql`'active'`),
          ),
        )
        .where(
          and(
            eq(merchants.id, given("merchantId")),
            eq(merchants.status, sql`'active'`),
            isNull(merchants.suspendedAt),
            or(sql`${given("counterId")} IS NULL`, sql`${counters.id} IS NOT NULL`),
            or(
              sql`${given("targetWalletId")} IS NULL`,
              sql`${openApprovals(given)} < ${sql.raw(String(openMax))}`,
            ),
            or(
              sql`${given("returnScheme")} IS NULL`,
              sql`${given("returnScheme")} IN (SELECT value FROM json_each(${merchants.returnSchemes}))`,
            ),
            // Without a key the id is new.
            or(sql`${given("fingerprint")} IS NULL`, not(whereKnown(given))),
            isAllowed,
          ),
        ),
    )
    .onConflictDoNothing()
    .returning();
}

/** SQL for whether the intent exists. */
function whereKnown(given: Given): SQL {
  return sql`EXISTS (SELECT 1 FROM payment_intents WHERE id = ${given("id")})`;
}

type NewRow = Record<keyof PaymentIntent, SQL.Aliased>;

/** Every column of the table, in its order. */
function newRow(given: Given): NewRow {
  const columns = Object.entries(getTableColumns(paymentIntents)) as [
    keyof PaymentIntent,
    { name: string },
  ][];
  const row = columns.map(([field, { name }]) => [field, newValue(field, given).as(name)]);
  return Object.fromEntries(row) as NewRow;
}

function newValue(field: keyof PaymentIntent, given: Given): SQL {
  if (field === "merchantName") return sql`${merchants.businessName}`;
  if (field === "updatedAt") return sql`${given("createdAt")}`;
  if (isInitial(field)) return sql.raw(String(INITIAL_STATE[field] ?? "NULL"));
  return sql`${given(field)}`;
}

function isInitial(field: keyof PaymentIntent): field is keyof typeof INITIAL_STATE {
  return field in INITIAL_STATE;
}

function openApprovals(given: (name: "targetWalletId" | "merchantId" | "createdAt") => SQLWrapper): SQL {
  return sql`(SELECT count(*) FROM payment_intents INDEXED BY payment_intents_approvals
    WHERE target_wallet_id = ${given("targetWalletId")} AND ${IS_PENDING_APPROVAL}
      AND merchant_id = ${given("merchantId")} AND expires_at > ${given("createdAt")})`;
}
