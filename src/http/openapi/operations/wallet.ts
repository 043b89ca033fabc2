// The customer's side: what a wallet app calls.
import { WalletAnswer } from "../../schemas/answers/ledger.ts";
import {
  ApprovalsAnswer,
  PaymentProcessingAnswer,
  WalletPaymentIntentAnswer,
} from "../../schemas/answers/payment-intents.ts";
import { APPROVAL, WALLET, WALLET_INTENT } from "../examples.ts";
import type { Answer, Operation, Refusal } from "../operation.ts";

const WALLET_API = "/wallet/api/v1";
const INTENT = `${WALLET_API}/payment-intents/{intentID}` as const;
const common = { tag: "Wallet", access: "customer" } as const;

const PAID: Answer = {
  description: "It is paid; the same when this wallet had paid it before.",
  schema: WalletPaymentIntentAnswer,
  examples: { paid: { payment_intent: WALLET_INTENT } },
};
const PROCESSING: Answer = {
  description: "The ledger has not answered yet; the payment is carried to its end without the caller.",
  schema: PaymentProcessingAnswer,
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
    answers: { 200: PAID, 202: PROCESSING },
    refusals: [...PAYMENT_REFUSALS, "approval_required"],
  },
  {
    ...common,
    method: "post",
    path: `${INTENT}/approve`,
    operationId: "approvePayment",
    summary: "Approve an intent that asks this wallet",
    answers: { 200: PAID, 202: PROCESSING },
    refusals: PAYMENT_REFUSALS,
  },
  {
    ...common,
    method: "post",
    path: `${INTENT}/reject`,
    operationId: "rejectPayment",
    summary: "Reject an intent that asks this wallet",
    answers: {
      200: {
        description: "It is cancelled.",
        schema: WalletPaymentIntentAnswer,
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
    answers: {
      200: {
        description: "Open intents, newest first.",
        schema: ApprovalsAnswer,
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
    answers: {
      200: { description: "The balances.", schema: WalletAnswer, examples: { wallet: { wallet: WALLET } } },
    },
  },
];
