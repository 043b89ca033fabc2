import { decimalText } from "#core/domain/money.ts";
import { isoTime, isoTimeOrNull } from "#core/lib/time.ts";
import type { ContractAccount, ContractTransaction } from "#core/wire/payment-intents/ledger-contract.ts";
import type { TransactionRow } from "./schema.ts";

export function presentTransaction(row: TransactionRow): ContractTransaction {
  const metadata: Record<string, unknown> = JSON.parse(row.metadata);
  return {
    transaction_id: row.id,
    transaction_type: row.transactionType,
    status: row.status === "declined" ? "failed" : row.status,
    ...(row.declineReason !== null && { failure_reason: row.declineReason }),
    amount: decimalText(row.amountMinor, row.currency),
    currency: row.currency,
    from_account_id: row.fromAccountId,
    to_account_id: row.toAccountId,
    description: row.description,
    metadata,
    created_at: isoTime(row.createdAt),
    completed_at: isoTimeOrNull(row.completedAt),
  };
}

export function presentAccount(
  accountId: string,
  balances: { currency: string; minor: string }[],
): ContractAccount {
  return {
    account_id: accountId,
    balances: balances.map(({ currency, minor }) => ({
      currency,
      amount: decimalText(BigInt(minor), currency),
    })),
  };
}

/** What the ledger reports on its events queue. */
export function settledEvent(transaction: ContractTransaction) {
  return { type: "transaction.settled", data: transaction };
}
