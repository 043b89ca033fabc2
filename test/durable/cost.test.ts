// What the platform bills for each lifecycle of an intent, exactly. `npm run cost` prints what is measured here.
import { describe, expect, it } from "vitest";
import { busyPayment, LIFECYCLES, plus, type Stages, total, withCleanUp } from "../support/cost/counts.ts";
import {
  BUSY_BATCH,
  EACH_FURTHER_POLL,
  expectedCleanUp,
  expectedUntilCleanUp,
  IDLE_SWEEP,
  ROWS_WRITTEN,
  SOCKET,
} from "../support/cost/expected.ts";
import { measureBusyMerchant, measureLifecycle } from "../support/cost/lifecycles.ts";
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
      const { stages, cleanUp } = await measureLifecycle(lifecycle, polls);
      const counts = total(stages);
      task.meta.cost = { lifecycle, polls, counts: withCleanUp(counts, cleanUp) };
      expect(counts).toEqual(plus(expectedUntilCleanUp(lifecycle), EACH_FURTHER_POLL, polls - 2));
      expect(rowsWritten(stages)).toEqual(ROWS_WRITTEN[lifecycle]);
      expect(cleanUp).toEqual(expectedCleanUp(lifecycle));
    });
  });

  it("a busy merchant's payments, of which one takes D1 at most seven statements", async ({ task }) => {
    const batch = await measureBusyMerchant();
    const counts = busyPayment(batch, expectedCleanUp("paid"));
    task.meta.cost = { lifecycle: "busy", polls: 2, counts };
    expect(batch).toEqual(BUSY_BATCH);
    expect(counts.databaseQueries).toBeLessThanOrEqual(7);
  });

  // Last, because its intent stays open.
  it("a customer's socket, until the payment", async ({ task }) => {
    const counts = await measureSocket();
    task.meta.cost = { lifecycle: "socket", polls: 0, counts };
    expect(counts).toEqual(SOCKET);
  });
});
