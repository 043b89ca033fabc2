// How a refund's settlement reaches the service: by the queues, by HTTP, or by the object's own alarm.
import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runDurableObjectAlarm,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import { openDatabase } from "../../src/db/client.ts";
import { settleIfDue } from "../../src/embedded/ledger/settle.ts";
import worker from "../../src/index.ts";
import { type ApiResponse, call } from "./api.ts";

const EVENTS_SECRET = "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=";

/** The ledger's own side, as of the test's clock: the embedded ledger keeps real time. */
export async function settleInLedger(transactionId: string): Promise<void> {
  const settled = await settleIfDue(openDatabase(env.DB), transactionId, Date.now());
  expect(settled?.status).toBe("completed");
}

/** As if money had come or gone by other ways; in minor units. */
export async function setLedgerBalance(accountId: string, balanceMinor: number): Promise<void> {
  await env.DB.prepare("UPDATE ledger_balances SET balance_minor = ?2 WHERE account_id = ?1")
    .bind(accountId, balanceMinor)
    .run();
}

export function fireAlarm(intentId: string): Promise<boolean> {
  return runDurableObjectAlarm(env.PAYMENT_INTENTS.getByName(intentId));
}

/** One message through the Worker's queue handler; true when it was acknowledged. */
export async function deliverMessage(queue: string, body: unknown): Promise<boolean> {
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body };
  const batch = createMessageBatch(queue, [message]);
  const context = createExecutionContext();
  await worker.queue(batch, env, context);
  await waitOnExecutionContext(context);
  const { explicitAcks } = await getQueueResult(batch, context);
  return explicitAcks.includes(message.id);
}

/** Signed by the Standard Webhooks library and not by our own code. */
export function signedHeaders(body: string, options: { secret?: string; at?: number } = {}) {
  const id = `msg_${crypto.randomUUID()}`;
  const at = new Date(options.at ?? Date.now());
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(options.secret ?? EVENTS_SECRET).sign(id, at, body),
  };
}

export function postLedgerEvent(event: unknown): Promise<ApiResponse> {
  const text = JSON.stringify(event);
  return call("POST", "/internal/ledger-events", { text, headers: signedHeaders(text) });
}
