/** A position in a list ordered by (createdAt, id), newest first. */
export interface Cursor {
  createdAt: number;
  id: string;
}

/** A row's position where all of a merchant's rows are read in the order of an index, oldest first. */
export interface RowPosition {
  /** 0 where the id alone gives the order. */
  at: number;
  id: string;
}

/** Before the first row. */
export const BEFORE_ALL: RowPosition = { at: -1, id: "" };
