// The customer's side: what a wallet app calls.
import { WalletResponse } from "../../../wire/responses/ledger.ts";
import {
  ApprovalsResponse,
  PaymentProcessingResponse,
  WalletPaymentIntentResponse,
} from "../../../wire/responses/payment-intents.ts";
import { APPROVAL, WALLET, WALLET_INTENT } from "../examples.ts";
import type { Operation, Refusal, ResponseSpec } from "../operation.ts";

const WALLET_API = "/wallet/api/v1";
const INTENT = `${WALLET_API}/payment-intents/{intentID}` as const;
const common = { tag: "Wallet", access: "customer" } as const;

const PAID: ResponseSpec = {
  description: "It is paid; the same when this wallet had paid it before.",
  schema: WalletPaymentIntentResponse,
  examples: { paid: { payment_intent: WALLET_INTENT } },
};
const PROCESSING: ResponseSpec = {
  description: "The ledger has not answered yet; the payment is carried to its end without the caller.",
  schema: PaymentProcessingResponse,
  examples: {
    processing: { code: "payment_processing", payment_intent: { ...APPROVAL, status: "pending" } },
  },
};
const PAYMENT_REFUSALS: Refusal[] = [
  "insufficient_funds",
  "not_found",
  "already_paid",
  "already_cancelled",
  "payment_in_progress",
  "expired",
  "currency_mismatch",
  "account_not_found",
];

export const walletOperations: readonly Operation[] = [
  {
    ...common,
    method: "post",
    path: `${INTENT}/confirm`,
    operationId: "confirmPayment",
    summary: "Pay a pending intent",
    responses: { 200: PAID, 202: PROCESSING },
    refusals: [...PAYMENT_REFUSALS, "approval_required"],
  },
  {
    ...common,
    method: "post",
    path: `${INTENT}/approve`,
    operationId: "approvePayment",
    summary: "Approve an intent that asks this wallet",
    responses: { 200: PAID, 202: PROCESSING },
    refusals: PAYMENT_REFUSALS,
  },
  {
    ...common,
    method: "post",
    path: `${INTENT}/reject`,
    operationId: "rejectPayment",
    summary: "Reject an intent that asks this wallet",
    responses: {
      200: {
        description: "It is cancelled.",
        schema: WalletPaymentIntentResponse,
        examples: {
          rejected: {
            payment_intent: { ...APPROVAL, status: "cancelled", cancelled_at: APPROVAL.created_at },
          },
        },
      },
    },
    refusals: ["not_found", "already_paid", "payment_in_progress", "expired"],
  },
  {
    ...common,
    method: "get",
    path: `${WALLET_API}/approvals`,
    operationId: "listApprovals",
    summary: "List what waits for this wallet's answer",
    responses: {
      200: {
        description: "Open intents, newest first.",
        schema: ApprovalsResponse,
        examples: { one: { approvals: [APPROVAL] } },
      },
    },
  },
  {
    ...common,
    method: "get",
    path: `${WALLET_API}/wallet`,
    operationId: "getWallet",
    summary: "Read this wallet's balances",
    responses: {
      200: { description: "The balances.", schema: WalletResponse, examples: { wallet: { wallet: WALLET } } },
    },
  },
];
