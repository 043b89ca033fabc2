// Every test makes its own merchant and wallets: storage is shared within a file.
import { type Answer, adminToken, call, fetchToken } from "./api.ts";

export const MERCHANT_API = "/merchant/api/v1";
export const WALLET_API = "/wallet/api/v1";
export const SANDBOX_API = "/sandbox/v1";

export interface TestMerchant {
  id: string;
  clientId: string;
  token: string;
}

export async function makeMerchant(businessName = "Bean & Leaf"): Promise<TestMerchant> {
  const { body } = await call("POST", `${MERCHANT_API}/register`, {
    token: await adminToken(),
    json: { email: `${crypto.randomUUID()}@shop.test`, business_name: businessName },
  });
  const token = await fetchToken(body.client_id, body.client_secret);
  return { id: body.merchant_id, clientId: body.client_id, token };
}

export interface TestWallet {
  id: string;
  token: string;
}

export async function makeWallet(options: { balance?: number; currency?: string } = {}): Promise<TestWallet> {
  const { body } = await call("POST", `${SANDBOX_API}/wallets`, {
    token: await adminToken(),
    json: { currency: options.currency ?? "USD", balance: options.balance ?? 100 },
  });
  return { id: body.wallet_id, token: await fetchToken(body.client_id, body.client_secret) };
}

/** Creates an intent and returns its JSON. */
export async function makeIntent(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const { body } = await call("POST", `${MERCHANT_API}/payment-intents`, {
    token: merchant.token,
    json: { amount: 12.5, ...fields },
  });
  return body.payment_intent;
}

export function confirm(wallet: TestWallet, intentId: string): Promise<Answer> {
  return call("POST", `${WALLET_API}/payment-intents/${intentId}/confirm`, { token: wallet.token });
}

export function refund(merchant: TestMerchant, intentId: string): Promise<Answer> {
  return call("POST", `${MERCHANT_API}/payment-intents/${intentId}/refund`, { token: merchant.token });
}

export function readIntent(merchant: TestMerchant, intentId: string): Promise<Answer> {
  return call("GET", `${MERCHANT_API}/payment-intents/${intentId}`, { token: merchant.token });
}
