// How long one D1 database lasts, and which limit comes first.

import { DELIVERED_KEPT_DAYS } from "../../domain/delivery.ts";
import { PAGE, LIMITS as SWEEP_LIMITS } from "../../services/operations/sweep-limits.ts";
import type { Counts } from "./counts.ts";
import { ASSUMED, LIMITS } from "./prices.ts";
import { BYTES_PER_PAYMENT } from "./weights.ts";

const SECONDS_PER_DAY = 24 * 60 * 60;
/** Events that one query of the clean-up empties. */
const CLEAN_UP_PAGE = 500;

/** What paid intents with their webhooks take after so many days: the young ones have their bodies, the others do not. */
export function databaseBytesAfter(days: number, paymentsPerSecond: number): number {
  const { whileBodiesAreKept, afterwards } = BYTES_PER_PAYMENT;
  const youngDays = Math.min(days, DELIVERED_KEPT_DAYS);
  const bytes = youngDays * whileBodiesAreKept + (days - youngDays) * afterwards;
  return bytes * paymentsPerSecond * SECONDS_PER_DAY;
}

/** When that many bytes are used up. */
export function daysUntilFull(paymentsPerSecond: number, bytes: number = LIMITS.databaseBytes): number {
  const withBodies = databaseBytesAfter(DELIVERED_KEPT_DAYS, paymentsPerSecond);
  if (withBodies >= bytes) return (DELIVERED_KEPT_DAYS * bytes) / withBodies;
  const laterBytesPerDay = BYTES_PER_PAYMENT.afterwards * paymentsPerSecond * SECONDS_PER_DAY;
  return DELIVERED_KEPT_DAYS + (bytes - withBodies) / laterBytesPerDay;
}

export interface Limit {
  name: string;
  derivation: string;
  paymentsPerSecond: number;
}

/** Of a service with one database and one queue of each kind, the lowest first. */
export function limitsFor(paid: Counts): Limit[] {
  const { abandonedShare, refundedShare, consumerSeconds } = ASSUMED;
  const { databaseQueriesPerSecond, messagesPerSecondAndQueue, consumersPerQueue, messagesPerConsumer } =
    LIMITS;
  const expired = SWEEP_LIMITS.overdueIntentPages * PAGE;
  const emptied = SWEEP_LIMITS.cleanUpQueries * CLEAN_UP_PAGE;
  const appended = SWEEP_LIMITS.appendedAuditEntries;
  const limits = [
    {
      name: "one D1 database: queries",
      derivation: `${count(databaseQueriesPerSecond)} a second, if they take 1 ms; ${paid.databaseQueries} per payment`,
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
      derivation: `${consumersPerQueue} at once, with ${messagesPerConsumer} messages for ${consumerSeconds * 1000} ms`,
      paymentsPerSecond: (consumersPerQueue * messagesPerConsumer) / consumerSeconds,
    },
  ];
  return limits.sort((a, b) => a.paymentsPerSecond - b.paymentsPerSecond);
}

function count(amount: number): string {
  return amount.toLocaleString("en");
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
