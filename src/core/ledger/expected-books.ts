// What the books have to have of a transaction, by the rules. Without database.
import {
  acceptedMove,
  CLEARING_ACCOUNT_ID,
  DECLINE_LINE,
  isPairAllowed,
  type Move,
  SETTLEMENT_DELAY_SECONDS,
  settlementMove,
} from "./rules.ts";
import type { ledgerEntries, TransactionRow } from "./schema.ts";

type Entry = typeof ledgerEntries.$inferSelect;

export interface Books {
  /** It is null when the transaction is gone. */
  transaction: TransactionRow | null;
  /** Both are in the order of their lines. */
  entries: readonly Entry[];
  journal: readonly { number: number; line: number }[];
}

/** Whether the entries, the journal and the state are those that follow from what was requested. */
export function areAsExpected({ transaction, entries, journal }: Books): boolean {
  if (transaction === null) return false;
  const lines = journal.map(({ line }) => line);
  if (transaction.status === "declined") {
    const { declineReason, completedAt, settlesAt } = transaction;
    const isDeclined = declineReason !== null && completedAt === null && settlesAt === null;
    return isDeclined && isEqual(lines, [DECLINE_LINE]) && entries.length === 0;
  }
  const isHeld = entries[1]?.accountId === CLEARING_ACCOUNT_ID;
  const isSettled = lines.includes(3);
  const moves = [acceptedMove(transaction, isHeld), ...(isSettled ? [settlementMove(transaction)] : [])];
  const isAllowed = isPairAllowed(transaction) && (!isHeld || transaction.transactionType === "refund");
  return (
    isAllowed &&
    transaction.amountMinor > 0 &&
    isEqual(lines, isSettled ? [1, 3] : [1]) &&
    (isHeld || !isSettled) &&
    isEqual(stateOf(transaction), expectedState(transaction, isHeld, entries[2]?.createdAt ?? null)) &&
    isEqual(
      entries.map(contentOf),
      moves.flatMap((move) => expectedEntries(transaction, move, journal, entries)),
    )
  );
}

function stateOf({ status, declineReason, completedAt, settlesAt }: TransactionRow): unknown[] {
  return [status, declineReason, completedAt, settlesAt];
}

function expectedState({ createdAt }: TransactionRow, isHeld: boolean, settledAt: number | null): unknown[] {
  if (isHeld && settledAt === null)
    return ["pending", null, null, createdAt + SETTLEMENT_DELAY_SECONDS * 1000];
  return ["completed", null, isHeld ? settledAt : createdAt, null];
}

function contentOf({ line, accountId, currency, amountMinor, createdAt, number }: Entry): unknown[] {
  return [line, accountId, currency, amountMinor, createdAt, number];
}

/** A pair: what one account loses, the other gains. When it settled is known from its entries alone. */
function expectedEntries(
  { currency, amountMinor, createdAt }: TransactionRow,
  { firstLine, fromAccountId, toAccountId }: Move,
  journal: Books["journal"],
  entries: readonly Entry[],
): unknown[][] {
  const number = journal.find(({ line }) => line === firstLine)?.number;
  const at = firstLine === 1 ? createdAt : entries[2]?.createdAt;
  return [
    [firstLine, fromAccountId, currency, -amountMinor, at, number],
    [firstLine + 1, toAccountId, currency, amountMinor, at, number],
  ];
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
