// What the platform bills for each lifecycle of an intent, exactly. `npm run cost` prints what is measured here.
import { describe, expect, it } from "vitest";
import { LIFECYCLES, plus, type Stages, total } from "../support/cost/counts.ts";
import {
  EACH_FURTHER_POLL,
  expectedFor,
  IDLE_SWEEP,
  ROWS_WRITTEN,
  SOCKET,
} from "../support/cost/expected.ts";
import { measureLifecycle } from "../support/cost/lifecycles.ts";
import { measureIdleSweep } from "../support/cost/sweeps.ts";
import { measureSocket } from "../support/cost/waiting.ts";

/** The stages that write to D1. */
function rowsWritten(stages: Stages): Record<string, number> {
  const rows = Object.entries(stages).map(([stage, counts]) => [stage, counts.databaseRowsWritten] as const);
  return Object.fromEntries(rows.filter(([, count]) => count > 0));
}

describe("what is billed for", () => {
  it("a run of the sweep with nothing to do", async ({ task }) => {
    const counts = await measureIdleSweep();
    task.meta.cost = { lifecycle: "sweep", polls: 0, counts };
    expect(counts).toEqual(IDLE_SWEEP);
  });

  describe.each(LIFECYCLES)("an intent, %s", (lifecycle) => {
    it.for([2, 12])("with %i polls", async (polls, { task }) => {
      const stages = await measureLifecycle(lifecycle, polls);
      const counts = total(stages);
      task.meta.cost = { lifecycle, polls, counts };
      expect(counts).toEqual(plus(expectedFor(lifecycle), EACH_FURTHER_POLL, polls - 2));
      expect(rowsWritten(stages)).toEqual(ROWS_WRITTEN[lifecycle]);
    });
  });

  // Last, because its intent stays open.
  it("a customer's socket, until the payment", async ({ task }) => {
    const counts = await measureSocket();
    task.meta.cost = { lifecycle: "socket", polls: 0, counts };
    expect(counts).toEqual(SOCKET);
  });
});
