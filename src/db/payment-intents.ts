import { and, desc, eq, gt, lte, or, sql } from "drizzle-orm";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { Database } from "./client.ts";
import { counters, merchants, paymentIntents } from "./schema.ts";

/** What a merchant decides about an intent; the rest of the row follows from it and from the merchant. */
export type NewPaymentIntent = Pick<
  PaymentIntent,
  | "id"
  | "amountMinor"
  | "currency"
  | "description"
  | "reference"
  | "metadataJson"
  | "callbackUrl"
  | "counterId"
  | "targetWalletId"
  | "status"
  | "expiresAt"
  | "createdAt"
>;

/** For the object that owns the intent, and for it alone: others see one merchant's intents. */
export async function findIntent(db: Database, intentId: string): Promise<PaymentIntent | null> {
  return (await db.select().from(paymentIntents).where(eq(paymentIntents.id, intentId)).get()) ?? null;
}

/**
 * One round trip that also reads the merchant's name and checks that merchant and counter are active.
 * Null when one of them is not, or when the id exists.
 */
export async function insertIntent(
  db: Database,
  merchantId: string,
  intent: NewPaymentIntent,
): Promise<PaymentIntent | null> {
  const [row] = await insertStatement(db).all({ ...intent, merchantId });
  return row ?? null;
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
  const given = (name: keyof NewPaymentIntent | "merchantId") => sql`${sql.placeholder(name)}`;
  const isCounterFine = or(sql`${given("counterId")} IS NULL`, sql`${counters.id} IS NOT NULL`);
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
          eventSequence: sql`0`.as("event_sequence"),
          paymentDeclines: sql`0`.as("payment_declines"),
          refundDeclines: sql`0`.as("refund_declines"),
          operation: sql`NULL`.as("operation"),
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
          and(eq(merchants.id, given("merchantId")), eq(merchants.status, sql`'active'`), isCounterFine),
        ),
    )
    .onConflictDoNothing()
    .returning()
    .prepare();
}

/** Newest first. */
export async function listIntents(
  db: Database,
  merchantId: string,
  page: number,
  limit: number,
): Promise<PaymentIntent[]> {
  return await db
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.merchantId, merchantId))
    .orderBy(desc(paymentIntents.createdAt), desc(paymentIntents.id))
    .limit(limit)
    .offset((page - 1) * limit);
}

/** Open intents of any merchant whose deadline has passed, after a cursor, so that a stuck one starves no other. */
export function overdueIntentsQuery(
  db: Database,
  now: number,
  after: { expiresAt: number; id: string },
  limit: number,
) {
  const { expiresAt, id } = paymentIntents;
  return db
    .select({ id, expiresAt })
    .from(paymentIntents)
    .where(
      and(
        sql`status IN ('pending', 'pending_approval')`,
        lte(expiresAt, now),
        or(gt(expiresAt, after.expiresAt), and(eq(expiresAt, after.expiresAt), gt(id, after.id))),
      ),
    )
    .orderBy(expiresAt, id)
    .limit(limit);
}
