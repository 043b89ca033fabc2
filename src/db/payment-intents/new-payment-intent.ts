// Creates an intent in one statement, which also reads the merchant's name and checks that the merchant and the counter
// are active and that the customer does not have too many open approvals.
import { and, eq, getTableColumns, isNull, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DependencyError } from "../../domain/dependency-error.ts";
import { INITIAL_STATE, type IntentToInsert, type PaymentIntent } from "../../domain/payment-intent.ts";
import { callObject } from "../../lib/call-object.ts";
import { type Database, isFull, type Place } from "../client.ts";
import { copyAccount } from "../merchants/account-copies.ts";
import { findMerchant } from "../merchants/merchants.ts";
import type { Places } from "../places.ts";
import { prepareOnce } from "../prepared-statements.ts";
import { counters } from "../schema/counters.ts";
import { merchants } from "../schema/merchants.ts";
import { IS_PENDING_APPROVAL, paymentIntents } from "../schema/payment-intents.ts";
import { type Block, isBlocked } from "../wallet/blocked-merchants.ts";
import { isUsedBy, useScanToken } from "../wallet/scan-checks.ts";
import { insertFirstEvent, type NewEvent } from "../webhooks/events.ts";
import { isArchived } from "./archived-intents.ts";
import { findIntent } from "./payment-intents.ts";

/** Open approvals that one merchant may have with one customer: more could wear the customer down. */
const OPEN_APPROVALS_MAX = 5;

/** SQL for a field of the new intent: its value, or a placeholder for it. */
type Given = (name: keyof ReturnType<typeof valuesOf>) => SQLWrapper;

/** Null when a check fails, or when one of its ids exists. */
export async function insertIntent(db: Place, intent: IntentToInsert): Promise<PaymentIntent | null> {
  return (await insertStatement(db).get(valuesOf(intent))) ?? null;
}

/** Whether this place has the intent under one of its ids. */
export async function hasIntent(db: Place, intent: IntentToInsert): Promise<boolean> {
  return (await selectKnown(db).get(valuesOf(intent))) !== undefined;
}

function valuesOf({ otherIds, ...intent }: IntentToInsert) {
  const [otherId = null, thirdId = null] = otherIds;
  return { ...intent, otherId, thirdId };
}

/** As `insertIntent`; a cell that lacks the merchant gets a copy of its account. Throws DependencyError. */
export async function createIntent(
  places: Places,
  place: Place,
  intent: IntentToInsert,
): Promise<PaymentIntent | null> {
  if (place === places.home) return await insertIntent(place, intent);
  const { id, merchantId, fingerprint } = intent;
  const isNewId = fingerprint === null;
  const inserted = await callObject(isNewId, () => insertIntent(place, intent)).catch((error: unknown) => {
    throw isFull(error) ? new DependencyError("database", "the cell is full", { cause: error }) : error;
  });
  // A cell that was restarted may have inserted it before.
  const stored = inserted ?? (isNewId ? await findIntent(place, id) : null);
  if (stored !== null) return stored;
  if ((await findMerchant(place, merchantId)) === null) await copyAccount(places, merchantId, place);
  // A payment at the same time may have brought the copy.
  return await insertIntent(place, intent);
}

/**
 * Stores an intent that waits for a wallet's approval, with its first event, in one transaction that also uses the scan
 * token. Nothing is stored when the wallet has blocked the merchant, or when the token cannot be used. The event is
 * also due on the message bus.
 */
export async function insertApproval(
  db: Place,
  intent: IntentToInsert,
  event: NewEvent,
  { tokenId, ...pair }: Block & { tokenId: string | null },
): Promise<{ stored: { intent: PaymentIntent; isWebhookDue: boolean } | null; isTokenUsable: boolean }> {
  const use = tokenId === null ? null : { ...pair, tokenId };
  const isAllowed = and(not(isBlocked(pair)), use === null ? undefined : isUsedBy(use));
  const values = valuesOf(intent);
  const storing = [
    insertFrom(db, (name) => sql`${values[name]}`, isAllowed),
    insertFirstEvent(db, intent, event),
  ] as const;
  const [used, [row], [first]] =
    use === null ? [null, ...(await db.batch(storing))] : await db.batch([useScanToken(db, use), ...storing]);
  const isWebhookDue = (first?.firstDueAt ?? null) !== null;
  return {
    stored: row === undefined ? null : { intent: row, isWebhookDue },
    isTokenUsable: used === null || used.length > 0,
  };
}

const insertStatement = prepareOnce((db) => insertFrom(db, sql.placeholder).prepare());

const selectKnown = prepareOnce((db) =>
  db.select({ isKnown: sql`1` }).from(sql`(SELECT 1)`).where(isKnown(sql.placeholder)).prepare(),
);

function insertFrom(db: Database, given: Given, isAllowed?: SQL) {
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
            or(sql`${given("targetWalletId")} IS NULL`, hasRoomForApproval(given)),
            // Without a key the id is new.
            or(sql`${given("fingerprint")} IS NULL`, not(isKnown(given))),
            isAllowed,
          ),
        ),
    )
    .onConflictDoNothing()
    .returning();
}

/**
 * SQL for whether the intent exists under one of its ids, in the archive as well. Each is looked for by itself: IN and
 * json_each would be billed for the rows of their lists.
 */
function isKnown(given: Given): SQL {
  const ids = [given("id"), given("otherId"), given("thirdId")];
  const isCurrent = (id: SQLWrapper) => sql`EXISTS (SELECT 1 FROM payment_intents WHERE id = ${id})`;
  return sql`(${sql.join([...ids.map(isCurrent), ...ids.map(isArchived)], sql` OR `)})`;
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

function hasRoomForApproval(given: Given): SQL {
  const openApprovals = sql`(SELECT count(*) FROM payment_intents INDEXED BY payment_intents_approvals
    WHERE target_wallet_id = ${given("targetWalletId")} AND ${IS_PENDING_APPROVAL}
      AND merchant_id = ${given("merchantId")} AND expires_at > ${given("createdAt")})`;
  return sql`${openApprovals} < ${sql.raw(String(OPEN_APPROVALS_MAX))}`;
}
