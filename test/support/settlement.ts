// Refunds: seeded, settled in the embedded ledger, and reported to the service.

import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import type { LedgerEvent } from "#core/domain/ledger.ts";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { settleIfDue } from "#core/ledger/settle.ts";
import { type ApiResponse, call } from "./api.ts";
import { rowOf, transactionsOf } from "./intent-rows.ts";
import { transferOf } from "./ledger-results.ts";
import { execute, fireAlarm, pay, published } from "./objects.ts";
import { ledgerRows } from "./rows.ts";
import { db, seedIntent, seedMerchant, seedWallet } from "./seeds.ts";

const EVENTS_SECRET = "whsec_dGVzdC1sZWRnZXItZXZlbnRzLXNlY3JldC0zMmJ5dGU=";

/** A paid intent below HTTP, and its refund. */
export async function seedPaid() {
  const merchant = await seedMerchant();
  const intent = await seedIntent(merchant.id);
  const wallet = await seedWallet();
  expect((await pay(intent.id, wallet)).ok).toBe(true);
  const refund = () => execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
  return { merchant, intent, wallet, refund };
}

export async function seedPendingRefund() {
  const paid = await seedPaid();
  expect((await paid.refund()).ok).toBe(true);
  const [, transaction] = await transactionsOf(paid.intent.id);
  return { ...paid, transactionId: transaction?.id ?? "" };
}

/** The ledger's event about a transfer of the intent, by default its first operation of the kind. */
export async function ledgerEvent(
  intentId: string,
  kind: LedgerEvent["kind"],
  walletId: string,
  change: Partial<LedgerEvent> & Pick<LedgerEvent, "result">,
): Promise<Extract<IntentCommand, { type: "record_ledger_event" }>> {
  const row = await rowOf(intentId);
  const event = {
    kind,
    paymentIntentId: intentId,
    transactionId: "tx-1",
    operationKey: `${kind}:${intentId}:1`,
    ...transferOf(kind, String(row?.merchant_id), walletId),
  };
  return { type: "record_ledger_event", event: { ...event, ...change } };
}

/** Settles as of the test's clock, because the embedded ledger keeps real time. The service is not informed. */
export async function settleInLedger(transactionId: string): Promise<void> {
  const settled = await settleIfDue(db, transactionId, Date.now());
  expect(settled?.status).toBe("completed");
}

/** Settles an accepted refund, and lets the object find out through its alarm. */
export async function settleRefund(intentId: string): Promise<void> {
  const refunds = (await transactionsOf(intentId)).filter((row) => row.transaction_type === "refund");
  for (const { id } of refunds) await settleIfDue(db, id, Date.now() + 60_000);
  await fireAlarm(intentId);
  await published(intentId);
}

/** Sets a balance, in minor units, as if money had been moved outside the service. */
export async function setLedgerBalance(accountId: string, balanceMinor: number): Promise<void> {
  await ledgerRows.run(
    "UPDATE ledger_balances SET balance_minor = ?2 WHERE account_id = ?1",
    accountId,
    balanceMinor,
  );
}

/** Signed with the Standard Webhooks library rather than our own code. */
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
