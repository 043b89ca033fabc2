// What `npm run attack` makes of what its attacks have reached. Runs in Node.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Attempts } from "./attempts.ts";
import { report } from "./report.ts";
import { leaks } from "./requests.ts";

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  leaks.length = 0;
});

function attemptsWith(...faults: (string | null | undefined | false)[]): Attempts {
  const attempts = new Attempts();
  for (const fault of faults) attempts.note("pay twice", fault);
  return attempts;
}

describe("the report of an attack", () => {
  it("says that the service withstood when no attempt reached anything", () => {
    const isWithstood = report([
      ["races", attemptsWith(null, undefined, false)],
      ["floods", attemptsWith(null)],
    ]);
    expect(isWithstood).toBe(true);
    expect(printed).toContainEqual(expect.stringMatching(/^races +3 +0$/));
    expect(printed.at(-1)).toBe("\nWithstood.");
  });

  it("fails for a single success among many attempts, and says what it was", () => {
    const isWithstood = report([
      ["races", attemptsWith(...Array(50).fill(null))],
      ["floods", attemptsWith(null, "took 10", null)],
    ]);
    expect(isWithstood).toBe(false);
    expect(printed).toContainEqual(expect.stringMatching(/^floods +3 +1$/));
    expect(printed.slice(-3)).toEqual(["\nfloods:", "  pay twice: took 10", "\nFAILED."]);
  });

  it("fails for an attack that attempted nothing", () => {
    expect(report([["races", new Attempts()]])).toBe(false);
    expect(printed).toContain("  nothing was attempted");
  });

  it("fails when a response showed something internal", () => {
    leaks.push('GET / shows "D1_ERROR"');
    expect(report([["races", attemptsWith(null)]])).toBe(false);
    expect(printed).toContain('  GET / shows "D1_ERROR"');
  });

  it("shows the first five successes of each attack, and how many more there are", () => {
    const results = ["races", "floods"].map(
      (name) => [name, attemptsWith(...Array(8).fill("paid"))] as const,
    );
    expect(report(results)).toBe(false);
    expect(printed.filter((line) => line === "  pay twice: paid")).toHaveLength(10);
    expect(printed.filter((line) => line === "  … and 3 more")).toHaveLength(2);
  });
});

describe("an attempt", () => {
  it("succeeds with any status that was not expected", () => {
    const attempts = new Attempts();
    for (const status of [401, 403, 200, 500])
      attempts.noteStatus("read", { status, text: `body ${status}` }, 401, 403);
    expect(attempts.count).toBe(4);
    expect(attempts.successes).toEqual([
      "read: 200 instead of 401 or 403: body 200",
      "read: 500 instead of 401 or 403: body 500",
    ]);
  });
});
