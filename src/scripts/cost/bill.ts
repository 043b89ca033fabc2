import type { Counts } from "./counts.ts";
import { ASSUMED, type BilledUnit, PLAN_DOLLARS_PER_MONTH, PRICES } from "./prices.ts";

type Usage = Record<BilledUnit, number>;

const BILLED_UNITS = Object.keys(PRICES) as BilledUnit[];

/** What one lifecycle uses. What its rows take in D1 depends on how long they are kept, and is not included. */
function usageOf(counts: Counts): Usage {
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

export interface BillLine {
  unit: BilledUnit;
  amount: number;
  dollarsPerMillion: number;
}

/** At list prices, without what the plan includes. */
export function billFor(counts: Counts): BillLine[] {
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
  const usage = { ...usageOf(counts), databaseGigabyteMonths: databaseGigabytes / times };
  return BILLED_UNITS.reduce((sum, unit) => {
    const { included, dollarsPerMillion: price } = PRICES[unit];
    return sum + (Math.max(0, usage[unit] * times - included) * price) / 1e6;
  }, PLAN_DOLLARS_PER_MONTH);
}
