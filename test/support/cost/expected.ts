// What `npm run cost` measures, exactly. After a change that is meant: `npm run cost -- --write` updates .github/PERFORMANCE.md.
import { busyPayment, type Counts, type Lifecycle, UNITS, withCleanUp } from "./counts.ts";

/** They have two polls, each message in a batch of its own, and no clean-up. */
const WITH_TWO_POLLS: Record<Lifecycle, readonly number[]> = {
  // Worker requests | D1: queries, rows read, rows written | objects: reads, commands, alarms, rows read, rows written |
  // queue operations, log events
  paid: [6, 9, 23, 9, 2, 1, 1, 5, 6, 6, 11],
  "paid at a counter": [6, 9, 26, 10, 2, 1, 1, 5, 6, 6, 11],
  expired: [4, 7, 22, 9, 3, 0, 1, 5, 5, 3, 9],
  cancelled: [5, 8, 22, 9, 2, 1, 1, 5, 5, 3, 10],
  refunded: [11, 25, 58, 30, 3, 3, 1, 8, 14, 15, 22],
  "reverse QR, approved": [8, 16, 39, 16, 2, 1, 1, 5, 6, 9, 13],
  "reverse QR, rejected": [7, 15, 37, 18, 2, 1, 1, 5, 5, 6, 12],
  "reverse QR, withdrawn": [8, 16, 38, 18, 2, 1, 1, 5, 5, 9, 13],
};

/** The clean-up of 500 such intents. Queries, rows read, rows written: one of these is its position. */
const CLEAN_UPS: Record<Lifecycle, readonly number[]> = {
  paid: [2, 999, 501],
  "paid at a counter": [2, 999, 501],
  expired: [2, 999, 501],
  cancelled: [2, 999, 501],
  refunded: [3, 3002, 1501],
  "reverse QR, approved": [2, 1999, 1001],
  "reverse QR, rejected": [2, 1999, 1001],
  "reverse QR, withdrawn": [2, 1999, 1001],
};

/** Six payments at a merchant that has many, with two polls each and their messages in one batch. */
export const BUSY_BATCH = countsOf([26, 39, 139, 54, 12, 6, 6, 30, 36, 36, 56]);

/** Where the rows of a refunded lifecycle go, by stage and table: `row`, and the table's indexes that get an entry. */
export const REFUND_ROWS: Record<string, Record<string, readonly string[]>> = {
  create: { payment_intents: ["row", "list", "by_reference", "open"] },
  pay: { payment_intents: ["row", "list"], events: ["row", "due"] },
  refund: {
    payment_intents: ["row", "by_refund", "pending_refunds"],
    events: ["row", "by_intent"],
    audit_entries: ["row", "by_merchant", "by_action", "by_merchant_and_action", "unsealed"],
    "payment_intents, with the ledger's transaction": ["row", "pending_refunds"],
  },
  settle: {
    payment_intents: ["row", "by_refund"],
    late_movements: ["row"],
    events: ["row", "by_intent", "due"],
  },
  queues: { "events, of the payment": ["row"], "events, of the refund": ["row"] },
  "audit trail": { audit_entries: ["row", "sequence"] },
};

/** D1 writes them, indexes included. The messages of `queues` deliver the webhooks. */
export const ROWS_WRITTEN: Record<Lifecycle, Record<string, number>> = {
  paid: { create: 4, pay: 4, queues: 1 },
  "paid at a counter": { create: 5, pay: 4, queues: 1 },
  expired: { create: 4, expire: 4, queues: 1 },
  cancelled: { create: 4, cancel: 4, queues: 1 },
  refunded: Object.fromEntries(
    Object.entries(REFUND_ROWS).map(([stage, rows]) => [stage, Object.values(rows).flat().length]),
  ),
  "reverse QR, approved": { create: 10, approve: 5, queues: 1 },
  "reverse QR, rejected": { create: 10, reject: 7, queues: 1 },
  "reverse QR, withdrawn": { create: 10, withdraw: 7, queues: 1 },
};

export const EACH_FURTHER_POLL = countsOf([1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 2]);

/** Whether the merchant may be paid is read with the intent; then the object accepts the socket. */
export const SOCKET = countsOf([1, 1, 2, 0, 2, 0, 0, 2, 0, 0, 3]);

/** A run with nothing to do, for one merchant. */
export const IDLE_SWEEP = countsOf([1, 33, 98, 4, 0, 0, 0, 0, 0, 0, 1]);

export function expectedUntilCleanUp(lifecycle: Lifecycle): Counts {
  return countsOf(WITH_TWO_POLLS[lifecycle]);
}

export function expectedCleanUp(lifecycle: Lifecycle): Counts {
  return countsOf([0, ...CLEAN_UPS[lifecycle], 0, 0, 0, 0, 0, 0, 0]);
}

export function expectedFor(lifecycle: Lifecycle): Counts {
  return withCleanUp(expectedUntilCleanUp(lifecycle), expectedCleanUp(lifecycle));
}

export const BUSY_PAYMENT = busyPayment(BUSY_BATCH, expectedCleanUp("paid"));

export const GROWTH = {
  paid: BUSY_PAYMENT,
  approved: expectedFor("reverse QR, approved"),
  idleSweep: IDLE_SWEEP,
};

function countsOf(row: readonly number[]): Counts {
  return Object.fromEntries(UNITS.map((unit, index) => [unit, row[index]])) as unknown as Counts;
}
