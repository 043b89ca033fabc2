/** A ledger transaction. */
export interface Transaction {
  transaction_id: string;
  transaction_type: string;
  status: string;
  /** Decimal text in major units. */
  amount: string;
  currency: string;
  from_account_id: string;
  to_account_id: string;
  description: string;
  metadata: Record<string, unknown>;
  created_at: string;
  completed_at: string | null;
}

export interface TransactionsResponse {
  success: true;
  merchant_id: string;
  transactions: Transaction[];
  page: number;
  limit: number;
  total: number;
  total_pages: number;
}
