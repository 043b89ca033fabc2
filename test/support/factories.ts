// Every test makes its own merchant and wallets: storage is shared within a file.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { type ApiResponse, adminToken, call, fetchToken } from "./api.ts";
import { merchantToken, walletToken } from "./tokens.ts";

export const MERCHANT_API = "/merchant/api/v1";
export const INTENTS = `${MERCHANT_API}/payment-intents`;
export const WALLET_API = "/wallet/api/v1";
export const SANDBOX_API = "/sandbox/v1";

export interface TestMerchant {
  id: string;
  clientId: string;
  token: string;
}

export async function makeMerchant(businessName = "Bean & Leaf"): Promise<TestMerchant> {
  const { status, body } = await call("POST", `${MERCHANT_API}/register`, {
    token: await adminToken(),
    json: { email: `${crypto.randomUUID()}@shop.test`, business_name: businessName },
  });
  expect(status).toBe(201);
  const token = await fetchToken(body.client_id, body.client_secret);
  return { id: body.merchant_id, clientId: body.client_id, token };
}

export interface TestWallet {
  id: string;
  token: string;
}

export async function makeWallet(options: { balance?: number; currency?: string } = {}): Promise<TestWallet> {
  const { status, body } = await call("POST", `${SANDBOX_API}/wallets`, {
    token: await adminToken(),
    json: { currency: options.currency ?? "USD", balance: options.balance ?? 100 },
  });
  expect(status).toBe(201);
  return { id: body.wallet_id, token: await fetchToken(body.client_id, body.client_secret) };
}

/** The same merchants and wallets with tokens as of the clock's present time. */
export async function renewMerchant(merchant: TestMerchant): Promise<TestMerchant> {
  return { ...merchant, token: await merchantToken(merchant.id) };
}

export async function renewWallet(wallet: TestWallet): Promise<TestWallet> {
  return { ...wallet, token: await walletToken(wallet.id) };
}

/** A row and a token such as a counter's own credentials give. */
export async function makeCounter(merchant: TestMerchant, status: "active" | "inactive" = "active") {
  const id = crypto.randomUUID();
  const clientId = `counter-${id}`;
  await env.DB.prepare(
    `INSERT INTO counters (id, merchant_id, name, status, location, idp_client_id, webhook_url, webhook_events,
       webhook_secret, created_at, updated_at)
     VALUES (?1, ?2, 'Till 1', ?3, 'Front', ?4, NULL, '["payment.completed"]', 'unused', 0, 0)`,
  )
    .bind(id, merchant.id, status, clientId)
    .run();
  return { id, clientId, token: await merchantToken(merchant.id, { counter_id: id, azp: clientId }) };
}

export function postIntent(merchant: { token: string }, json: Record<string, unknown>): Promise<ApiResponse> {
  return call("POST", INTENTS, { token: merchant.token, json });
}

/** Creates an intent and returns its JSON. */
export async function makeIntent(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const { status, body } = await postIntent(merchant, { amount: 12.5, ...fields });
  expect(status).toBe(201);
  return body.payment_intent;
}

/** An intent that the wallet, or a wallet of its own, has paid; as the merchant sees it. */
export async function makePaidIntent(
  merchant: TestMerchant,
  options: { wallet?: TestWallet; fields?: Record<string, unknown> } = {},
) {
  const { id } = await makeIntent(merchant, options.fields);
  expect((await confirm(options.wallet ?? (await makeWallet()), id)).status).toBe(200);
  return (await readIntent(merchant, id)).body.payment_intent;
}

export function confirm(wallet: TestWallet, intentId: string): Promise<ApiResponse> {
  return call("POST", `${WALLET_API}/payment-intents/${intentId}/confirm`, { token: wallet.token });
}

export function cancel(merchant: { token: string }, intentId: string): Promise<ApiResponse> {
  return call("POST", `${INTENTS}/${intentId}/cancel`, { token: merchant.token });
}

export function refund(merchant: { token: string }, intentId: string): Promise<ApiResponse> {
  return call("POST", `${INTENTS}/${intentId}/refund`, { token: merchant.token });
}

export function readIntent(merchant: { token: string }, intentId: string): Promise<ApiResponse> {
  return call("GET", `${INTENTS}/${intentId}`, { token: merchant.token });
}

export function readPublicIntent(intentId: string): Promise<ApiResponse> {
  return call("GET", `${MERCHANT_API}/public/payment-intents/${intentId}`);
}

export async function listIntents(merchant: { token: string }, query = "") {
  const { status, body } = await call("GET", INTENTS + query, { token: merchant.token });
  expect(status).toBe(200);
  return body.payment_intents;
}

export async function listTransactions(merchant: { token: string }, query = "") {
  const { status, body } = await call("GET", `${MERCHANT_API}/transactions${query}`, {
    token: merchant.token,
  });
  expect(status).toBe(200);
  return body.transactions;
}

/** Balances as text, one entry per currency: "100.00 USD". */
export async function readBalances(wallet: TestWallet): Promise<string[]> {
  const { body } = await call("GET", `${WALLET_API}/wallet`, { token: wallet.token });
  return body.wallet.balances.map(({ amount, currency }: Record<string, string>) => `${amount} ${currency}`);
}

export interface StoredEvent {
  type: string;
  sequence: number;
  payload: string;
  delivery_status: string;
}

/** What is stored of the intent's events, oldest first. */
export async function readEvents(intentId: string): Promise<StoredEvent[]> {
  const { results } = await env.DB.prepare(
    "SELECT type, sequence, payload, delivery_status FROM events WHERE intent_id = ? ORDER BY sequence",
  )
    .bind(intentId)
    .all<StoredEvent>();
  return results;
}

export async function deactivateMerchant(merchant: TestMerchant): Promise<void> {
  await env.DB.prepare("UPDATE merchants SET status = 'inactive' WHERE id = ?").bind(merchant.id).run();
}
