// The birth of an intent: one statement that also reads the merchant's name and checks that the merchant and the
// counter are active and that the customer has not too many approvals open already.
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { NewPaymentIntent, PaymentIntent } from "../domain/payment-intent.ts";
import type { Database } from "./client.ts";
import { insertFirstEvent, type NewEvent } from "./events.ts";
import { counters, merchants, paymentIntents } from "./schema.ts";

/** Open approvals a customer may have from one merchant: more would be a way to wear them down. */
const OPEN_APPROVALS_MAX = 5;

/** Null when a check fails, or when the id exists. */
export async function insertIntent(db: Database, intent: NewPaymentIntent): Promise<PaymentIntent | null> {
  const [row] = await insertStatement(db).all(intent);
  return row ?? null;
}

/** The same, with the intent's first event in one transaction; the event waits for the message bus, too. */
export async function insertIntentWithEvent(
  db: Database,
  intent: NewPaymentIntent,
  event: NewEvent,
): Promise<{ intent: PaymentIntent; isWebhookDue: boolean } | null> {
  const insert = insertFrom(db, (name) => sql`${intent[name]}`);
  const insertion = insertFirstEvent(db, intent.id, intent.createdAt, event);
  const [[row], [stored]] = await db.batch([insert, insertion]);
  return row === undefined ? null : { intent: row, isWebhookDue: (stored?.firstDueAt ?? null) !== null };
}

const insertStatements = new WeakMap<object, ReturnType<typeof prepareInsert>>();

/** Building the statement costs more than running it, so it is built once per database binding. */
function insertStatement(db: Database) {
  const known = insertStatements.get(db.$client);
  if (known !== undefined) return known;
  const prepared = prepareInsert(db);
  insertStatements.set(db.$client, prepared);
  return prepared;
}

function prepareInsert(db: Database) {
  return insertFrom(db, (name) => sql`${sql.placeholder(name)}`).prepare();
}

function insertFrom(db: Database, given: (name: keyof NewPaymentIntent) => SQL) {
  return db
    .insert(paymentIntents)
    .select((query) =>
      query
        .select({
          id: given("id").as("id"),
          merchantId: merchants.id,
          merchantName: merchants.businessName,
          amountMinor: given("amountMinor").as("amount_minor"),
          currency: given("currency").as("currency"),
          description: given("description").as("description"),
          reference: given("reference").as("reference"),
          metadataJson: given("metadataJson").as("metadata_json"),
          callbackUrl: given("callbackUrl").as("callback_url"),
          counterId: given("counterId").as("counter_id"),
          targetWalletId: given("targetWalletId").as("target_wallet_id"),
          status: given("status").as("status"),
          completedBy: sql`NULL`.as("completed_by"),
          cancellationReason: sql`NULL`.as("cancellation_reason"),
          refundStatus: sql`NULL`.as("refund_status"),
          refundLedgerTxId: sql`NULL`.as("refund_ledger_tx_id"),
          expiresAt: given("expiresAt").as("expires_at"),
          createdAt: given("createdAt").as("created_at"),
          updatedAt: given("createdAt").as("updated_at"),
          completedAt: sql`NULL`.as("completed_at"),
          cancelledAt: sql`NULL`.as("cancelled_at"),
          version: sql`1`.as("version"),
          eventSequence: given("eventSequence").as("event_sequence"),
          paymentDeclines: sql`0`.as("payment_declines"),
          refundDeclines: sql`0`.as("refund_declines"),
          operation: sql`NULL`.as("operation"),
          fingerprint: given("fingerprint").as("fingerprint"),
          refundKey: sql`NULL`.as("refund_key"),
          refundRefusal: sql`NULL`.as("refund_refusal"),
        })
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
            or(sql`${given("counterId")} IS NULL`, sql`${counters.id} IS NOT NULL`),
            or(sql`${given("targetWalletId")} IS NULL`, hasRoomForApproval(given)),
          ),
        ),
    )
    .onConflictDoNothing()
    .returning();
}

function hasRoomForApproval(given: (name: keyof NewPaymentIntent) => SQL): SQL {
  return sql`(SELECT count(*) FROM payment_intents
    WHERE target_wallet_id = ${given("targetWalletId")} AND status = 'pending_approval'
      AND merchant_id = ${given("merchantId")} AND expires_at > ${given("createdAt")}) < ${sql.raw(String(OPEN_APPROVALS_MAX))}`;
}
