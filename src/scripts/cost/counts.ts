/** What the platform bills for, counted. */
export interface Counts {
  /** HTTP requests, and batches from queues, each of one message: what is consumed together costs less. */
  workerRequests: number;
  /** A statement in a batch counts as one query. */
  databaseQueries: number;
  databaseRowsRead: number;
  databaseRowsWritten: number;
  /** Each call of an object is a request, and so is each alarm. A read after the deadline stores the expiry. */
  objectReads: number;
  objectCommands: number;
  objectAlarms: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  /** Writes, reads and deletions of messages. */
  queueOperations: number;
  /** One for each invocation of the Worker or of an object, and one for each line that it logs. */
  logEvents: number;
}

export const NOTHING: Counts = {
  workerRequests: 0,
  databaseQueries: 0,
  databaseRowsRead: 0,
  databaseRowsWritten: 0,
  objectReads: 0,
  objectCommands: 0,
  objectAlarms: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  queueOperations: 0,
  logEvents: 0,
};

export const UNITS = Object.keys(NOTHING) as (keyof Counts)[];

/** `a` and `times` times `b`. */
export function plus(a: Counts, b: Counts, times = 1): Counts {
  return Object.fromEntries(UNITS.map((unit) => [unit, a[unit] + times * b[unit]])) as unknown as Counts;
}

/** By stage of a lifecycle, in order. */
export type Stages = Record<string, Counts>;

export function total(stages: Stages): Counts {
  return Object.values(stages).reduce((sum, counts) => plus(sum, counts), NOTHING);
}

export type Lifecycle =
  | "paid"
  | "paid at a counter"
  | "expired"
  | "cancelled"
  | "refunded"
  | "reverse QR, approved"
  | "reverse QR, rejected";

export const LIFECYCLES: readonly Lifecycle[] = [
  "paid",
  "paid at a counter",
  "expired",
  "cancelled",
  "refunded",
  "reverse QR, approved",
  "reverse QR, rejected",
];

declare module "vitest" {
  interface TaskMeta {
    /** For `npm run cost`, which prints what the test has measured. */
    cost?: { lifecycle: Lifecycle | "sweep" | "socket"; polls: number; counts: Counts };
  }
}
