import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DELIVERED_KEPT_DAYS } from "../../src/domain/delivery.ts";
import { type Counts, NOTHING, plus } from "../support/cost/counts.ts";
import { EACH_FURTHER_POLL, expectedFor, SOCKET } from "../support/cost/expected.ts";
import {
  billFor,
  databaseBytesAfter,
  daysUntilFull,
  dollarsPerMillion,
  dollarsPerMonth,
  limitsFor,
} from "./bill.ts";
import { BYTES_PER_PAYMENT, LIMITS, LOOKED_UP_ON } from "./prices.ts";
import { fillingTable, lifecycleTable, limitTable, replaceTable, waitingTable } from "./tables.ts";

const DOCUMENT = readFileSync(".github/PERFORMANCE.md", "utf8");
const PAID = expectedFor("paid");

describe("the bill for a million lifecycles", () => {
  it.each<[keyof Counts, number]>([
    ["workerRequests", 0.3 + 0.02],
    ["databaseQueries", 0],
    ["databaseRowsRead", 0.001],
    ["databaseRowsWritten", 1],
    ["objectReads", 0.15 + 0.005 * 0.128 * 12.5],
    ["objectCommands", 0.15 + 0.2 * 0.128 * 12.5],
    ["objectAlarms", 0.15 + 0.2 * 0.128 * 12.5],
    ["objectRowsRead", 0.001],
    // With 12 KB stored in each object, on two days.
    ["objectRowsWritten", 1 + 12 * 0.2 * (2 / 30)],
    ["queueOperations", 0.4],
    ["logEvents", 0.6],
  ])("charges for %s", (unit, dollars) => {
    expect(dollarsPerMillion({ ...NOTHING, [unit]: 1 })).toBeCloseTo(dollars, 10);
  });

  it("is the sum of its lines", () => {
    const lines = billFor(PAID).map((line) => line.dollarsPerMillion);
    expect(dollarsPerMillion(PAID)).toBeCloseTo(
      lines.reduce((sum, line) => sum + line),
      10,
    );
  });
});

describe("the bill for a month", () => {
  const rows = { ...NOTHING, databaseRowsWritten: 1 };

  it("is the plan's price for what the plan includes", () => {
    expect(dollarsPerMonth(rows, 50e6, 5)).toBeCloseTo(5, 10);
  });

  it("adds what is used beyond it, and the storage", () => {
    expect(dollarsPerMonth(rows, 53e6, 9)).toBeCloseTo(5 + 3 + 4 * 0.75, 10);
  });
});

describe("one database", () => {
  it.each([
    [0.1, 30 + (10e9 - 0.1 * 86_400 * 30 * 1_600) / (0.1 * 86_400 * 350)],
    [1, 30 + (10e9 - 86_400 * 30 * 1_600) / (86_400 * 350)],
    [10, 10e9 / (10 * 86_400 * 1_600)],
    [100, 10e9 / (100 * 86_400 * 1_600)],
  ])("is full at %d payments a second", (rate, days) => {
    expect(daysUntilFull(rate)).toBeCloseTo(days, 6);
    expect(databaseBytesAfter(days, rate)).toBeCloseTo(LIMITS.databaseBytes, 0);
  });

  it("is the first limit, by its queries", () => {
    expect(limitsFor(PAID)[0]).toMatchObject({
      name: "one D1 database: queries",
      paymentsPerSecond: 1_000 / PAID.databaseQueries,
    });
  });

  it("is used by consumers of as many messages as wrangler.toml says", () => {
    const [, webhooks = ""] = readFileSync("wrangler.toml", "utf8").split(
      'queue = "webhooks"\n# The number of',
    );
    expect(/max_batch_size = (\d+)/.exec(webhooks)?.[1]).toBe(String(LIMITS.messagesPerConsumer));
  });
});

describe("PERFORMANCE.md", () => {
  const counts = (lifecycle: Parameters<typeof expectedFor>[0], polls: number) =>
    plus(expectedFor(lifecycle), EACH_FURTHER_POLL, polls - 2);

  it.each([
    ["lifecycles", lifecycleTable(counts)],
    ["waiting customers", waitingTable(EACH_FURTHER_POLL, SOCKET)],
    ["filling", fillingTable()],
    ["limits", limitTable(PAID)],
  ])("has the table of %s as `npm run cost -- --write` writes it", (_, table) => {
    expect(DOCUMENT).toContain(`\n\n${table}\n\n`);
  });

  it("says what a payment takes in D1", () => {
    const { whileBodiesAreKept, afterwards } = BYTES_PER_PAYMENT;
    const kept = `takes ${whileBodiesAreKept / 1_000} KB in D1 while the webhook's body is kept`;
    expect(DOCUMENT).toContain(
      `${kept}, which is ${DELIVERED_KEPT_DAYS} days, and ${afterwards} bytes afterwards.`,
    );
  });

  it("says on which day the prices were looked up", () => {
    expect(DOCUMENT).toContain(new Date(LOOKED_UP_ON).toLocaleDateString("en-GB", { dateStyle: "long" }));
  });
});

describe("a table", () => {
  it("replaces the one with the same header", () => {
    const text = "Before\n\n| A | B |\n| --- | --: |\n| x | 1 |\n\nAfter\n";
    const table = "| A | B |\n| --- | --: |\n| y | 2 |\n| z | 3 |";
    expect(replaceTable(text, table)).toBe(`Before\n\n${table}\n\nAfter\n`);
  });

  it("is missed when its header is not there", () => {
    expect(() => replaceTable("text", "| A |\n| --- |")).toThrow("there is no table with the header | A |");
  });
});
