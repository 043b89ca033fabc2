// What the merchant and the public read of payment intents over HTTP.
import { expect } from "vitest";
import { type ApiResponse, call } from "./api.ts";
import { INTENTS, MERCHANT_API } from "./paths.ts";

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
