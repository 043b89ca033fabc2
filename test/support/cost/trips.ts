// What each route waits for. test/durable/trips.test.ts counts it, and `npm run cost` writes the table.

export interface Trips {
  /** Calls to D1 or the ledger that follow one another before the response. */
  chain: number;
  /** All such calls that are made by then. A batch is one. */
  calls: number;
  /** Calls of the intent's object by the Worker. */
  objects: number;
  /** How often the response waits for a queue. */
  sends: number;
}

const trips = (chain: number, calls: number, objects = 0, sends = 0): Trips => ({
  ...{ chain, calls, objects, sends },
});

/** Tokens are known, and the ledger is in the process. Cold: the object has never had the intent, or has deleted it. */
export const TRIPS = {
  create: trips(1, 1),
  "create with a key": trips(1, 1),
  "create with a key, again": trips(2, 3, 1),
  "read, the first time": trips(1, 1, 1),
  "read, again": trips(0, 0, 1),
  "public read, the first time": trips(1, 1, 1),
  "public read, again": trips(0, 0, 1),
  list: trips(1, 1),
  "list of payments in cells": trips(1, 2),
  "list by status and reference": trips(1, 1),
  "list with an overdue intent": trips(3, 3, 1),
  "transactions of a merchant": trips(1, 1),
  "transactions of a wallet": trips(2, 3),
  confirm: trips(3, 3, 1),
  "confirm, cold": trips(3, 4, 1),
  approve: trips(3, 3, 1),
  "approve, cold": trips(3, 4, 1),
  refund: trips(4, 4, 1, 1),
  "refund, cold": trips(4, 5, 1, 1),
  cancel: trips(2, 2, 1),
  "cancel, cold": trips(2, 3, 1),
  "withdraw, cold": trips(2, 3, 1),
  scan: trips(2, 4),
  "scan with a key": trips(2, 5, 1),
  "top-up at a desk": trips(5, 7),
  "request for a pay-out": trips(3, 6),
  "approval of a pay-out": trips(4, 5),
  "transfer at the ledger": trips(1, 1),
  "transfer at the ledger, declined": trips(1, 1),
  "transfer at the ledger, again": trips(1, 1),
  "from the commit until the webhook leaves": trips(2, 2, 0, 1),
} satisfies Record<string, Trips>;

export type Route = keyof typeof TRIPS;

/**
 * How often the response waits for the way from the Worker to the data and back, with an object once: what it asks is beside it.
 * PERFORMANCE.md has milliseconds of it.
 */
export const WAYS = {
  create: 1,
  "public read, the first time": 1,
  confirm: 1,
  refund: 1,
  scan: 2,
  list: 1,
  "top-up at a desk": 5,
  "request for a pay-out": 3,
  "approval of a pay-out": 4,
} satisfies Partial<Record<Route, number>>;
