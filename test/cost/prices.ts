// What the platform charges, and what it stops at, on the day below. Everything in dollars is derived from this file.

export const LOOKED_UP_ON = "2026-11-22";

/** The Workers Paid plan, from the pages "Pricing" of Workers, D1, Durable Objects and Queues (developers.cloudflare.com). */
export const PLAN_DOLLARS_PER_MONTH = 5;

/** Each with the amount that the plan includes per month. */
export const PRICES = {
  workerRequests: { dollarsPerMillion: 0.3, included: 10e6 },
  cpuMilliseconds: { dollarsPerMillion: 0.02, included: 30e6 },
  databaseRowsRead: { dollarsPerMillion: 0.001, included: 25e9 },
  databaseRowsWritten: { dollarsPerMillion: 1, included: 50e6 },
  objectRequests: { dollarsPerMillion: 0.15, included: 1e6 },
  objectGigabyteSeconds: { dollarsPerMillion: 12.5, included: 400e3 },
  objectRowsRead: { dollarsPerMillion: 0.001, included: 25e9 },
  objectRowsWritten: { dollarsPerMillion: 1, included: 50e6 },
  queueOperations: { dollarsPerMillion: 0.4, included: 1e6 },
  /** Until 30 November 2026. The price from then on was not published. */
  logEvents: { dollarsPerMillion: 0.6, included: 20e6 },
  databaseGigabyteMonths: { dollarsPerMillion: 0.75e6, included: 5 },
  objectGigabyteMonths: { dollarsPerMillion: 0.2e6, included: 5 },
} as const;

export type BilledUnit = keyof typeof PRICES;

/** They come from the pages "Limits" of Workers, D1, Durable Objects and Queues. */
export const LIMITS = {
  databaseBytes: 10e9,
  /** Raised on request, unlike the size of one database. */
  accountDatabaseBytes: 1e12,
  /** A database processes one query at a time: about 1,000 in a second if they take 1 ms on average. */
  databaseQueriesPerSecond: 1_000,
  messagesPerSecondAndQueue: 5_000,
  consumersPerQueue: 250,
  /** Workers Logs keeps so many of an account; beyond them, one in a hundred. */
  logEventsPerDay: 5e9,
} as const;

/** What cannot be counted in a test. */
export const ASSUMED = {
  cpuMillisecondsPerRequest: 1,
  /** An object is billed while it works, whatever it waits for. It is then in memory for free, because it can hibernate. */
  objectReadSeconds: 0.005,
  /** Two or three writes to D1 and a call of the ledger take so long. */
  objectWorkSeconds: 0.2,
  /** An instance has 128 MB, whatever it uses. */
  objectGigabytes: 0.128,
  /** An almost empty SQLite database, kept for 24 hours; the highest size of each of two days is billed. */
  objectStoredGigabyteMonths: (12e3 / 1e9) * (2 / 30),
  /** Two queries of a consumer, which does not wait for the receiver. */
  consumerSeconds: 0.05,
  /** This share of all payments is never paid and never read again, so that the sweep has to expire them. */
  abandonedShare: 0.1,
  refundedShare: 0.02,
  /** `head_sampling_rate`, where there are cells. */
  sampledShare: 0.05,
} as const;

/** The most that a paid intent with its webhook takes in D1, indexes and free space in pages included. */
export const BYTES_PER_PAYMENT = 1_530;

/**
 * Requests to its cell: create, load, ask whether the merchant is suspended, store the payment, look up the webhook, note that it
 * was delivered, and check a day later that the cell has it. `test/cells/statements.test.ts` counts all but the last.
 */
export const CELL_REQUESTS_PER_PAYMENT = 7;
