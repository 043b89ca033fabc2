// What the service asks of D1 on each measured path, taken down from its own query functions: the floor sends the
// same text. tsc and `taken` notice when those functions change.
import { type Database, openDatabase } from "../../db/client.ts";
import { findPendingDelivery } from "../../db/deliveries.ts";
import { recordAttempt } from "../../db/delivery-outcome.ts";
import { insertIntent } from "../../db/new-payment-intent.ts";
import { findIntent, listIntents } from "../../db/payment-intents.ts";
import { projectIntent } from "../../db/projection.ts";
import { postTransaction } from "../../embedded/ledger/post-transaction.ts";
import { createWalletInbox } from "../../embedded/wallet/inbox.ts";
import { type Names, sampleAttempt, samplePayment } from "./samples.ts";

export interface Statement {
  sql: string;
  params: unknown[];
}
/** What D1 is asked at one time: a statement, or a batch of several. */
export type DatabaseCall = Statement[];

export interface Statements {
  /** The time in the parameters; the floor moves it to its own. */
  takenAt: number;
  /** Ids that stay; all others are new in every request but these two, which come with it. */
  kept: string[];
  intentId: string;
  eventId: string;
  create: DatabaseCall[];
  list: DatabaseCall[];
  /** The object's first look at its intent. */
  hydrate: DatabaseCall[];
  /** The embedded ledger's part of a payment. */
  ledger: DatabaseCall[];
  /** The object's, when the payment is made. */
  project: DatabaseCall[];
  /** The embedded wallet's, behind the queue. */
  walletEvent: DatabaseCall[];
  findDelivery: DatabaseCall[];
  recordDelivery: DatabaseCall[];
}

export async function takeStatements(names: Names): Promise<Statements> {
  const { shopId, listedShopId, walletId, notifiedShopId } = names;
  const now = Date.now();
  const sample = samplePayment(names, now);
  const { delivery, target, attempt } = sampleAttempt(names, now);
  const { born, paid, outbox, transfer, walletEvent } = sample;
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
    takenAt: now,
    kept: [shopId, listedShopId, walletId, notifiedShopId],
    intentId: born.id,
    eventId: delivery.eventId,
    create: await taken(1, (db) => insertIntent(db, born)),
    list: await taken(1, (db) => listIntents(db, listedShopId, filter, page, now)),
    hydrate: await taken(1, (db) => findIntent(db, born.id)),
    ledger: await taken(3, (db) => postTransaction(db, transfer.key, transfer.request, now)),
    project: await taken(1, (db) => projectIntent(db, paid, outbox, now)),
    walletEvent: await taken(1, (db) => createWalletInbox(db).receive(walletEvent)),
    findDelivery: await taken(1, (db) => findPendingDelivery(db, notifiedShopId, delivery.eventId)),
    recordDelivery: await taken(1, (db) => recordAttempt(db, delivery, target, attempt, now)),
  };
}

/** What a query function gets to read where an empty answer would end it early. */
const ANSWERS: readonly [RegExp, (statement: Statement) => object][] = [
  [
    /from "ledger_accounts"/,
    ({ params }) => ({ id: params[0], currency: "USD", is_system: 0, created_at: 0 }),
  ],
  [/^update "events"/, () => ({ id: "" })],
];

async function taken(expected: number, ask: (db: Database) => Promise<unknown>): Promise<DatabaseCall[]> {
  const calls: DatabaseCall[] = [];
  const response = (statements: Statement[]) => {
    calls.push(statements);
    return statements.map((statement) => ({
      results: ANSWERS.flatMap(([text, row]) => (text.test(statement.sql) ? [row(statement)] : [])),
    }));
  };
  const bind = (statement: Statement) => {
    const ask = async () => response([statement])[0];
    return { statement, all: ask, run: ask, raw: async () => (await ask())?.results };
  };
  const binding = {
    prepare: (sql: string) => ({ bind: (...params: unknown[]) => bind({ sql, params }) }),
    batch: async (bound: { statement: Statement }[]) => response(bound.map(({ statement }) => statement)),
  };
  // What the function makes of these answers does not matter, only what it has asked.
  await ask(openDatabase(binding as unknown as D1Database)).catch(() => undefined);
  if (calls.length === expected) return calls;
  throw new Error(`D1 is asked ${calls.length} times, not ${expected}: ${JSON.stringify(calls)}`);
}
