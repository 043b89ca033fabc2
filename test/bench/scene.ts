// Who takes part, and what is stored before the first measurement.
import { randomBytes } from "node:crypto";
import { cloneRows, IdSeries } from "./clone-rows.ts";
import { type Participant, Registry } from "./participants.ts";
import type { Server } from "./workerd.ts";

const READ_INTENTS = 50;
const HISTORY_PAYMENTS = 40;
export const TRADERS = 50;
const WALLET_BALANCE = 999_999_999;
const SHOP_BALANCE = 99_999_999;
const INTENTS_EXPIRE_AFTER_MS = 24 * 60 * 60_000;
export const INTENTS = "/merchant/api/v1/payment-intents";
const COUNTERS = "/merchant/api/v1/counters";
export const WALLET_INTENTS = "/wallet/api/v1/payment-intents";

/** A whole order, as a shop would send it. */
export const ORDER = {
  amount: 12.5,
  currency: "USD",
  description: "Flat white and a croissant to take away, table seven",
  reference: "order-1001",
  metadata: {
    table: 7,
    items: [
      { sku: "flat-white", quantity: 1 },
      { sku: "croissant", quantity: 1 },
    ],
  },
};

export interface Listed extends Participant {
  /** Of every seventh intent. */
  counterId: string;
}

export interface Scene {
  registry: Registry;
  shop: Participant;
  wallet: Participant;
  /** By the number of their intents. */
  listed: Map<number, Listed>;
  /** With payments in the ledger. */
  historic: Participant;
  /** With a webhook endpoint. */
  notified: Participant;
  /** For many merchants at once. */
  traders: Participant[];
  /** The shop's pending intents, which stay as they are. */
  readIds: string[];
  /** Of all of them. */
  etag: string;
  /** Intents of the shop, one in each status, whose rows are copied. */
  samples: { pending: string; completed: string; cancelled: string };
  /** When the newest of the listed intents was stored, in epoch milliseconds. */
  storedAt: number;
}

export function makeSecrets(): Record<string, string> {
  return {
    MASTER_KEY: randomBytes(32).toString("base64"),
    IDEMPOTENCY_KEY_SECRET: randomBytes(32).toString("base64"),
    ADMIN_CLIENT_ID: "platform-admin",
    ADMIN_CLIENT_SECRET: randomBytes(32).toString("base64url"),
    LEDGER_TOKEN: randomBytes(32).toString("base64url"),
    LEDGER_EVENTS_SECRET: `whsec_${randomBytes(32).toString("base64")}`,
    RATE_LIMITS: "on",
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
}

export async function setScene(
  recorder: Server,
  secrets: Record<string, string>,
  { listed: sizes, receiverUrl }: { listed: readonly number[]; receiverUrl: string },
): Promise<Scene> {
  const registry = new Registry();
  registry.moveTo(recorder.url);
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = secrets;
  const admin = registry.participant("admin", { client_id, client_secret });
  const shop = await registry.register(admin, "shop");
  const wallet = await registry.openWallet(shop, WALLET_BALANCE);
  const historic = await registry.register(admin, "historic");
  const notified = await registry.register(admin, "notified");
  await registry.put(notified, "/merchant/api/v1/webhook", { url: receiverUrl });
  const traders: Participant[] = [];
  for (let count = 0; count < TRADERS; count++) {
    traders.push(await registry.register(admin, `trader-${count}`));
  }
  // The copied payments are refunded as well, without ever having been paid.
  await pay(registry, shop, wallet, SHOP_BALANCE);
  const samples = {
    pending: await createIntent(registry, shop),
    completed: await pay(registry, shop, wallet),
    cancelled: await createIntent(registry, shop),
  };
  await registry.post(shop, `${INTENTS}/${samples.cancelled}/cancel`);
  const readIds: string[] = [];
  for (let count = 0; count < READ_INTENTS; count++) readIds.push(await createIntent(registry, shop));
  for (let count = 0; count < HISTORY_PAYMENTS; count++) await pay(registry, historic, wallet);
  const etag = await registry.etagOf(shop, `${INTENTS}/${readIds[0]}`);
  const listed = new Map<number, Listed>();
  const storedAt = Date.now();
  for (const size of sizes) {
    const merchant = await registry.register(admin, `listed-${size}`);
    const counter = { name: "Till", location: "Canteen" };
    const created = await registry.post<{ counter: { id: string } }>(merchant, COUNTERS, counter);
    const trader = { ...merchant, counterId: created.counter.id };
    await storeIntents(recorder.db, trader, samples, { count: size, storedAt });
    listed.set(size, trader);
  }
  return { registry, shop, wallet, listed, historic, notified, traders, readIds, etag, samples, storedAt };
}

export async function createIntent(
  registry: Registry,
  merchant: Participant,
  amount = ORDER.amount,
): Promise<string> {
  const body = { ...ORDER, amount };
  const created = await registry.post<{ payment_intent: { id: string } }>(merchant, INTENTS, body);
  return created.payment_intent.id;
}

export async function pay(
  registry: Registry,
  merchant: Participant,
  wallet: Participant,
  amount = ORDER.amount,
): Promise<string> {
  const id = await createIntent(registry, merchant, amount);
  await confirm(registry, wallet, id);
  return id;
}

export async function confirm(registry: Registry, wallet: Participant, intentId: string): Promise<void> {
  await registry.post(wallet, `${WALLET_INTENTS}/${intentId}/confirm`);
}

/** One a second until then: of 20, one is pending, one is cancelled, and the others are paid. */
async function storeIntents(
  db: D1Database,
  { id, counterId }: Listed,
  { pending, cancelled, completed }: Scene["samples"],
  { count, storedAt }: { count: number; storedAt: number },
): Promise<void> {
  const statuses = [pending, cancelled, ...Array.from({ length: 18 }, () => completed)];
  for (const [offset, sampleId] of statuses.entries()) {
    const position = `(i * ${statuses.length} + ${offset})`;
    await cloneRows(db, {
      table: "payment_intents",
      sampleId,
      count: Math.floor(count / statuses.length),
      values: {
        ...timesAt(`${storedAt} - ${position} * 1000`),
        id: new IdSeries().sql,
        merchant_id: `'${id}'`,
        reference: `'order-' || ${position}`,
        counter_id: `CASE WHEN ${position} % 7 = 0 THEN '${counterId}' END`,
      },
    });
  }
}

/** Stores copies of a sample and returns their ids. */
export async function storeCopies(db: D1Database, sampleId: string, count: number): Promise<string[]> {
  const series = new IdSeries();
  const values = { ...timesAt(String(Date.now())), id: series.sql };
  await cloneRows(db, { table: "payment_intents", sampleId, count, values });
  return Array.from({ length: count }, (_, index) => series.id(index));
}

/** Open for longer than the benchmark takes. */
function timesAt(createdAt: string): Record<string, string> {
  const expiresAt = Date.now() + INTENTS_EXPIRE_AFTER_MS;
  return { created_at: createdAt, updated_at: createdAt, expires_at: String(expiresAt) };
}
