import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PAID_TOGETHER, plus } from "../support/cost/counts.ts";
import {
  BUSY_PAYMENT,
  EACH_FURTHER_POLL,
  expectedFor,
  GROWTH,
  REFUND_ROWS,
  SOCKET,
} from "../support/cost/expected.ts";
import { limitsFor } from "./bill.ts";
import { BYTES_PER_PAYMENT, LIMITS, LOOKED_UP_ON } from "./prices.ts";
import {
  distanceTable,
  fillingTable,
  growthTable,
  lifecycleTable,
  limitTable,
  refundTable,
  tripTable,
  waitingTable,
} from "./tables.ts";

const DOCUMENT = readFileSync(".github/PERFORMANCE.md", "utf8");

describe("one database", () => {
  it("is the first limit, by its queries", () => {
    expect(limitsFor(BUSY_PAYMENT)[0]).toMatchObject({
      name: "one D1 database: queries",
      paymentsPerSecond: 1_000 / BUSY_PAYMENT.databaseQueries,
    });
  });

  it("is used by consumers of as many messages as wrangler.toml says", () => {
    const [, webhooks = ""] = readFileSync("wrangler.toml", "utf8").split(
      'queue = "webhooks"\n# The number of',
    );
    expect(/max_batch_size = (\d+)/.exec(webhooks)?.[1]).toBe(String(PAID_TOGETHER));
  });
});

describe("PERFORMANCE.md", () => {
  const counts = (lifecycle: Parameters<typeof expectedFor>[0], polls: number) =>
    plus(expectedFor(lifecycle), EACH_FURTHER_POLL, polls - 2);

  it.each([
    ["trips", tripTable()],
    ["distances", distanceTable()],
    ["lifecycles", lifecycleTable(counts)],
    ["a refund's rows", refundTable()],
    ["waiting customers", waitingTable(EACH_FURTHER_POLL, SOCKET)],
    ["filling", fillingTable()],
    ["limits", limitTable(BUSY_PAYMENT)],
    ["growth", growthTable(GROWTH)],
  ])("has the table of %s as `npm run cost -- --write` writes it", (_, table) => {
    expect(DOCUMENT).toContain(`\n\n${table}\n\n`);
  });

  it("names indexes that there are", () => {
    const schema = readFileSync("migrations/0000_release_1.sql", "utf8");
    for (const tables of Object.values(REFUND_ROWS)) {
      for (const [name, [, ...indexes]] of Object.entries(tables)) {
        for (const index of indexes) expect(schema).toContain(`INDEX \`${name.split(",")[0]}_${index}\``);
      }
    }
  });

  it("says what a payment takes in D1", () => {
    const payments = Math.floor(LIMITS.databaseBytes / BYTES_PER_PAYMENT / 100_000) / 10;
    expect(DOCUMENT).toContain(`takes at most ${BYTES_PER_PAYMENT / 1_000} KB in D1`);
    expect(DOCUMENT).toContain(`10 GB are ${payments} million payments`);
  });

  it("says on which day the prices were looked up", () => {
    expect(DOCUMENT).toContain(new Date(LOOKED_UP_ON).toLocaleDateString("en-GB", { dateStyle: "long" }));
  });
});
