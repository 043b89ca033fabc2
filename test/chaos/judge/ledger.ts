// Compares the ledger with itself, with the intents and with what wallets see of it.
import type { Disagreement, Evidence, Stored, StoredIntent, StoredTransaction } from "./evidence.ts";

const NO_INTENT = { intentId: null };

export function compareLedger({ stored, wallets }: Evidence): Disagreement[] {
  return [
    ...compareEntries(stored),
    ...compareTransactions(stored),
    ...compareMovements(stored),
    ...wallets.flatMap((wallet) => compareWallet(wallet, stored)),
  ];
}

/** Double entry: transactions and currencies sum to zero, and each balance is the sum of its entries. */
function compareEntries({ entries, balances }: Stored): Disagreement[] {
  const byTransaction = sums(
    entries,
    ({ transactionId, currency }) => `transaction ${transactionId} in ${currency}`,
  );
  const byCurrency = sums(balances.map(toAmount), ({ currency }) => `all balances in ${currency}`);
  const unbalanced = [...byTransaction, ...byCurrency]
    .filter(([, sum]) => sum !== 0)
    .map(([name, sum]) => ({ ...NO_INTENT, fault: `${name} sum to ${sum}, not to zero` }));
  const account = ({ accountId, currency }: { accountId: string; currency: string }) =>
    `${accountId} in ${currency}`;
  const byAccount = sums(entries, account);
  const wrong = balances.flatMap((balance) => {
    const sum = byAccount.get(account(balance)) ?? 0;
    if (sum === balance.balanceMinor) return [];
    return [
      { ...NO_INTENT, fault: `account ${account(balance)} has ${balance.balanceMinor}, its entries ${sum}` },
    ];
  });
  return [...unbalanced, ...wrong];
}

/** No transaction is left pending, and none is without an intent. */
function compareTransactions({ transactions, intents }: Stored): Disagreement[] {
  const known = new Set(intents.map(({ id }) => id));
  return transactions.flatMap(({ id, status, intentId, transactionType }) => {
    if (transactionType === "top_up" || transactionType === "pay_out") return [];
    const isKnown = intentId !== null && known.has(intentId);
    return [
      ...(isKnown ? [] : [{ intentId, fault: `the ledger's ${transactionType} ${id} has no intent` }]),
      ...(status === "pending"
        ? [{ intentId, fault: `the ledger's ${transactionType} ${id} has not settled` }]
        : []),
    ];
  });
}

function compareMovements({ intents, transactions }: Stored): Disagreement[] {
  const moved = transactions.filter(({ status }) => status === "completed");
  const byIntent = Map.groupBy(moved, ({ intentId }) => intentId);
  return intents.flatMap((intent) => compareMovementsOf(intent, byIntent.get(intent.id) ?? []));
}

/** A completed intent has exactly one payment, a refunded one exactly one refund, and any other none. */
function compareMovementsOf(intent: StoredIntent, moved: readonly StoredTransaction[]): Disagreement[] {
  const { id: intentId, status, completedBy: wallet, merchantId, refundStatus } = intent;
  const expected = {
    payment: status === "completed" ? { from: wallet, to: merchantId } : null,
    refund: refundStatus === "completed" ? { from: merchantId, to: wallet } : null,
  };
  return (["payment", "refund"] as const).flatMap((type) => {
    const found = moved.filter(({ transactionType }) => transactionType === type);
    const state = `${status}, refund_status ${refundStatus}`;
    const isCountWrong = found.length !== (expected[type] === null ? 0 : 1);
    const counted = `the ledger has ${found.length} ${type}s of an intent that is ${state}`;
    const wrong = found
      .filter((transaction) => !isTransferOf(transaction, intent, expected[type]))
      .map(({ id }) => `the ledger's ${type} ${id} has another amount or account`);
    return [...(isCountWrong ? [counted] : []), ...wrong].map((fault) => ({ intentId, fault }));
  });
}

export function isTransferOf(
  { fromAccountId, toAccountId, amountMinor, currency }: StoredTransaction,
  money: Pick<StoredIntent, "amountMinor" | "currency">,
  expected: { from: string | null; to: string | null } | null,
): boolean {
  const isExact = amountMinor === money.amountMinor && currency === money.currency;
  return isExact && (expected === null || (fromAccountId === expected.from && toAccountId === expected.to));
}

/** What a wallet opened with and desks have put in, without what they and it have paid out, and with what came back. */
function compareWallet(wallet: Evidence["wallets"][number], stored: Stored): Disagreement[] {
  const { id, currency, openingMinor, balanceMinor } = wallet;
  const { intents, balances, movements, entries } = stored;
  const own = intents.filter(({ status, completedBy }) => status === "completed" && completedBy === id);
  const paid = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const refunded = own
    .filter(({ refundStatus }) => refundStatus === "completed")
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const atDesks = movements
    .filter(({ status, accountId }) => status === "completed" && accountId === id)
    .reduce((sum, { kind, amountMinor }) => sum + (kind === "top_up" ? amountMinor : -amountMinor), 0);
  const expected = openingMinor - paid + refunded + atDesks;
  const balance = balances.find((held) => held.accountId === id && held.currency === currency);
  const shown = [balance?.balanceMinor ?? 0, ...(balanceMinor === null ? [] : [balanceMinor])];
  const fault = `wallet ${id} has ${shown.join(" at the ledger and through the API ")} ${currency}, its payments, refunds and movements make ${expected}`;
  return [
    ...(shown.every((minor) => minor === expected) ? [] : [{ ...NO_INTENT, fault }]),
    ...findOverdraft(entries.filter(({ accountId }) => accountId === id)),
  ];
}

function findOverdraft(entries: Stored["entries"]): Disagreement[] {
  let balance = 0;
  const overdrawn = entries.find(({ amountMinor }) => {
    balance += amountMinor;
    return balance < 0;
  });
  if (overdrawn === undefined) return [];
  const { accountId, transactionId } = overdrawn;
  return [{ ...NO_INTENT, fault: `transaction ${transactionId} has overdrawn wallet ${accountId}` }];
}

function toAmount({ currency, balanceMinor }: Stored["balances"][number]) {
  return { currency, amountMinor: balanceMinor };
}

function sums<Row extends { amountMinor: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Map<string, number> {
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(nameOf(row), (totals.get(nameOf(row)) ?? 0) + row.amountMinor);
  return totals;
}
