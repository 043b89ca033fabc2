import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { comparisonOf } from "./peers/table.ts";
import { excessesOf, withTable } from "./report.ts";

const measured = (name: string, cpuMicroseconds: number) => ({
  name,
  cpuMicroseconds,
  requestsPerSecond: 1,
  p99Ms: 1,
});

it("names the routes that exceed their budget by more than its tolerance", () => {
  expect(excessesOf([measured("list", 105), measured("create", 106)], { list: 100, create: 100 })).toEqual([
    "create uses 106 µs; its budget is 100.",
  ]);
});

it("names reads that cost much more over many intents than over 50", () => {
  expect(excessesOf([measured("read-50", 100), measured("read", 131)], {})).toEqual([
    "read uses 131 µs, over 50 intents only 100.",
  ]);
  expect(excessesOf([measured("read-50", 100), measured("read", 130)], {})).toEqual([]);
});

it("sets the systems side by side in the document", () => {
  const webhooks = new Map(Object.entries({ once: 1, twice: 2 }));
  const counted = { memoryMb: [80.4, 200], startSeconds: 4.2, paid: 3, webhooks };
  const table = comparisonOf([
    { ...counted, name: "ours", new: { create: 1.4949, pay: 16.44 }, grown: { list: 2.5 } },
    { ...counted, name: "other", new: { create: 12.5, pay: 123.4 }, grown: { list: 100 } },
  ]);
  expect(withTable("A\n<!-- peers -->\nold\n<!-- /peers -->\nB", table, "peers")).toBe(`A
<!-- peers -->
| CPU seconds per 1,000 | ours | other |
|---|--:|--:|
| create | 1.49 | 12.5 |
| pay | 16.4 | 123 |
| list, 100,000 more payments | 2.50 | 100 |
| webhooks lost | 1 of 3 | 1 of 3 |
| webhooks doubled | 1 of 3 | 1 of 3 |
| memory idle, after the job (MB) | 80, 200 | 80, 200 |
| first start (s) | 4 | 4 |
<!-- /peers -->
B`);
});

it("compares the systems in README by the table of the document", () => {
  const rows = readFileSync(".github/PERFORMANCE.md", "utf8").matchAll(
    /^\| ([^|]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm,
  );
  const cpu: Record<string, number[]> = Object.fromEntries(
    [...rows].map(([, job, ...of]) => [job, of.map(Number)]),
  );
  const [ours = 0, lnbits = 0, vendure = 0] = cpu.create ?? [];
  const growth = cpu["list, 100,000 more payments"]?.map((grown, index) => grown / (cpu.list?.[index] ?? 0));
  const [oursGrown = 0, lnbitsGrown = 0, vendureGrown = 0] = growth ?? [];
  const readme = readFileSync("README.md", "utf8").replaceAll("\n", " ");
  const times = (ratio: number) => `${ratio.toFixed()} times`;
  expect(readme).toContain(
    `LNbits ${times(lnbits / ours)} and Vendure ${times(vendure / ours)} as much processor time`,
  );
  expect(oursGrown).toBeLessThan(1.1);
  expect(readme).toContain(
    `LNbits' takes ${times(lnbitsGrown)} and Vendure's ${times(vendureGrown)} as much`,
  );
});
