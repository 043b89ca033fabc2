// Reverse QR: a counter scans the customer's code, the customer approves or rejects in the wallet.
import { expect } from "vitest";
import { type ApiResponse, call } from "./api.ts";
import { makeCounter } from "./counters.ts";
import { readIntent } from "./intent-reads.ts";
import { makeMerchant, makeWallet, type TestMerchant, type TestWallet } from "./parties.ts";
import { MERCHANT_API, SANDBOX_API, WALLET_API } from "./paths.ts";

export const SCAN = `${MERCHANT_API}/scan-payment`;

type Caller = { token: string };

export function postScan({ token }: Caller, json: unknown): Promise<ApiResponse> {
  return call("POST", SCAN, { token, json });
}

/** An intent that waits for the wallet's approval, as the merchant sees it; from a new counter unless one is given. */
export async function makeApproval(
  merchant: TestMerchant,
  wallet: { id: string },
  fields: Record<string, unknown> = {},
) {
  const counterId = fields.counter_id ?? (await makeCounter(merchant)).id;
  const { status, body } = await postScan(merchant, {
    scan_token: wallet.id,
    counter_id: counterId,
    amount: 12.5,
    ...fields,
  });
  expect(status).toBe(201);
  return body.payment_intent;
}

export function approve({ token }: Caller, intentId: string): Promise<ApiResponse> {
  return call("POST", `${WALLET_API}/payment-intents/${intentId}/approve`, { token });
}

export function reject({ token }: Caller, intentId: string): Promise<ApiResponse> {
  return call("POST", `${WALLET_API}/payment-intents/${intentId}/reject`, { token });
}

export async function listApprovals({ token }: TestWallet) {
  const { status, body } = await call("GET", `${WALLET_API}/approvals`, { token });
  expect(status).toBe(200);
  return body.approvals;
}

export function simulate({ token }: Caller, intentId: string, action: unknown): Promise<ApiResponse> {
  return call("POST", `${SANDBOX_API}/payment-intents/${intentId}/simulate`, { token, json: { action } });
}

/** What the embedded wallet has received over the message bus, newest first. */
export async function readWalletEvents({ token }: Caller) {
  const { status, body } = await call("GET", `${SANDBOX_API}/wallet-events`, { token });
  expect(status).toBe(200);
  return body.events;
}

/** A new merchant and wallet, and an intent that waits for the wallet's approval. */
export async function setUpApproval(options: { balance?: number; fields?: Record<string, unknown> } = {}) {
  const merchant = await makeMerchant();
  const wallet = await makeWallet({ ...options, token: merchant.token });
  const intent = await makeApproval(merchant, wallet, options.fields);
  return { merchant, wallet, intent };
}

/** What the customer sees of an intent that the merchant sees. */
export function walletView(intent: Record<string, unknown>, change: Record<string, unknown> = {}) {
  const {
    target_wallet_id,
    cancellation_reason,
    refund_ledger_tx_id,
    counter_id,
    reference,
    callback_url,
    checkout_url,
    return_url,
    metadata,
    qr_code_url,
    qr_data,
    ...shown
  } = intent;
  return { ...shown, is_processing: false, completed_by: null, ...change };
}

export async function statusOf(merchant: { token: string }, id: string): Promise<string> {
  return (await readIntent(merchant, id)).body.payment_intent.status;
}
