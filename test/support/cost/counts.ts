/** What the platform bills for, counted. */
export type Counts = typeof NOTHING;

export const NOTHING = {
  /** HTTP requests, and batches from queues. */
  workerRequests: 0,
  /** A statement in a batch counts as one query. */
  databaseQueries: 0,
  databaseRowsRead: 0,
  databaseRowsWritten: 0,
  /** Each call of an object is a request, and so is each alarm. A read after the deadline stores the expiry. */
  objectReads: 0,
  objectCommands: 0,
  objectAlarms: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  /** Writes, reads and deletions of messages. */
  queueOperations: 0,
  /** One for each invocation of the Worker or of an object, and one for each line that it logs. */
  logEvents: 0,
};

export const UNITS = Object.keys(NOTHING) as (keyof Counts)[];

/** `a` and `times` times `b`. */
export function plus(a: Counts, b: Counts, times = 1): Counts {
  return Object.fromEntries(UNITS.map((unit) => [unit, a[unit] + times * b[unit]])) as Counts;
}

/** Their keys are the stages of a lifecycle, in order. */
export type Stages = Record<string, Counts>;

/** Bodies of so many intents are deleted at once. */
export const CLEANED_UP_TOGETHER = 500;
/** Payments whose webhooks come in one batch: `max_batch_size` in wrangler.toml. */
export const PAID_TOGETHER = 6;

/** One intent, with its share of a clean-up. */
export function withCleanUp(counts: Counts, cleanUp: Counts): Counts {
  return plus(counts, cleanUp, 1 / CLEANED_UP_TOGETHER);
}

/** A busy merchant's payment: its share of a batch, and of the clean-up after the lifecycle `paid`. */
export function busyPayment(batch: Counts, cleanUp: Counts): Counts {
  return withCleanUp(plus(NOTHING, batch, 1 / PAID_TOGETHER), cleanUp);
}

export function total(stages: Stages): Counts {
  return Object.values(stages).reduce((sum, counts) => plus(sum, counts), NOTHING);
}

export type Lifecycle = (typeof LIFECYCLES)[number];

export const LIFECYCLES = [
  "paid",
  "paid at a counter",
  "expired",
  "cancelled",
  "refunded",
  "reverse QR, approved",
  "reverse QR, rejected",
  "reverse QR, withdrawn",
] as const;

declare module "vitest" {
  interface TaskMeta {
    /** `npm run cost` takes it, and prints what the test has measured. */
    cost?: { lifecycle: Lifecycle | "busy" | "sweep" | "socket"; polls: number; counts: Counts };
  }
}
