// The shop, the customer and the coffee of the service's own document.
import { REFUND_ID, REFUNDED, TRANSACTION as SHOWN } from "../../../routes/openapi/samples.ts";
import type { SchemaName } from "./schemas.ts";

const KEY = `payment:${SHOWN.metadata.payment_intent_id}:1`;
const TRANSACTION = { ...SHOWN, metadata: { ...SHOWN.metadata, operation_key: KEY } };
const { transaction_id, status, created_at, completed_at, ...REQUEST } = TRANSACTION;

const REFUND = {
  ...TRANSACTION,
  transaction_id: REFUND_ID,
  transaction_type: "refund",
  status: "pending",
  from_account_id: SHOWN.to_account_id,
  to_account_id: SHOWN.from_account_id,
  metadata: { ...SHOWN.metadata, operation_key: `refund:${SHOWN.metadata.payment_intent_id}:1` },
  created_at: REFUNDED,
  completed_at: null,
};
const SETTLED = { ...REFUND, status: "completed", completed_at: "2026-09-01T10:02:13.009Z" };
const FAILED = { ...REFUND, status: "failed", failure_reason: "insufficient_funds" };

const MOVEMENT_ID = "019a3f52-7c10-7b64-9d2e-58f1c06b7a3d";
const TOP_UP = {
  ...REQUEST,
  transaction_type: "top_up",
  from_account_id: "float",
  to_account_id: SHOWN.from_account_id,
  description: "",
  metadata: { movement_id: MOVEMENT_ID, operation_key: `top_up:${MOVEMENT_ID}` },
};

export const EXAMPLES: Record<SchemaName, Record<string, object>> = {
  TransactionRequest: { payment: REQUEST, topUp: TOP_UP },
  AccountRequest: {
    empty: { account_id: SHOWN.from_account_id },
    wallet: { account_id: SHOWN.from_account_id, currency: "USD", opening_balance: "100.00" },
  },
  Transaction: { settled: TRANSACTION, pending: REFUND, failed: FAILED },
  Decline: { declined: { error: "insufficient_funds" } },
  Failure: { failure: { error: "not_found" } },
  FoundTransactions: { found: { transactions: [TRANSACTION] }, none: { transactions: [] } },
  Account: {
    account: { account_id: SHOWN.from_account_id, balances: [{ currency: "USD", amount: "87.50" }] },
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
