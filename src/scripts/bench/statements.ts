// The D1 statements of the service on each measured path, recorded by running its own query functions on a
// sample payment and a sample delivery. The baseline sends the same statements. When a query function
// changes, tsc or `record` fails.
import { type Database, openDatabase } from "../../db/client.ts";
import { type Delivery, type DeliveryTarget, findPendingDelivery } from "../../db/deliveries.ts";
import { recordAttempt } from "../../db/delivery-outcome.ts";
import { insertIntent } from "../../db/new-payment-intent.ts";
import { findIntent, listIntents } from "../../db/payment-intents.ts";
import { projectIntent } from "../../db/projection.ts";
import { decide } from "../../domain/decide.ts";
import { originOf } from "../../domain/delivery.ts";
import { newPaymentIntent } from "../../domain/payment-intent.ts";
import { applyDecision, newDocument } from "../../durable/intent-document.ts";
import { postTransaction } from "../../embedded/ledger/post-transaction.ts";
import { createWalletInbox } from "../../embedded/wallet/inbox.ts";
import { balanceUpdated } from "../../wire/cloud-events.ts";

export interface Statement {
  sql: string;
  params: unknown[];
}
/** One round trip to D1: a single statement or a batch. */
export type DatabaseCall = Statement[];

export interface Statements {
  /** Epoch milliseconds. The baseline shifts the times in the parameters from then to now. */
  recordedAt: number;
  /** Ids that stay the same in every request. */
  fixedIds: string[];
  /** Replaced by the id in the request, as is `eventId`. All other ids are replaced by new ones. */
  intentId: string;
  eventId: string;
  create: DatabaseCall[];
  list: DatabaseCall[];
  /** The object's first read of its intent. */
  hydrate: DatabaseCall[];
  /** The embedded ledger's calls for a payment. */
  ledger: DatabaseCall[];
  /** The object's write to D1 after the payment. */
  project: DatabaseCall[];
  /** The embedded wallet's write, in the queue's consumer. */
  walletEvent: DatabaseCall[];
  findDelivery: DatabaseCall[];
  recordDelivery: DatabaseCall[];
}

/** The ids of the service's data that the statements use, and the receiver's URL. */
export interface FixtureIds {
  shopId: string;
  listedShopId: string;
  walletId: string;
  notifiedShopId: string;
  receiverUrl: string;
}

export async function recordStatements(fixtureIds: FixtureIds): Promise<Statements> {
  const { shopId, listedShopId, walletId, notifiedShopId } = fixtureIds;
  const now = Date.now();
  const { created, paid, outbox, transfer, walletEvent } = samplePayment(fixtureIds, now);
  const { delivery, target, attempt } = sampleAttempt(fixtureIds, now);
  const filter = {
    status: null,
    refundStatus: null,
    counterId: null,
    reference: null,
    createdFrom: null,
    createdTo: null,
  };
  const page = { page: 1, limit: 20, cursor: null };
  return {
    recordedAt: now,
    fixedIds: [shopId, listedShopId, walletId, notifiedShopId],
    intentId: created.id,
    eventId: delivery.eventId,
    create: await record(1, (db) => insertIntent(db, { ...created, earlierId: null })),
    list: await record(1, (db) => listIntents(db, listedShopId, filter, page, now)),
    hydrate: await record(1, (db) => findIntent(db, created.id)),
    ledger: await record(3, (db) => postTransaction(db, transfer.key, transfer.request, now)),
    project: await record(1, (db) => projectIntent(db, paid, outbox, now)),
    walletEvent: await record(1, (db) => createWalletInbox(db).receive(walletEvent)),
    findDelivery: await record(1, (db) => findPendingDelivery(db, notifiedShopId, delivery.eventId)),
    recordDelivery: await record(1, (db) => recordAttempt(db, delivery, target, attempt, now)),
  };
}

/** Result rows for statements after which the query function would stop if it read none. */
const RESULT_ROWS: readonly [RegExp, (statement: Statement) => object][] = [
  [
    /from "ledger_accounts"/,
    ({ params }) => ({ id: params[0], currency: "USD", is_system: 0, created_at: 0 }),
  ],
  [/^update "events"/, () => ({ id: "" })],
];

/** Records the calls of a query function; throws unless there are `expected` of them. */
async function record(expected: number, query: (db: Database) => Promise<unknown>): Promise<DatabaseCall[]> {
  const calls: DatabaseCall[] = [];
  const run = (statements: Statement[]) => {
    calls.push(statements);
    return statements.map((statement) => ({
      results: RESULT_ROWS.flatMap(([text, row]) => (text.test(statement.sql) ? [row(statement)] : [])),
    }));
  };
  const bind = (statement: Statement) => {
    const all = async () => run([statement])[0];
    return { statement, all, run: all, raw: async () => (await all())?.results };
  };
  const binding = {
    prepare: (sql: string) => ({ bind: (...params: unknown[]) => bind({ sql, params }) }),
    batch: async (bound: { statement: Statement }[]) => run(bound.map(({ statement }) => statement)),
  };
  // The function may fail on these incomplete results: only the statements that it sent matter.
  await query(openDatabase(binding as unknown as D1Database)).catch(() => undefined);
  if (calls.length === expected) return calls;
  throw new Error(`expected ${expected} calls to D1, not ${calls.length}: ${JSON.stringify(calls)}`);
}

/** An intent as it is created and as it is once it is paid, made by the service's own rules. */
function samplePayment({ shopId, walletId }: FixtureIds, now: number) {
  const created = {
    id: crypto.randomUUID(),
    merchantId: shopId,
    amountMinor: 1250,
    currency: "USD",
    description: "Flat white and a croissant",
    reference: "order-1001",
    metadataJson: '{"table":7}',
    callbackUrl: null,
    counterId: null,
    targetWalletId: null,
    status: "pending",
    expiresAt: now + 1_800_000,
    createdAt: now,
    eventSequence: 0,
    fingerprint: null,
  } as const;
  const pending = newPaymentIntent(created, "Bench & Sons");
  const confirmed = decide(pending, { type: "confirm", walletId }, now).intent;
  const key = confirmed.operation?.key ?? "";
  const result = { outcome: "settled", transactionId: crypto.randomUUID() } as const;
  const decision = decide(confirmed, { type: "record_transfer_result", key, result }, now);
  const cause = { actor: `wallet-${walletId}`, requestId: crypto.randomUUID() };
  const { intent: paid, outbox } = applyDecision(newDocument(confirmed), decision, cause, () =>
    crypto.randomUUID(),
  );
  const request = {
    transactionType: "payment",
    fromAccountId: walletId,
    toAccountId: shopId,
    amountMinor: created.amountMinor,
    currency: created.currency,
    description: created.description,
    metadata: JSON.stringify({ payment_intent_id: created.id, operation_key: key }),
  } as const;
  const origin = { eventId: crypto.randomUUID(), occurredAt: now, publicUrl: "http://localhost" };
  const walletEvent = balanceUpdated(paid, walletId, "payment", origin);
  return { created, paid, outbox, transfer: { key, request }, walletEvent };
}

function sampleAttempt({ notifiedShopId, receiverUrl }: FixtureIds, now: number) {
  const target: DeliveryTarget = {
    kind: "merchant",
    url: receiverUrl,
    secretOwnerId: notifiedShopId,
    secrets: { webhookSecret: "", previousWebhookSecret: null, previousSecretExpiresAt: null },
    host: { merchantId: notifiedShopId, origin: originOf(receiverUrl) },
    isHostDegraded: false,
  };
  const delivery: Delivery = {
    merchantId: notifiedShopId,
    eventId: crypto.randomUUID(),
    type: "payment.completed",
    payload: "",
    attempts: 0,
    dueAt: now,
    target,
  };
  const record = {
    deliveryStatus: "delivered",
    nextAttemptAt: null,
    lastResponseStatus: 204,
    lastError: null,
    endedAt: now,
  } as const;
  const logged = {
    at: now,
    target: target.kind,
    url: receiverUrl,
    status: 204,
    durationMs: 1,
    error: null,
    response: "",
    nextAttemptAt: null,
  };
  return { delivery, target, attempt: { record, logged, countsAgainstHost: true } };
}
