import { startVitest } from "vitest/node";
import { ScriptError } from "../run.ts";
import type { Counts, Lifecycle } from "./counts.ts";

const TEST_FILE = "test/durable/cost.test.ts";

export interface Measured {
  /** By lifecycle and number of polls. */
  counts(lifecycle: Lifecycle, polls: number): Counts;
  idleSweep: Counts;
  socket: Counts;
  /** Whether it is what the test expects. */
  isExpected: boolean;
}

/** Runs the test that counts in the Workers runtime, and takes what it has measured. */
export async function measure(): Promise<Measured> {
  const vitest = await startVitest([TEST_FILE], {
    config: "test/vitest.config.ts",
    watch: false,
    reporters: [{}],
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const isExpected = tests.length > 0 && tests.every((test) => test.ok());
  const found = tests.flatMap((test) => test.meta().cost ?? []);
  await vitest.close();
  const counts = (lifecycle: Lifecycle | "sweep" | "socket", polls: number) => {
    const measured = found.find((each) => each.lifecycle === lifecycle && each.polls === polls);
    if (measured === undefined)
      throw new ScriptError(`Run npx vitest run --config test/vitest.config.ts ${TEST_FILE}.`);
    return measured.counts;
  };
  return { counts, idleSweep: counts("sweep", 0), socket: counts("socket", 0), isExpected };
}
