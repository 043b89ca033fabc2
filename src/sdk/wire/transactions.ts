// Generated from the OpenAPI document by npm run generate; do not edit.

export interface ListTransactionsQuery {
  /** From 1 to 1,000,000. */
  page?: number;
  /** From 1 to 100. */
  limit?: number;
  /** For administrators: the UUID of the merchant they mean. Ignored for everyone else. */
  merchant_id?: string;
}

/** A page of ledger transactions. */
export interface TransactionsResponse {
  merchant_id: string;
  transactions: LedgerTransaction[];
  page: number;
  limit: number;
  /** Over all pages. */
  total: number;
  total_pages: number;
}

export interface LedgerTransaction {
  transaction_id: string;
  /** `payment`, `refund`, `adjustment`, or what else the ledger has. */
  transaction_type: string;
  /** `pending`, `completed` or `failed`. */
  status: string;
  /** Decimal text. */
  amount: string;
  currency: string;
  from_account_id: string;
  to_account_id: string;
  description: string;
  metadata: Record<string, unknown>;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  completed_at: string | null;
}
