// A merchant whose payment requests a customer keeps rejecting has to wait before the next one, longer each time. A request
// that the merchant withdraws has reached the customer's phone as well, so all but a few of those count too.

/** How long a rejection or a withdrawal counts. */
export const REJECTIONS_REMEMBERED_MS = 24 * 60 * 60_000;
/** Further rejections would change nothing, and are not read. */
export const REJECTIONS_COUNTED_MAX = 12;
/** Withdrawals that do not count: a wrong amount is a mistake. */
export const FREE_WITHDRAWALS = 2;

const TOLERATED = 2;
const FIRST_WAIT_MS = 5 * 60_000;

/** How many of one merchant's requests one customer has rejected, or the merchant withdrawn, within the time that counts. */
export interface EndedRequests {
  count: number;
  /** It is null for none. */
  lastAt: number | null;
}

export function allEnded(some: readonly EndedRequests[]): EndedRequests {
  const times = some.flatMap(({ lastAt }) => lastAt ?? []);
  const count = some.reduce((sum, each) => sum + each.count, 0);
  return { count, lastAt: times.length === 0 ? null : Math.max(...times) };
}

/** The rejections, and the withdrawals that count as such. */
export function withWithdrawals(rejections: EndedRequests, withdrawals: EndedRequests): EndedRequests {
  const counted = withdrawals.count - FREE_WITHDRAWALS;
  if (counted <= 0) return rejections;
  const lastAt = Math.max(rejections.lastAt ?? 0, withdrawals.lastAt ?? 0);
  return { count: rejections.count + counted, lastAt };
}

/**
 * The end of the merchant's wait; null when it may send a request. Five minutes after the third rejection, then
 * doubled.
 */
export function coolDownEndsAt({ count, lastAt }: EndedRequests, now: number): number | null {
  if (lastAt === null || count <= TOLERATED) return null;
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (count - TOLERATED - 1), REJECTIONS_REMEMBERED_MS);
  return now < lastAt + waitMs ? lastAt + waitMs : null;
}
