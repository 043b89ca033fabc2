// The tables of `npm run cost`, in the form in which .github/PERFORMANCE.md has them.
import { type Counts, LIFECYCLES, type Lifecycle, NOTHING, plus } from "../support/cost/counts.ts";
import { REFUND_ROWS } from "../support/cost/expected.ts";
import { TRIPS, WAYS } from "../support/cost/trips.ts";
import {
  billFor,
  databaseBytesAfter,
  daysUntilFull,
  decimal,
  dollarsPerMillion,
  dollarsPerMonth,
  dollarsPerMonthInCells,
  inCells,
  limitsFor,
  sweepDollars,
} from "./bill.ts";
import { ASSUMED, CELL_REQUESTS_PER_PAYMENT, LIMITS, PRICES } from "./prices.ts";

const SECONDS_PER_DAY = 24 * 60 * 60;
const SECONDS_PER_MONTH = 30 * SECONDS_PER_DAY;
const RATES = [100, 1_000, 10_000];
const WAITS_SECONDS = [30, 300];
/** How often the client polls without sockets, and how often many shops poll. */
const POLLS_EVERY_SECONDS = [1.5, 5];
const SLOW_RATES = [0.1, 1, 10, 100];

type CountsOf = (lifecycle: Lifecycle, polls: number) => Counts;

export function lifecycleTable(countsOf: CountsOf): string {
  const header = [
    "Lifecycle with 2 polls",
    "Worker requests",
    "D1 rows written, read",
    "object requests",
    "object rows written, read",
    "queue operations",
    "log events",
    "per million",
    "with 12 polls",
  ];
  const rows = LIFECYCLES.map((lifecycle) => [
    lifecycle,
    ...countCells(countsOf(lifecycle, 2)),
    dollars(dollarsPerMillion(countsOf(lifecycle, 12))),
  ]);
  const tenMore = plus(NOTHING, eachPoll(countsOf), 10);
  return table([header, ...rows, ["ten more polls", ...countCells(tenMore), ""]]);
}

export function eachPoll(countsOf: CountsOf): Counts {
  return plus(NOTHING, plus(countsOf("paid", 12), countsOf("paid", 2), -1), 1 / 10);
}

/** Shows those who wait at the checkout page; with a socket it reads once before it connects, and then every minute. */
export function waitingTable(poll: Counts, socket: Counts): string {
  const cost = (counts: Counts, polls: number) => dollars(dollarsPerMillion(plus(counts, poll, polls)));
  const rows = [
    ["over a socket", ...WAITS_SECONDS.map((seconds) => cost(socket, Math.ceil(seconds / 60)))],
    ...POLLS_EVERY_SECONDS.map((interval) => [
      `polling every ${interval} seconds`,
      ...WAITS_SECONDS.map((seconds) => cost(NOTHING, seconds / interval)),
    ]),
  ];
  const header = ["A million customers wait", ...WAITS_SECONDS.map((seconds) => `${seconds} seconds`)];
  return table([header, ...rows]);
}

export function refundTable(): string {
  const rows = Object.entries(REFUND_ROWS).flatMap(([stage, tables]) =>
    Object.entries(tables).map(([name, entries], index) => {
      const [table = "", ...rest] = name.split(", ");
      const shown = [`\`${table}\``, ...rest].join(", ");
      const indexes = entries.slice(1).map((each) => `\`${each}\``);
      return [index === 0 ? stage : "", shown, indexes.join(", "), String(entries.length)];
    }),
  );
  return table(
    [["A refunded payment's stage", "table: its row", "and its indexes", "rows written"], ...rows],
    3,
  );
}

export function tripTable(): string {
  const rows = Object.entries(TRIPS).map(([route, { chain, calls, objects, sends }]) => [
    route,
    ...[chain, calls, objects, sends].map((count) => String(count || "")),
  ]);
  const header = ["Until the response", "calls one after another", "calls in all", "object", "queue sends"];
  return table([header, ...rows]);
}

const DISTANCES_MS = [10, 40, 100, 200];

/** In brackets: where objects begin near their callers, and what they ask is as far as the Worker's own calls. */
export function distanceTable(): string {
  const rows = Object.entries(WAYS).map(([route, ways]) => {
    const { chain, objects } = TRIPS[route as keyof typeof WAYS];
    const shown = (times: number) =>
      objects === 0 || chain === ways ? `${times * ways}` : `${times * ways} (${times * chain})`;
    return [route, ...[1, ...DISTANCES_MS].map(shown)];
  });
  return table([["Milliseconds of waiting", "trips", ...DISTANCES_MS.map((ms) => `${ms} ms away`)], ...rows]);
}

function countCells(counts: Counts): string[] {
  const { objectReads, objectCommands, objectAlarms } = counts;
  return [
    String(counts.workerRequests),
    `${decimal(counts.databaseRowsWritten)}, ${decimal(counts.databaseRowsRead)}`,
    String(objectReads + objectCommands + objectAlarms),
    `${counts.objectRowsWritten}, ${counts.objectRowsRead}`,
    String(counts.queueOperations),
    String(counts.logEvents),
    dollars(dollarsPerMillion(counts)),
  ];
}

export function billTable(paid: Counts): string {
  const rows = billFor(paid).map(({ unit, amount, dollarsPerMillion: perMillion }) => [
    unit.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    amount.toLocaleString("en", { maximumSignificantDigits: 3 }),
    `$${PRICES[unit].dollarsPerMillion.toLocaleString("en", { minimumFractionDigits: 2 })}`,
    dollars(perMillion),
  ]);
  return table([
    ["Paid at a busy merchant, with 2 polls", "each", "price of a million", "per million"],
    ...rows,
  ]);
}

export function fillingTable(): string {
  const header = ["Payments a second", ...SLOW_RATES.map((rate) => rate.toLocaleString("en"))];
  const full = SLOW_RATES.map((rate) => duration(daysUntilFull(rate)));
  return table([header, [`${LIMITS.databaseBytes / 1e9} GB are full after`, ...full]]);
}

/** Shows a busy merchant's payments with 2 polls. */
export function limitTable(paid: Counts): string {
  const header = ["Limit", "Derivation", "Payments a second", ...RATES.map((rate) => `at ${whole(rate)}`)];
  const limits = limitsFor(paid).map(({ name, derivation, paymentsPerSecond }) => [
    name,
    derivation,
    whole(paymentsPerSecond),
    ...RATES.map((rate) => load(rate / paymentsPerSecond)),
  ]);
  const atEachRate = (name: string, derivation: string, show: (rate: number) => string) => [
    name,
    derivation,
    "",
    ...RATES.map(show),
  ];
  const rows = [
    header,
    ...limits,
    atEachRate("one D1 database: size", "10 GB", (rate) => duration(daysUntilFull(rate))),
    atEachRate("all D1 databases of an account: size", "1 TB, more on request", (rate) =>
      duration(daysUntilFull(rate, LIMITS.accountDatabaseBytes)),
    ),
    atEachRate(
      "D1 databases needed for the queries",
      `${decimal(paid.databaseQueries)} per payment`,
      (rate) => needed((rate * paid.databaseQueries) / LIMITS.databaseQueriesPerSecond),
    ),
    atEachRate("D1 databases needed for a year's rows", "by size", (rate) =>
      needed(databaseBytesAfter(365, rate) / LIMITS.databaseBytes),
    ),
    atEachRate("bill of the twelfth month", "that month's payments, and a year's rows", (rate) => {
      const gigabytes = databaseBytesAfter(365, rate) / 1e9;
      return `$${whole(dollarsPerMonth(paid, rate * SECONDS_PER_MONTH, gigabytes))}`;
    }),
  ];
  return table(rows, 2);
}

interface Growth {
  paid: Counts;
  idleSweep: Counts;
}

/** With so many digits, a cell has room for years. */
const GROWTH_DIGITS = new Map([
  [1, 0],
  [100, 3],
  [1_000, 4],
  [10_000, 5],
  [50_000, 5],
]);
const SWEEPS_PER_MONTH = SECONDS_PER_MONTH / 60;

/** Shows a busy merchant's payments with 2 polls. */
export function growthTable({ paid, idleSweep }: Growth): string {
  const first = [
    "the size of D1",
    "25 creations a second of a merchant that is not spread",
    "25 creations a second of a merchant that is not spread",
    `${whole(LIMITS.messagesPerSecondAndQueue)} messages a second of one queue`,
    "new objects a second: ask Cloudflare",
  ];
  const columns = [...GROWTH_DIGITS].map(([rate, digits], column) => {
    const cells = digits === 0 ? 0 : 16 ** digits;
    const [gigabytes, payments] = [databaseBytesAfter(365, rate) / 1e9, rate * SECONDS_PER_MONTH];
    const inD1 = dollarsPerMonth(paid, payments, gigabytes);
    const logEvents = cells === 0 ? paid.logEvents : inCells(paid).logEvents * ASSUMED.sampledShare;
    const each = (amount: number) => (cells === 0 ? "" : (amount / cells).toPrecision(1));
    return [
      whole(rate),
      String(digits || ""),
      cells === 0 ? "" : whole(cells),
      `${whole(gigabytes)} GB`,
      each(gigabytes),
      each(rate * CELL_REQUESTS_PER_PAYMENT),
      needed(rate / LIMITS.messagesPerSecondAndQueue),
      `${decimal((logEvents * rate * SECONDS_PER_DAY) / 1e6)} million`,
      `$${whole(cells === 0 ? inD1 : dollarsPerMonthInCells(paid, payments, gigabytes))}`,
      cells === 0 ? "" : `$${whole(cells * sweepDollars(idleSweep, SWEEPS_PER_MONTH))}`,
      `$${whole(inD1)}`,
      first[column] ?? "",
    ];
  });
  const names = [
    "Payments a second, in cells",
    "digits in `CELLS`",
    "cells, and no more than merchants",
    "a year's rows",
    "the average cell then, GB",
    "requests a second to it",
    "queues of each kind",
    "log events a day",
    "bill of the twelfth month",
    "and the sweeps of so many cells, at most",
    "the bill in one D1, if it had the room",
    "comes first",
  ];
  return table(names.map((name, row) => [name, ...columns.map((column) => column[row] ?? "")]));
}

function needed(databases: number): string {
  return Math.ceil(databases).toLocaleString("en");
}

function load(share: number): string {
  return share < 0.01 ? "< 1 %" : `${whole(share * 100)} %`;
}

function duration(days: number): string {
  const minutes = days * 24 * 60;
  if (days >= 2 * 365) return `${(days / 365).toFixed(1)} years`;
  if (days >= 2) return `${whole(days)} days`;
  return minutes >= 120 ? `${whole(minutes / 60)} hours` : `${whole(minutes)} minutes`;
}

/** Rounded down, so that no capacity is overstated. */
function whole(amount: number): string {
  return Math.floor(amount).toLocaleString("en");
}

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

function table([header = [], ...rows]: string[][], textColumns = 1): string {
  const rule = header.map((_, column) => (column < textColumns ? "---" : "--:"));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The text with the table that has the same header replaced. */
export function replaceTable(text: string, replacement: string): string {
  const [header = ""] = replacement.split("\n");
  const start = text.indexOf(header);
  if (start < 0) throw new Error(`there is no table with the header ${header}`);
  const end = text.indexOf("\n\n", start);
  return text.slice(0, start) + replacement + text.slice(end);
}
