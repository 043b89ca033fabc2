// Merchants, wallets and intents made over HTTP, and the requests they send. Every test makes its own, because
// storage is shared within a file.

import { expect } from "vitest";
import { type ApiResponse, adminToken, call, fetchToken } from "./api.ts";
import { rowsOf } from "./rows.ts";
import { merchantToken, walletToken } from "./tokens.ts";

export const MERCHANT_API = "/merchant/api/v1";
export const INTENTS = `${MERCHANT_API}/payment-intents`;
export const WALLET_API = "/wallet/api/v1";
export const SANDBOX_API = "/sandbox/v1";

/** An id that does not exist. */
export const UNKNOWN_ID = "123e4567-e89b-42d3-a456-426614174000";

export const ALL_EVENTS = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
];

/** The health of a webhook endpoint without failures. */
export const HEALTHY = {
  status: "healthy",
  consecutive_failures: 0,
  degraded_since: null,
  next_probe_at: null,
};

export interface TestMerchant {
  id: string;
  clientId: string;
  clientSecret: string;
  /** Its first user's, who sets a password at `setupUrl`. */
  email: string;
  setupUrl: string;
  token: string;
}

export async function makeMerchant(
  registration: { email?: string; business_name?: string } = {},
): Promise<TestMerchant> {
  const json = { email: `${crypto.randomUUID()}@shop.test`, business_name: "Bean & Leaf", ...registration };
  const { status, body } = await call("POST", `${MERCHANT_API}/register`, {
    token: await adminToken(),
    json,
  });
  expect(status).toBe(201);
  const { merchant_id: id, client_id: clientId, client_secret: clientSecret, setup_url: setupUrl } = body;
  const token = await fetchToken(clientId, clientSecret);
  return { id, clientId, clientSecret, email: json.email, setupUrl, token };
}

/** With the given webhook settings, and the secret that signs for its endpoint. */
export async function makeMerchantWithWebhook(webhook: Record<string, unknown>) {
  const merchant = await makeMerchant();
  const { token } = merchant;
  expect((await call("PUT", `${MERCHANT_API}/webhook`, { token, json: webhook })).status).toBe(200);
  const { body } = await call("POST", `${MERCHANT_API}/webhook/rotate-secret`, { token });
  return { ...merchant, webhookSecret: body.webhook_secret as string };
}

export interface TestWallet {
  id: string;
  token: string;
}

/** Made by the merchant with this token, or by an administrator. */
export async function makeWallet(
  options: { balance?: number; currency?: string; token?: string } = {},
): Promise<TestWallet> {
  const { status, body } = await call("POST", `${SANDBOX_API}/wallets`, {
    token: options.token ?? (await adminToken()),
    json: { currency: options.currency ?? "USD", balance: options.balance ?? 100 },
  });
  expect(status).toBe(201);
  return { id: body.wallet_id, token: await fetchToken(body.client_id, body.client_secret) };
}

/** With a token that is valid at the clock's current time. */
export async function renewMerchant(merchant: TestMerchant): Promise<TestMerchant> {
  return { ...merchant, token: await merchantToken(merchant.id) };
}

export async function renewWallet(wallet: TestWallet): Promise<TestWallet> {
  return { ...wallet, token: await walletToken(wallet.id) };
}

export function postIntent(merchant: { token: string }, json: Record<string, unknown>): Promise<ApiResponse> {
  return call("POST", INTENTS, { token: merchant.token, json });
}

/** Creates an intent and returns its JSON. */
export async function makeIntent(merchant: { token: string }, fields: Record<string, unknown> = {}) {
  const { status, body } = await postIntent(merchant, { amount: 12.5, ...fields });
  expect(status).toBe(201);
  return body.payment_intent;
}

/** An intent paid by the given wallet or a new one, as the merchant sees it. */
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

export async function deactivateMerchant(merchant: { id: string }): Promise<void> {
  await rowsOf(merchant.id).run("UPDATE merchants SET status = 'inactive' WHERE id = ?", merchant.id);
}
