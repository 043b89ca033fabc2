// Compares what merchants see in their lists with what is stored.
import { decimalText } from "#core/domain/money.ts";
import type { Disagreement, Evidence, MerchantLists, Stored } from "./evidence.ts";

export function compareLists({ lists, stored }: Evidence): Disagreement[] {
  return (lists ?? []).flatMap((list) => [
    ...compareIntents(list, stored),
    ...compareTransactions(list, stored),
  ]);
}

function compareIntents({ merchantId, intentIds }: MerchantLists, { intents }: Stored): Disagreement[] {
  const expected = intents.filter((intent) => intent.merchantId === merchantId).map(({ id }) => id);
  return [
    ...minus(expected, intentIds).map((id) => ({
      intentId: id,
      fault: "its merchant does not see it in the list",
    })),
    ...minus(intentIds, expected).map((id) => ({
      intentId: id,
      fault: "its merchant's list has it once too often",
    })),
  ];
}

/** Every transaction of the merchant's account that was not declined, as the ledger has it. */
function compareTransactions(
  { merchantId, transactions: listed }: MerchantLists,
  { transactions }: Stored,
): Disagreement[] {
  const line = (id: string, status: string, amount: string, currency: string) =>
    `${id} ${status} ${amount} ${currency}`;
  const shown = listed.map(({ id, status, amount, currency }) => line(id, status, amount, currency));
  const expected = transactions
    .filter(({ fromAccountId, toAccountId }) => fromAccountId === merchantId || toAccountId === merchantId)
    .filter(({ status }) => status !== "declined")
    .map((row) => line(row.id, row.status, decimalText(row.amountMinor, row.currency), row.currency));
  const faults = [
    ...minus(expected, shown).map((missing) => `does not see the transaction ${missing}`),
    ...minus(shown, expected).map((extra) => `sees the transaction ${extra}, which the ledger does not have`),
  ];
  return faults.map((fault) => ({ intentId: null, fault: `merchant ${merchantId} ${fault}` }));
}

/** What `from` has more often than `taken`. */
function minus(from: readonly string[], taken: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of taken) left.set(item, (left.get(item) ?? 0) + 1);
  return from.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}
