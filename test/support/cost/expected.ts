// What `npm run cost` measures, exactly. After a change that is meant: `npm run cost -- --write` updates .github/PERFORMANCE.md.
import { type Counts, type Lifecycle, UNITS } from "./counts.ts";

/** With two polls. */
const WITH_TWO_POLLS: Record<Lifecycle, readonly number[]> = {
  // Worker requests | D1: queries, rows read, rows written | objects: reads, commands, alarms, rows read, rows written |
  // queue operations, log events
  paid: [6, 17, 42, 19, 2, 1, 1, 5, 6, 6, 11],
  "paid at a counter": [6, 17, 45, 21, 2, 1, 1, 5, 6, 6, 11],
  expired: [4, 15, 41, 19, 3, 0, 1, 5, 5, 3, 9],
  cancelled: [5, 16, 41, 19, 2, 1, 1, 5, 5, 3, 10],
  refunded: [11, 31, 99, 49, 3, 3, 1, 8, 14, 15, 22],
  "reverse QR, approved": [8, 26, 72, 29, 2, 1, 1, 5, 6, 9, 13],
  "reverse QR, rejected": [7, 25, 70, 31, 2, 1, 1, 5, 5, 6, 12],
  "reverse QR, withdrawn": [8, 26, 71, 31, 2, 1, 1, 5, 5, 9, 13],
};

/**
 * In D1, indexes included. The messages of `queues` deliver the webhooks; the body is deleted together with the move to the
 * archive, two rows of which are the merchant's first, and one notes how far the clean-up has come.
 */
export const ROWS_WRITTEN: Record<Lifecycle, Record<string, number>> = {
  paid: { create: 4, pay: 4, queues: 1, "delete the body": 10 },
  "paid at a counter": { create: 5, pay: 4, queues: 1, "delete the body": 11 },
  expired: { create: 4, expire: 4, queues: 1, "delete the body": 10 },
  cancelled: { create: 4, cancel: 4, queues: 1, "delete the body": 10 },
  refunded: { create: 4, pay: 4, queues: 2, refund: 15, settle: 7, "audit trail": 2, "delete the body": 15 },
  "reverse QR, approved": { create: 10, approve: 5, queues: 1, "delete the body": 13 },
  "reverse QR, rejected": { create: 10, reject: 7, queues: 1, "delete the body": 13 },
  "reverse QR, withdrawn": { create: 10, withdraw: 7, queues: 1, "delete the body": 13 },
};

export const EACH_FURTHER_POLL = countsOf([1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 2]);

/** Whether the merchant may be paid is read first; then the object accepts the socket. */
export const SOCKET = countsOf([1, 2, 2, 0, 2, 0, 0, 2, 0, 0, 3]);

/** A run with nothing to do, for one merchant. */
export const IDLE_SWEEP = countsOf([1, 26, 53, 2, 0, 0, 0, 0, 0, 0, 1]);

export function expectedFor(lifecycle: Lifecycle): Counts {
  return countsOf(WITH_TWO_POLLS[lifecycle]);
}

function countsOf(row: readonly number[]): Counts {
  return Object.fromEntries(UNITS.map((unit, index) => [unit, row[index]])) as unknown as Counts;
}
