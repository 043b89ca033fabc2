// `npm run simulate`: the service holds, the same seed gives the same history, and broken guards are noticed. Runs in Node.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";

const IS_LONG = inject("longTests");
/** Each of the three is caught within a few dozen seeds. */
const GUARDS = IS_LONG ? ["all"] : ["unknown-is-unknown", "delivered-by-receiver", "deadline-at-confirm"];

const execute = promisify(execFile);

/** What it prints. Rejects when it ends with a status other than 0. */
async function simulate(...options: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, ["test/simulate/simulate.ts", ...options]);
  return stdout;
}

describe("the simulator", () => {
  it("finds nothing lost, doubled or stuck, with every kind of fault", { timeout: 600_000 }, async () => {
    const seeds = IS_LONG ? "20000" : "1500";
    expect(await simulate("--seeds", seeds)).toContain("0 lost, 0 doubled, 0 stuck");
  });

  it("gives the same history for the same seeds, however many threads run them", async () => {
    const [once, again] = await Promise.all([
      simulate("--seeds", "60", "--from", "5000", "--threads", "1"),
      simulate("--seeds", "60", "--from", "5000", "--threads", "2"),
    ]);
    const historyOf = (output: string) => /^history \w+$/m.exec(output)?.[0];
    expect(historyOf(once)).toMatch(/^history [0-9a-f]{64}$/);
    expect(historyOf(again)).toBe(historyOf(once));
  }, 60_000);

  it.each(GUARDS)("notices that a guard is broken: %s", { timeout: 1_200_000 }, async (guard) => {
    expect(await simulate("--broken", guard, "--seeds", "2000")).toContain("caught by seed");
  });
});
