// Who takes part, and what is stored before the first measurement.
import { randomBytes } from "node:crypto";
import { type ClientCredentials, fetchToken } from "#scripts/fetch-token.ts";
import { cloneRows, IdSeries } from "./clone-rows.ts";
import type { Server } from "./workerd.ts";

/** More than an isolate could hold in a cache of a sensible size. */
export const MANY = 5_000;
export const FEW = 50;
const HISTORY_PAYMENTS = 40;
const WALLET_BALANCE = 999_999_999;
const SHOP_BALANCE = 99_999_999;
const INTENTS_EXPIRE_AFTER_MS = 24 * 60 * 60_000;

export const INTENTS = "/merchant/api/v1/payment-intents";
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

export interface Participant extends ClientCredentials {
  /** The id of the merchant or of the wallet. */
  id: string;
}

export interface Scene {
  shop: Participant;
  wallet: Participant;
  /** It has payments in the ledger. */
  historic: Participant;
  /** One in 20 of its intents is pending and one is cancelled. */
  mixed: Participant;
  /** All of its intents are pending. */
  waiting: Participant;
  /** Pending intents of the shop. */
  readIds: string[];
  /** Intents whose rows are copied, by merchant and status. */
  samples: { pending: string; completed: string; notified: string };
  /** How many intents each list has: pages of 20, each read once. */
  listed: number;
  /** When the newest of the listed intents was created, in epoch milliseconds; each is a second older than the one before. */
  listedAt: number;
}

export function makeSecrets(): Record<string, string> {
  return {
    MASTER_KEY: randomBytes(32).toString("base64"),
    IDEMPOTENCY_KEY_SECRET: randomBytes(32).toString("base64"),
    WALLET_ID_SECRET: randomBytes(32).toString("base64"),
    ADMIN_CLIENT_ID: "platform-admin",
    ADMIN_CLIENT_SECRET: randomBytes(32).toString("base64url"),
    LEDGER_TOKEN: randomBytes(32).toString("base64url"),
    LEDGER_EVENTS_SECRET: `whsec_${randomBytes(32).toString("base64")}`,
    RATE_LIMITS: "on",
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
}

export async function setScene(
  { url, db }: Server,
  secrets: Record<string, string>,
  receiverUrl: string,
  many = MANY,
): Promise<Scene> {
  const { ADMIN_CLIENT_ID: client_id = "", ADMIN_CLIENT_SECRET: client_secret = "" } = secrets;
  const admin = { id: "admin", client_id, client_secret };
  const register = async (name: string): Promise<Participant> => {
    const body = { email: `${name}@example.com`, business_name: "Bench & Sons" };
    const merchant = await call(url, admin, "POST", "/merchant/api/v1/register", body);
    return { ...merchant, id: merchant.merchant_id };
  };
  const create = async (merchant: Participant, amount = ORDER.amount): Promise<string> =>
    (await call(url, merchant, "POST", INTENTS, { ...ORDER, amount })).payment_intent.id;
  const pay = async (merchant: Participant, amount = ORDER.amount): Promise<string> => {
    const id = await create(merchant, amount);
    await call(url, wallet, "POST", `${WALLET_INTENTS}/${id}/confirm`);
    return id;
  };

  const shop = await register("shop");
  const opened = await call(url, shop, "POST", "/sandbox/v1/wallets", {
    currency: "USD",
    balance: WALLET_BALANCE,
  });
  const wallet: Participant = { ...opened, id: opened.wallet_id };
  const notified = await register("notified");
  await call(url, notified, "PUT", "/merchant/api/v1/webhook", { url: receiverUrl });
  const historic = await register("historic");
  for (let count = 0; count < HISTORY_PAYMENTS; count++) await pay(historic);
  // The copied payments are refunded as well, without ever having been paid.
  await pay(shop, SHOP_BALANCE);
  const samples = {
    pending: await create(shop),
    completed: await pay(shop),
    notified: await create(notified),
  };
  const cancelled = await create(shop);
  await call(url, shop, "POST", `${INTENTS}/${cancelled}/cancel`);

  const readIds = await storeCopies(db, samples.pending, many);
  const [listed, listedAt] = [many * 20, Date.now()];
  const [mixed, waiting] = [await register("mixed"), await register("waiting")];
  const finished = Array.from({ length: 18 }, () => samples.completed);
  await storeList(db, mixed, [samples.pending, cancelled, ...finished], listed, listedAt);
  await storeList(db, waiting, [samples.pending], listed, listedAt);
  return { shop, wallet, historic, mixed, waiting, readIds, samples, listed, listedAt };
}

/** Stores copies of a sample and returns their ids. */
export async function storeCopies(db: D1Database, sampleId: string, count: number): Promise<string[]> {
  const series = new IdSeries();
  const values = { ...timesAt(String(Date.now())), id: series.sql };
  await cloneRows(db, { table: "payment_intents", sampleId, count, values });
  return Array.from({ length: count }, (_, index) => series.id(index));
}

/** Copies the samples in turn, `listed` in all. */
async function storeList(
  db: D1Database,
  { id }: Participant,
  sampleIds: readonly string[],
  listed: number,
  listedAt: number,
): Promise<void> {
  for (const [offset, sampleId] of sampleIds.entries()) {
    const position = `(i * ${sampleIds.length} + ${offset})`;
    await cloneRows(db, {
      table: "payment_intents",
      sampleId,
      count: listed / sampleIds.length,
      values: {
        ...timesAt(`${listedAt} - ${position} * 1000`),
        id: new IdSeries().sql,
        merchant_id: `'${id}'`,
        reference: `'order-' || ${position}`,
      },
    });
  }
}

/** Open for longer than the benchmark takes. */
function timesAt(createdAt: string): Record<string, string> {
  const expiresAt = Date.now() + INTENTS_EXPIRE_AFTER_MS;
  return { created_at: createdAt, updated_at: createdAt, expires_at: String(expiresAt) };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the service has responded
type Body = any;

async function call(
  url: string,
  caller: Participant,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const headers = {
    authorization: `Bearer ${await fetchToken(url, caller)}`,
    "content-type": "application/json",
  };
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, headers, ...json });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return await response.json();
}
