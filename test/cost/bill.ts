// What a lifecycle costs, how long one D1 database lasts, and which limit comes first.
import { PAGE, LIMITS as SWEEP_LIMITS } from "#core/services/operations/sweep-limits.ts";
import { type Counts, PAID_TOGETHER } from "../support/cost/counts.ts";
import {
  ASSUMED,
  type BilledUnit,
  BYTES_PER_PAYMENT,
  CELL_REQUESTS_PER_PAYMENT,
  LIMITS,
  PLAN_DOLLARS_PER_MONTH,
  PRICES,
} from "./prices.ts";

const BILLED_UNITS = Object.keys(PRICES) as BilledUnit[];
const SECONDS_PER_DAY = 24 * 60 * 60;
/** Events that one query of the clean-up empties. */
const CLEAN_UP_PAGE = 500;

/** What one lifecycle uses. What its rows take in D1 depends on how long they are kept, and is not included. */
function usageOf(counts: Counts): Record<BilledUnit, number> {
  const work = counts.objectCommands + counts.objectAlarms;
  const activeSeconds = counts.objectReads * ASSUMED.objectReadSeconds + work * ASSUMED.objectWorkSeconds;
  return {
    workerRequests: counts.workerRequests,
    cpuMilliseconds: counts.workerRequests * ASSUMED.cpuMillisecondsPerRequest,
    databaseRowsRead: counts.databaseRowsRead,
    databaseRowsWritten: counts.databaseRowsWritten,
    objectRequests: counts.objectReads + work,
    objectGigabyteSeconds: activeSeconds * ASSUMED.objectGigabytes,
    objectRowsRead: counts.objectRowsRead,
    objectRowsWritten: counts.objectRowsWritten,
    queueOperations: counts.queueOperations,
    logEvents: counts.logEvents,
    databaseGigabyteMonths: 0,
    objectGigabyteMonths: counts.objectRowsWritten > 0 ? ASSUMED.objectStoredGigabyteMonths : 0,
  };
}

/** A line for each unit that is used, at list prices, without what the plan includes. */
export function billFor(counts: Counts) {
  const usage = usageOf(counts);
  return BILLED_UNITS.filter((unit) => usage[unit] > 0).map((unit) => ({
    unit,
    amount: usage[unit],
    dollarsPerMillion: usage[unit] * PRICES[unit].dollarsPerMillion,
  }));
}

export function dollarsPerMillion(counts: Counts): number {
  return billFor(counts).reduce((sum, line) => sum + line.dollarsPerMillion, 0);
}

/** The bill for a month of `times` lifecycles: the plan, and what is used beyond what it includes. */
export function dollarsPerMonth(counts: Counts, times: number, databaseGigabytes: number): number {
  return dollarsFor({ ...usageOf(counts), databaseGigabyteMonths: databaseGigabytes / times }, times);
}

/** Does as dollarsPerMonth, for payments in cells, which log a sample. The cells' sweeps are not in it. */
export function dollarsPerMonthInCells(paid: Counts, times: number, gigabytes: number): number {
  const usage = usageOf({ ...inCells(paid), logEvents: inCells(paid).logEvents * ASSUMED.sampledShare });
  const objectGigabyteMonths = usage.objectGigabyteMonths + gigabytes / times;
  return dollarsFor({ ...usage, objectGigabyteMonths }, times);
}

/** What D1 does for a payment is done by so many requests to objects, which log each. */
export function inCells(counts: Counts, requests = CELL_REQUESTS_PER_PAYMENT): Counts {
  return {
    ...counts,
    databaseQueries: 0,
    databaseRowsRead: 0,
    databaseRowsWritten: 0,
    objectReads: counts.objectReads + requests,
    objectRowsRead: counts.objectRowsRead + counts.databaseRowsRead,
    objectRowsWritten: counts.objectRowsWritten + counts.databaseRowsWritten,
    logEvents: counts.logEvents + requests,
  };
}

/** A cell that sweeps so often in a month has its alarm, which is a row as well, and the report that D1 stores. */
export function sweepDollars(idleSweep: Counts, times: number): number {
  const { objectRowsWritten, ...rest } = { ...inCells(idleSweep, 0), workerRequests: 0, objectAlarms: 1 };
  const swept = { ...rest, objectRowsWritten: objectRowsWritten + 1, databaseRowsWritten: 1 };
  return (dollarsPerMillion(swept) * times) / 1e6;
}

function dollarsFor(usage: Record<BilledUnit, number>, times: number): number {
  return BILLED_UNITS.reduce((sum, unit) => {
    const { included, dollarsPerMillion: price } = PRICES[unit];
    return sum + (Math.max(0, usage[unit] * times - included) * price) / 1e6;
  }, PLAN_DOLLARS_PER_MONTH);
}

/** What paid intents with their webhooks take after so many days. */
export function databaseBytesAfter(days: number, paymentsPerSecond: number): number {
  return BYTES_PER_PAYMENT * days * paymentsPerSecond * SECONDS_PER_DAY;
}

/** When that many bytes are used up. */
export function daysUntilFull(paymentsPerSecond: number, bytes: number = LIMITS.databaseBytes): number {
  return bytes / databaseBytesAfter(1, paymentsPerSecond);
}

/** The limits of a service with one database and one queue of each kind, the lowest first. */
export function limitsFor(paid: Counts) {
  const { abandonedShare, refundedShare, consumerSeconds } = ASSUMED;
  const { databaseQueriesPerSecond, messagesPerSecondAndQueue, consumersPerQueue } = LIMITS;
  const expired = SWEEP_LIMITS.overdueIntentPages * PAGE;
  const emptied = SWEEP_LIMITS.cleanUpQueries * CLEAN_UP_PAGE;
  const appended = SWEEP_LIMITS.appendedAuditEntries;
  const limits = [
    {
      name: "one D1 database: queries",
      derivation: `${count(databaseQueriesPerSecond)} a second, if they take 1 ms; ${decimal(paid.databaseQueries)} per payment`,
      paymentsPerSecond: databaseQueriesPerSecond / paid.databaseQueries,
    },
    {
      name: "the sweep: intents to expire",
      derivation: `${count(expired)} a minute; ${percent(abandonedShare)} of intents are abandoned`,
      paymentsPerSecond: expired / 60 / abandonedShare,
    },
    {
      name: "the sweep: bodies to delete",
      derivation: `${count(emptied)} a minute; one per payment`,
      paymentsPerSecond: emptied / 60,
    },
    {
      name: "the sweep: audit entries of refunds",
      derivation: `${count(appended)} a minute; ${percent(refundedShare)} of payments are refunded`,
      paymentsPerSecond: appended / 60 / refundedShare,
    },
    {
      name: "one queue: messages",
      derivation: `${count(messagesPerSecondAndQueue)} a second; one per payment in each of two queues`,
      paymentsPerSecond: messagesPerSecondAndQueue,
    },
    {
      name: "one queue: consumers",
      derivation: `${consumersPerQueue} at once, with ${PAID_TOGETHER} messages for ${consumerSeconds * 1000} ms`,
      paymentsPerSecond: (consumersPerQueue * PAID_TOGETHER) / consumerSeconds,
    },
  ];
  return limits.sort((a, b) => a.paymentsPerSecond - b.paymentsPerSecond);
}

function count(amount: number): string {
  return amount.toLocaleString("en");
}

export function decimal(amount: number): string {
  return amount.toLocaleString("en", { maximumFractionDigits: 1 });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
