/** A place in a list that is ordered by (createdAt, id), newest first. */
export interface Cursor {
  createdAt: number;
  id: string;
}
