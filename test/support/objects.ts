// Below HTTP: rows seeded in D1, Durable Objects and their storage, and the rows they project.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { counters } from "../../src/db/schema/counters.ts";
import { merchants } from "../../src/db/schema/merchants.ts";
import { paymentIntents } from "../../src/db/schema/payment-intents.ts";
import { readBody, type StoredBody } from "../../src/db/webhooks/stored-body.ts";
import type { IntentCommand } from "../../src/domain/commands.ts";
import type { Merchant } from "../../src/domain/merchant.ts";
import type { PaymentIntent } from "../../src/domain/payment-intent.ts";
import { type IntentDocument, RECOVERY_WINDOW_MS } from "../../src/durable/intent-document.ts";
import { sandboxDependenciesFor } from "../../src/sandbox/composition.ts";
import { issueWebhookSecret } from "../../src/webhooks/secret.ts";
import { moveClock } from "./clock.ts";
import { anIntent } from "./intent.ts";
import { ledgerRows, rowsOf } from "./rows.ts";

export const deps = sandboxDependenciesFor(env);
export const { db } = deps;
/** Of what a test has a service do. */
export const CAUSE = { actor: "test", requestId: null };

export interface SeededMerchant extends Merchant {
  /** The plain text of `webhookSecret`. */
  secret: string;
}

export async function seedMerchant(change: Partial<Merchant> = {}): Promise<SeededMerchant> {
  const id = change.id ?? crypto.randomUUID();
  const { secret, sealed } = await issueWebhookSecret(id, deps.config.masterKeys);
  const merchant: Merchant = {
    id,
    email: `${id}@shop.test`,
    businessName: "Bean & Leaf",
    timeZone: "UTC",
    status: "active",
    idpClientId: `merchant-${id}`,
    webhookUrl: null,
    webhookEvents: ["payment.completed"],
    webhookSecret: sealed,
    previousWebhookSecret: null,
    previousSecretExpiresAt: null,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    suspendedAt: null,
    suspensionReason: null,
    refundsStoppedAt: null,
    refundsStopReason: null,
    erasureRequestedAt: null,
    erasedAt: null,
    ...change,
  };
  await db.insert(merchants).values(merchant);
  return { ...merchant, secret };
}

export async function seedCounter(
  merchantId: string,
  change: Partial<typeof counters.$inferInsert> = {},
): Promise<{ id: string; secret: string }> {
  const id = crypto.randomUUID();
  const { secret, sealed } = await issueWebhookSecret(id, deps.config.masterKeys);
  await db.insert(counters).values({
    id,
    merchantId,
    name: "Till 1",
    status: "active",
    location: "",
    idpClientId: `counter-${id}`,
    webhookUrl: null,
    webhookEvents: ["payment.completed"],
    webhookSecret: sealed,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ...change,
  });
  return { id, secret };
}

/** Open for half an hour, 12.50 USD. */
export async function seedIntent(
  merchantId: string,
  change: Partial<PaymentIntent> = {},
): Promise<PaymentIntent> {
  const now = Date.now();
  const intent = anIntent({
    id: crypto.randomUUID(),
    merchantId,
    expiresAt: now + 30 * 60_000,
    createdAt: now,
    updatedAt: now,
    ...change,
  });
  await db.insert(paymentIntents).values(intent);
  return intent;
}

export async function seedWallet(balanceMinor = 100_00, currency = "USD"): Promise<string> {
  const walletId = crypto.randomUUID();
  await deps.sandboxLedger?.openAccount(walletId, currency, balanceMinor);
  return walletId;
}

/** A merchant with an open intent, and a wallet that can pay it unless its balance says otherwise. */
export async function seedPayable(options: { balanceMinor?: number; webhookUrl?: string } = {}) {
  const merchant = await seedMerchant({ webhookUrl: options.webhookUrl ?? null });
  const intent = await seedIntent(merchant.id);
  return { merchant, intent, wallet: await seedWallet(options.balanceMinor) };
}

export async function balanceOf(accountId: string): Promise<number | undefined> {
  return (await deps.ledger.findBalances(accountId))?.[0]?.amountMinor;
}

export function objectOf(intentId: string) {
  return env.PAYMENT_INTENTS.getByName(intentId);
}

export function execute(intentId: string, command: IntentCommand) {
  return deps.intents.execute(intentId, command, CAUSE);
}

export function find(intentId: string) {
  return deps.intents.find(intentId);
}

export function pay(intentId: string, walletId: string) {
  return execute(intentId, { type: "confirm", walletId });
}

export function fireAlarm(intentId: string): Promise<boolean> {
  return runDurableObjectAlarm(objectOf(intentId));
}

export function evict(intentId: string): Promise<void> {
  return evictDurableObject(objectOf(intentId));
}

export interface StoredState {
  keys: string[];
  document: IntentDocument | undefined;
  alarmAt: number | null;
}

export const NOTHING_STORED: StoredState = { keys: [], document: undefined, alarmAt: null };

export function stored(intentId: string): Promise<StoredState> {
  return runInDurableObject(objectOf(intentId), async (_, { storage }) => ({
    keys: [...storage.kv.list()].map(([key]) => key),
    document: await storage.get<IntentDocument>("document"),
    alarmAt: await storage.getAlarm(),
  }));
}

/** Waits until the object has recorded that D1 and the queue have everything. */
export async function drained(intentId: string): Promise<void> {
  await until(async () => {
    const { document } = await stored(intentId);
    return (
      document === undefined ||
      (document.outbox.length === 0 && document.projectedVersion === document.intent.version)
    );
  });
}

/** For what continues after a response; returns as soon as the condition holds. */
export async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 5000; attempt++) {
    if (await isReached()) return;
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new Error("the condition was never reached");
}

/** Moves the clock past the recovery window and fires the alarm until the object has deleted its storage. */
export async function collect(intentId: string): Promise<void> {
  await drained(intentId);
  moveClock(RECOVERY_WINDOW_MS);
  for (let alarms = 0; alarms < 5; alarms++) {
    if ((await stored(intentId)).keys.length === 0) return;
    await drained(intentId);
    await fireAlarm(intentId);
  }
  throw new Error("the object never deleted its storage");
}

export async function rowOf(intentId: string): Promise<Record<string, unknown> | null> {
  return await rowsOf(intentId).first("SELECT * FROM payment_intents WHERE id = ?", intentId);
}

export interface EventRow extends Record<string, unknown> {
  id: string;
  merchant_id: string;
  type: string;
  sequence: number;
  payload: string;
  actor: string;
  created_at: number;
  delivery_status: string;
  attempts: number;
  next_attempt_at: number | null;
  last_response_status: number | null;
  last_error: string | null;
  ended_at: number | null;
}

export async function eventsOf(intentId: string): Promise<EventRow[]> {
  const results = await rowsOf(intentId).all<EventRow>(
    "SELECT * FROM events WHERE intent_id = ? ORDER BY sequence",
    intentId,
  );
  return results.map((row) => ({ ...row, payload: bodyOf(row) }));
}

/** The webhook's body in a row of `events`. */
export function bodyOf(row: Record<string, unknown>): string {
  const { payload, merchant_id, intent_id, actor, created_at } = row;
  return readBody({
    body: payload,
    merchantId: merchant_id,
    intentId: intent_id,
    actor,
    createdAt: created_at,
  } as StoredBody);
}

export async function transactionsOf(intentId: string) {
  const results = await ledgerRows.all<{
    id: string;
    idempotency_key: string;
    transaction_type: string;
    status: string;
  }>(
    `SELECT id, idempotency_key, transaction_type, status FROM ledger_transactions
     WHERE idempotency_key LIKE ? ORDER BY id`,
    `%:${intentId}:%`,
  );
  return results;
}
