// The rules that only the database can keep under concurrency, by the words it refuses with.

const VIOLATIONS = {
  balance_not_covered: "CHECK constraint failed: ledger_balances_covered",
  key_already_used: "UNIQUE constraint failed: ledger_transactions.idempotency_key",
  account_already_open: "UNIQUE constraint failed: ledger_accounts.id",
  already_moved: "UNIQUE constraint failed: ledger_entries.transaction_id, ledger_entries.line",
};

export type Violation = keyof typeof VIOLATIONS;

/** Throws the error on when it is anything else: only a named refusal is an answer. */
export function readViolation(error: unknown, expected: readonly Violation[]): Violation {
  const text = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  const violation = expected.find((name) => text.includes(VIOLATIONS[name]));
  if (violation === undefined) throw error;
  return violation;
}
