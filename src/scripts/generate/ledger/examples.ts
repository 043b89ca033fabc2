// One customer's coffee, and money that a cash desk took.
import type { SchemaName } from "./schemas.ts";

const INTENT_ID = "0199c0de-7a2b-7c3d-9e4f-5a6b7c8d9e0f";
const WALLET_ID = "e5f8c1d7-3a92-4b6e-8f04-7c2d9a1b5e36";
const MERCHANT_ID = "4c9a1f6e-2b7d-4e83-9a50-6d1f8b3c7e24";
const PAID_AT = "2026-09-01T08:30:42.118Z";
const KEY = `payment:${INTENT_ID}:1`;
const TRANSACTION = {
  transaction_id: "0e7d4c2b-5a91-4f38-8c6d-1b9e3f7a2d50",
  transaction_type: "payment",
  status: "completed",
  amount: "12.50",
  currency: "USD",
  from_account_id: WALLET_ID,
  to_account_id: MERCHANT_ID,
  description: "Two flat whites and a scone",
  metadata: { payment_intent_id: INTENT_ID, operation_key: KEY },
  created_at: PAID_AT,
  completed_at: PAID_AT,
};
const { transaction_id, status, created_at, completed_at, ...REQUEST } = TRANSACTION;

const REFUND = {
  ...TRANSACTION,
  transaction_id: "5d0c7b1e-8f42-4a96-b3e7-2c9a6f1d4b80",
  transaction_type: "refund",
  status: "pending",
  from_account_id: MERCHANT_ID,
  to_account_id: WALLET_ID,
  metadata: { payment_intent_id: INTENT_ID, operation_key: `refund:${INTENT_ID}:1` },
  created_at: "2026-09-01T10:02:11.004Z",
  completed_at: null,
};
const SETTLED = { ...REFUND, status: "completed", completed_at: "2026-09-01T10:02:13.009Z" };
const FAILED = { ...REFUND, status: "failed", failure_reason: "insufficient_funds" };

const MOVEMENT_ID = "019a3f52-7c10-7b64-9d2e-58f1c06b7a3d";
const TOP_UP = {
  ...REQUEST,
  transaction_type: "top_up",
  from_account_id: "float",
  to_account_id: WALLET_ID,
  description: "",
  metadata: { movement_id: MOVEMENT_ID, operation_key: `top_up:${MOVEMENT_ID}` },
};

export const EXAMPLES: Record<SchemaName, Record<string, object>> = {
  TransactionRequest: { payment: REQUEST, topUp: TOP_UP },
  AccountRequest: {
    empty: { account_id: WALLET_ID },
    wallet: { account_id: WALLET_ID, currency: "USD", opening_balance: "100.00" },
  },
  Transaction: { settled: TRANSACTION, pending: REFUND, failed: FAILED },
  Decline: { declined: { error: "insufficient_funds" } },
  Failure: { failure: { error: "not_found" } },
  FoundTransactions: { found: { transactions: [TRANSACTION] }, none: { transactions: [] } },
  Account: {
    account: { account_id: WALLET_ID, balances: [{ currency: "USD", amount: "87.50" }] },
  },
  TransactionPage: { page: { transactions: [SETTLED, TRANSACTION], page: 1, limit: 20, total: 2 } },
  Totals: {
    totals: {
      totals: [{ currency: "USD", float: "100.00", wallets: "87.50", merchants: "12.50", in_flight: "0.00" }],
    },
  },
  TransactionSettled: { settled: { type: "transaction.settled", data: SETTLED } },
  TransactionFailed: { failed: { type: "transaction.failed", data: FAILED } },
};
