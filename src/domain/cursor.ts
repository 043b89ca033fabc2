/** A position in a list ordered by (createdAt, id), newest first. */
export interface Cursor {
  createdAt: number;
  id: string;
}
