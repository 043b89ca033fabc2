// A merchant whose payment requests a customer keeps rejecting has to wait before the next one, longer each time.

/** How long a rejection counts. */
export const REJECTIONS_REMEMBERED_MS = 24 * 60 * 60_000;
/** Further rejections would change nothing, and are not read. */
export const REJECTIONS_COUNTED_MAX = 12;

const TOLERATED = 2;
const FIRST_WAIT_MS = 5 * 60_000;

/** One customer's rejections of one merchant's requests, within the time that counts. */
export interface Rejections {
  count: number;
  /** Null for none. */
  lastAt: number | null;
}

/**
 * The end of the merchant's wait; null when it may send a request. Five minutes after the third rejection, then
 * doubled.
 */
export function coolDownEndsAt({ count, lastAt }: Rejections, now: number): number | null {
  if (lastAt === null || count <= TOLERATED) return null;
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (count - TOLERATED - 1), REJECTIONS_REMEMBERED_MS);
  return now < lastAt + waitMs ? lastAt + waitMs : null;
}
