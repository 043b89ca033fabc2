// Creates an intent in one statement, which also reads the merchant's name and checks that the merchant and the counter
// are active and that the customer does not have too many open approvals.
import { and, eq, getTableColumns, isNull, or, type SQL, sql } from "drizzle-orm";
import { INITIAL_STATE, type NewPaymentIntent, type PaymentIntent } from "../domain/payment-intent.ts";
import { type Database, prepareOnce } from "./client.ts";
import { insertFirstEvent, type NewEvent } from "./events.ts";
import { counters, merchants, paymentIntents } from "./schema.ts";

/** Open approvals that one merchant may have with one customer: more could wear the customer down. */
const OPEN_APPROVALS_MAX = 5;

/** `earlierId` is one that the intent might already have, from an earlier release. */
export type IntentToInsert = NewPaymentIntent & { earlierId: string | null };

/** SQL for a field of the new intent: its value, or a placeholder for it. */
type Given = (name: keyof IntentToInsert) => SQL;

/** Null when a check fails, or when either id exists. */
export async function insertIntent(db: Database, intent: IntentToInsert): Promise<PaymentIntent | null> {
  const [row] = await insertStatement(db).all(intent);
  return row ?? null;
}

/** The same, with the intent's first event in one transaction. The event is also due on the message bus. */
export async function insertIntentWithEvent(
  db: Database,
  intent: IntentToInsert,
  event: NewEvent,
): Promise<{ intent: PaymentIntent; isWebhookDue: boolean } | null> {
  const insertion = insertFrom(db, (name) => sql`${intent[name]}`);
  const eventInsertion = insertFirstEvent(db, intent.id, intent.createdAt, event);
  const [[row], [stored]] = await db.batch([insertion, eventInsertion]);
  return row === undefined ? null : { intent: row, isWebhookDue: (stored?.firstDueAt ?? null) !== null };
}

const insertStatement = prepareOnce((db) =>
  insertFrom(db, (name) => sql`${sql.placeholder(name)}`).prepare(),
);

function insertFrom(db: Database, given: Given) {
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
            sql`NOT EXISTS (SELECT 1 FROM payment_intents WHERE id = ${given("earlierId")})`,
          ),
        ),
    )
    .onConflictDoNothing()
    .returning();
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
  if (field === "updatedAt") return given("createdAt");
  if (isInitial(field)) return sql.raw(String(INITIAL_STATE[field] ?? "NULL"));
  return given(field);
}

function isInitial(field: keyof PaymentIntent): field is keyof typeof INITIAL_STATE {
  return field in INITIAL_STATE;
}

function hasRoomForApproval(given: Given): SQL {
  // The status is a literal, for the partial index payment_intents_approvals.
  const openApprovals = sql`(SELECT count(*) FROM payment_intents
    WHERE target_wallet_id = ${given("targetWalletId")} AND status = 'pending_approval'
      AND merchant_id = ${given("merchantId")} AND expires_at > ${given("createdAt")})`;
  return sql`${openApprovals} < ${sql.raw(String(OPEN_APPROVALS_MAX))}`;
}
