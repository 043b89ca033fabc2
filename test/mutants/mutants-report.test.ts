// `npm run mutants`: what the report says, and when the run fails.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { instrument } from "./instrument.ts";
import { report } from "./report.ts";
import type { Verdict } from "./rounds.ts";
import type { Survivors } from "./survivors.ts";

const NONE: Survivors = { unexplained: [], stale: [] };
const { mutants } = instrument("src/domain/example.ts", `const sums = [${"a + b,".repeat(9)}];`);

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((text) => void printed.push(...String(text).split("\n")));
});
afterEach(() => vi.restoreAllMocks());

/** Ten mutants, the first ones with these statuses; the others are killed. */
function verdictsWith(...statuses: Verdict["status"][]): Verdict[] {
  return mutants.map((mutant, index) => ({ mutant, status: statuses[index] ?? "killed", by: null }));
}

describe("the report", () => {
  it("passes from 90 % on, and counts what timed out as noticed", () => {
    expect(report(verdictsWith("timed out", "survived"), NONE)).toBe(true);
    expect(printed.at(-1)?.split(/ {2,}/)).toEqual(["total", "10", "8", "1", "1", "0", "90.0 %"]);
  });

  it.each(["survived", "not reached"] as const)("fails below 90 %% when more have %s", (status) => {
    expect(report(verdictsWith("survived", status), NONE)).toBe(false);
    expect(printed.at(-1)).toBe("The score is below 90 %.");
  });

  it("fails for a survivor that nobody has explained, and shows what an explanation has to name", () => {
    const unexplained = verdictsWith("not reached").slice(0, 1);
    expect(report(verdictsWith("not reached"), { unexplained, stale: [] })).toBe(false);
    const before = `const sums = [${"a + b,".repeat(9)}];`;
    expect(printed.slice(-4)).toEqual([
      "Survivors that nobody has explained: 1",
      "  src/domain/example.ts:1 (no test reaches it): sums",
      `    - ${before}`,
      `    + ${before.replace("+", "-")}`,
    ]);
  });

  it("passes with an explanation that is no longer needed, and lists it", () => {
    const stale = mutants
      .slice(1, 2)
      .map(({ description }) => ({ ...description, occurrence: 2, because: "" }));
    expect(report(verdictsWith(), { unexplained: [], stale })).toBe(true);
    expect(printed).toContain("  src/domain/example.ts: sums, occurrence 2");
  });
});
