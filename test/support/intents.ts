// Payment intents over HTTP: made, paid, cancelled and refunded.
import { expect } from "vitest";
import { type ApiResponse, type CallOptions, call } from "./api.ts";
import { readIntent } from "./intent-reads.ts";
import { makeWallet, type TestMerchant, type TestWallet } from "./parties.ts";
import { INTENTS, WALLET_API } from "./paths.ts";

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

/** Takes back a request for approval. */
export function withdraw(merchant: { token: string }, intentId: string): Promise<ApiResponse> {
  return call("POST", `${INTENTS}/${intentId}/withdraw`, { token: merchant.token });
}

export function refund(
  merchant: { token: string },
  intentId: string,
  options: Omit<CallOptions, "token"> = {},
): Promise<ApiResponse> {
  return call("POST", `${INTENTS}/${intentId}/refund`, { token: merchant.token, ...options });
}
