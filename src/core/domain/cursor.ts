/** A position in a list ordered by (createdAt, id), newest first. */
export interface Cursor {
  createdAt: number;
  id: string;
}

/** How far a reader has come in an account's history at the ledger, newest first. */
export interface HistoryCursor {
  /** The last transaction that was read. */
  transactionId: string;
  /** How many were read: where a ledger has only pages, the search begins there. */
  count: number;
}

/** A row's position where all of a merchant's rows are read in the order of an index, oldest first. */
export interface RowPosition {
  /** 0 where the id alone gives the order. */
  at: number;
  id: string;
}

/** This lies before the first row. */
export const BEFORE_ALL: RowPosition = { at: -1, id: "" };
