import { expect, it } from "vitest";
import { excessesOf } from "./report.ts";

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
