// One intent with all that surrounds it: its parties, the machinery that carries it on, and what must hold at its end.

import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import { isOpen, isPastDeadline, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { deletableAt, isPublished } from "#core/durable/intent-document.ts";
import { scanPayment } from "#core/services/wallet/scan-payment.ts";
import { findFirst } from "#core/shards/shards.ts";
import { listWalletEvents } from "#sandbox/db/wallets.ts";
import { MINUTE, moveClock } from "./clock.ts";
import { ALL_EVENTS } from "./deliveries.ts";
import { eventsOf, transactionsOf } from "./intent-rows.ts";
import { collect, find, fireAlarm, NOTHING_STORED, objectOf, stored } from "./objects.ts";
import { type Ports, watchPorts } from "./ports.ts";
import { consume, runSweep, type SentMessage } from "./queues.ts";
import { ledgerRows, rowsOf } from "./rows.ts";
import { deps, type SeededMerchant, seedMerchant, seedWallet } from "./seeds.ts";

const PRICE_MINOR = 12_50;
const WALLET_BALANCE_MINOR = 100_00;

export interface WatchedPayment {
  merchant: SeededMerchant;
  /** Each of them can pay. */
  wallets: string[];
  /** It is empty until the intent exists. */
  intentId: string;
  counterId: string;
  ports: Ports;
}

/** The merchant is told of every event. */
export async function watchPayment(): Promise<WatchedPayment> {
  const id = crypto.randomUUID();
  const webhookUrl = `https://${id}.test/hook`;
  const [merchant, wallet] = await Promise.all([
    seedMerchant({ id, webhookUrl, webhookEvents: ALL_EVENTS as SeededMerchant["webhookEvents"] }),
    seedWallet(WALLET_BALANCE_MINOR),
  ]);
  return { merchant, wallets: [wallet], intentId: "", counterId: "", ports: await watchPorts() };
}

/** Reverse QR: asks the first wallet to approve. Under an idempotency key, so that it can be sent again. */
export async function scan(payment: WatchedPayment): Promise<void> {
  const { merchant, wallets, counterId } = payment;
  const deferred: Promise<void>[] = [];
  const caller = {
    merchantId: merchant.id,
    counterId: null,
    actor: { client: "test", requestId: null },
    defer: (work: Promise<void>) => void deferred.push(work),
  };
  const input = {
    walletId: wallets[0] ?? "",
    counterId,
    amountMinor: PRICE_MINOR,
    currency: "USD",
    description: "",
    reference: null,
    metadataJson: null,
    callbackUrl: null,
    callbackEventsJson: null,
    returnUrl: null,
    expiresInSeconds: 1800,
  };
  const scanned = await scanPayment(deps, caller, input, "order-1");
  if (!scanned.ok) throw new Error(JSON.stringify(scanned.error));
  payment.intentId = scanned.value.intent.id;
  await Promise.all(deferred);
}

/** Passes on what is queued. A message leaves its queue only when the consumer has acknowledged it. */
export async function deliverQueued({ ports }: WatchedPayment): Promise<void> {
  for (const [queue, sent] of Object.entries(ports.queues)) {
    const messages = [...sent];
    if (messages.length === 0) continue;
    const { acked } = await consume(
      queue,
      messages.map(({ body }) => body),
    );
    for (const index of acked) {
      const position = sent.indexOf(messages[index] as SentMessage);
      if (position >= 0) sent.splice(position, 1);
    }
  }
}

/** Fires the alarm as the platform does: only when it is due, and again if the object has died of it. */
export async function fireDueAlarm(payment: WatchedPayment): Promise<void> {
  const { alarmAt } = await stored(payment.intentId);
  if (alarmAt !== null && alarmAt <= Date.now()) await fireOrKeepAlarm(payment);
}

/** The platform keeps an alarm whose handler has failed, whatever fails in the object. */
async function fireOrKeepAlarm({ intentId, ports }: WatchedPayment): Promise<void> {
  const { alarmAt } = await stored(intentId);
  try {
    await fireAlarm(intentId);
  } catch (error) {
    if (alarmAt === null) throw error;
    await runInDurableObject(objectOf(intentId), (_, { storage }) =>
      ports.withoutFault(() => storage.setAlarm(alarmAt)),
    );
  }
}

/** The machine of every object is gone, and with it what was not stored. What a call awaits, it had stored before. */
export async function crash({ intentId }: WatchedPayment): Promise<void> {
  if (intentId !== "") await runInDurableObject(objectOf(intentId), (_, { storage }) => storage.sync());
  await abortAllDurableObjects();
}

/** Queues and alarms do their work, and the sweep what they have lost, until nothing is left to do. */
export async function heal(payment: WatchedPayment): Promise<void> {
  for (let minute = 0; minute < 25; minute++) {
    await deliverQueued(payment);
    if ((await leftToDo(payment)).length === 0) return;
    moveClock(MINUTE);
    if (payment.intentId !== "") await fireDueAlarm(payment);
    if (minute > 0) await runSweep();
  }
  expect(await leftToDo(payment), "after 25 minutes").toEqual([]);
}

function findRow(intentId: string): Promise<PaymentIntent | null> {
  return findFirst(deps.shards.of(intentId), (shard) => findIntent(shard, intentId));
}

async function leftToDo({ ports, merchant, intentId }: WatchedPayment): Promise<string[]> {
  const left = Object.entries(ports.queues).flatMap(([queue, sent]) => (sent.length > 0 ? [queue] : []));
  left.push(...(await dueEvents(merchant.id)));
  if (intentId === "") return left;
  const row = await findRow(intentId);
  if (row !== null && isPastDeadline(row, Date.now())) left.push("deadline");
  const { document, alarmAt } = await stored(intentId);
  if (document === undefined) return left;
  const { intent } = document;
  if (row?.version !== intent.version) left.push("row");
  if (intent.operation !== null) left.push("operation");
  if (!isPublished(document)) left.push("outbox");
  const wake = isOpen(intent) ? intent.expiresAt : deletableAt(document);
  if (alarmAt === null || alarmAt > wake) left.push("alarm");
  return left;
}

/** The types of those that a receiver or the message bus does not have yet. */
async function dueEvents(merchantId: string): Promise<string[]> {
  const results = await rowsOf(merchantId).all<{ type: string }>(
    "SELECT type FROM events WHERE merchant_id = ? AND (next_attempt_at IS NOT NULL OR bus_due_at IS NOT NULL)",
    merchantId,
  );
  return results.map(({ type }) => type);
}

/** What must hold once everything is done, whatever has failed before. Returns the intent. */
export async function expectWhole(payment: WatchedPayment): Promise<PaymentIntent> {
  const intent = await find(payment.intentId);
  if (intent === null) throw new Error("the intent is gone");
  expect(await findRow(intent.id), "D1 equals the object").toEqual(intent);
  expect(await leftToDo(payment)).toEqual([]);
  await expectMoney(payment, intent);
  await expectTold(payment, intent);
  await collect(intent.id);
  expect(await stored(intent.id)).toEqual(NOTHING_STORED);
  expect(await find(intent.id), "read from D1 alone").toEqual(intent);
  return intent;
}

async function expectMoney({ merchant, wallets }: WatchedPayment, intent: PaymentIntent): Promise<void> {
  const isPaid = intent.status === "completed";
  const isRefunded = intent.refundStatus === "completed";
  if (isPaid) expect(wallets).toContain(intent.completedBy);
  else expect(intent.completedBy).toBeNull();
  const transfers = (await transactionsOf(intent.id)).filter(({ status }) => status !== "declined");
  expect(transfers.map((transfer) => `${transfer.transaction_type} ${transfer.status}`)).toEqual([
    ...(isPaid ? ["payment completed"] : []),
    ...(isRefunded ? ["refund completed"] : []),
  ]);
  const movedMinor = isPaid && !isRefunded ? PRICE_MINOR : 0;
  const expected = wallets.map((id) => [
    id,
    WALLET_BALANCE_MINOR - (id === intent.completedBy ? movedMinor : 0),
  ]);
  if (movedMinor > 0) expected.push([merchant.id, movedMinor]);
  expect(await balancesOf([merchant.id, ...wallets])).toEqual(Object.fromEntries(expected));
}

/** Without those that are zero. */
async function balancesOf(accountIds: string[]): Promise<Record<string, number>> {
  const results = await ledgerRows.all<{ id: string; minor: number }>(
    `SELECT account_id AS id, balance_minor AS minor FROM ledger_balances
     WHERE balance_minor > 0 AND account_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(accountIds),
  );
  return Object.fromEntries(results.map(({ id, minor }) => [id, minor]));
}

/** Events are stored without a gap, and receivers and the wallet have each of them at least once, under one id. */
async function expectTold(
  { ports, merchant, wallets }: WatchedPayment,
  intent: PaymentIntent,
): Promise<void> {
  const events = await eventsOf(intent.id);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(intent.eventSequence).toBe(events.length);
  const toldHere = ports.told.filter(({ url }) => url === merchant.webhookUrl);
  const told = new Set(toldHere.map(({ id, body }) => `${id} ${body}`));
  expect([...told].sort()).toEqual(events.map(({ id, payload }) => `${id} ${payload}`).sort());
  expect(events.map((event) => event.delivery_status)).toEqual(events.map(() => "delivered"));
  const settled = events.filter(({ type }) => type === "payment.completed" || type === "refund.completed");
  const updates = (await receivedByWallets(wallets)).filter(({ type }) => type === "wallet.balance.updated");
  expect(updates.map(({ id }) => id).sort()).toEqual(settled.map(({ id }) => id).sort());
}

/** The events of the message bus, in no particular order. */
export async function receivedByWallets(wallets: string[]): Promise<{ type: string; id: string }[]> {
  const inboxes = await Promise.all(wallets.map((id) => listWalletEvents(deps.db, id)));
  return inboxes.flat().map((text) => JSON.parse(text));
}
