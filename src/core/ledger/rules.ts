// The rules of the books: which transfers there may be, and what moves. Without clock and database. What is declined is decided
// in SQL, with the balance: see post-transaction.ts.
import {
  FLOAT_ACCOUNT_ID,
  isReserved,
  MOVEMENT_TRANSFERS,
  SYSTEM_PREFIX,
  type TransferKind,
} from "#core/domain/ledger.ts";

/** Holds pending refunds: the money has left the merchant and not yet reached the wallet. */
export const CLEARING_ACCOUNT_ID = `${SYSTEM_PREFIX}clearing`;

export interface Transfer {
  transactionType: TransferKind;
  fromAccountId: string;
  toAccountId: string;
}

/** Refunds settle with a delay, as they do at many a ledger, unless they are to settle at once. */
export const SETTLEMENT_DELAY_SECONDS = 2;

/** A decline's in the journal: it has no entries. */
export const DECLINE_LINE = 0;

/** Moves an amount from one account to another, as two entries of opposite sign. */
export interface Move {
  /** The first of its two entries has this line of the transaction. */
  firstLine: number;
  fromAccountId: string;
  toAccountId: string;
}

/** All other accounts hold zero or more after every transfer. */
export function mayBeNegative(accountId: string): boolean {
  return accountId === FLOAT_ACCOUNT_ID;
}

/** Money comes in by top-ups from the float and leaves by pay-outs to it; an adjustment goes either way. */
export function isPairAllowed({ transactionType, fromAccountId: from, toAccountId: to }: Transfer): boolean {
  if (from === to) return false;
  const [isFromFloat, isToFloat] = [from === FLOAT_ACCOUNT_ID, to === FLOAT_ACCOUNT_ID];
  const isBetweenOwners = !isReserved(from) && !isReserved(to);
  const isIn = isFromFloat && !isReserved(to);
  const isOut = isToFloat && !isReserved(from);
  const isAllowed: Record<TransferKind, boolean> = {
    payment: isBetweenOwners,
    refund: isBetweenOwners,
    top_up: isIn,
    pay_out: isOut,
    adjustment: isIn || isOut,
  };
  return isAllowed[transactionType];
}

/** The account that a transfer does not open itself. A merchant's is opened by its first payment; every other has to be there. */
export function requiredAccount({ transactionType, fromAccountId: from, toAccountId: to }: Transfer): string {
  if (transactionType === "payment" || to === FLOAT_ACCOUNT_ID) return from;
  return to;
}

/** Payments and movements are final at once; refunds only where the operator wants that. */
export function isPending({ transactionType }: Transfer, settlesAtOnce: boolean): boolean {
  return transactionType === "refund" && !settlesAtOnce;
}

/** What moves when a transfer is accepted: one that settles later is held, so that its payer cannot spend it meanwhile. */
export function acceptedMove({ fromAccountId, toAccountId }: Transfer, isHeld: boolean): Move {
  return { firstLine: 1, fromAccountId, toAccountId: isHeld ? CLEARING_ACCOUNT_ID : toAccountId };
}

/** What moves when a pending transfer settles. */
export function settlementMove({ toAccountId }: Transfer): Move {
  return { firstLine: 3, fromAccountId: CLEARING_ACCOUNT_ID, toAccountId };
}

export function isMovement(kind: TransferKind): boolean {
  return (MOVEMENT_TRANSFERS as readonly string[]).includes(kind);
}
