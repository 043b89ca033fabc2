// Where a part of the sweep goes on that has more to do than one run may.
import { beforeEach, expect, it } from "vitest";
import { deletePosition, listPositions, savePosition } from "#core/db/operations/sweep-positions.ts";
import { beginSweep, resumeEach } from "#core/services/operations/resume-sweep.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";
import { MINUTE, moveClock } from "../support/clock.ts";
import { muteLog } from "../support/faults.ts";
import { db, deps } from "../support/seeds.ts";

const PART = "moved_deliveries";
const PER_RUN = 2;

interface Task {
  key: string;
  left: number;
}

beforeEach(async () => {
  muteLog();
  for (const key of await keysLeft()) await deletePosition(db, PART, key);
});

async function leave(key: string, left: number): Promise<void> {
  const position: Task = { key, left };
  await savePosition(db, { part: PART, key, position, updatedAt: Date.now() });
}

/** A run does one step of a task, unless the task always fails. Returns the keys in the order of the runs. */
async function sweepFor(minutes: number): Promise<string[]> {
  const begun: string[] = [];
  const run = async ({ key, left }: Task) => {
    begun.push(key);
    if (key.startsWith("broken")) throw new Error("it always fails");
    return left === 1 ? null : { key, left: left - 1 };
  };
  for (let minute = 0; minute < minutes; minute++) {
    moveClock(MINUTE);
    await resumeEach<Task>(beginSweep(deps), PART, run, { limit: PER_RUN });
  }
  return begun;
}

async function keysLeft(): Promise<string[]> {
  return (await listPositions<Task>(db, PART, 100)).map(({ key }) => key);
}

it.each([1, 7])("finishes %i tasks although three always fail", async (count) => {
  for (const key of ["broken 1", "broken 2", "broken 3"]) await leave(key, 1);
  for (let task = 0; task < count; task++) await leave(`task ${task}`, 3);
  const begun = await sweepFor(10 + 6 * count);
  expect(begun.length).toBe(PER_RUN * (10 + 6 * count));
  expect((await keysLeft()).toSorted()).toEqual(["broken 1", "broken 2", "broken 3"]);
});

it("gets to all of those that fail, and to what waits behind them", async () => {
  const broken = Array.from({ length: LIMITS.resumedPositions + 5 }, (_, index) => `broken ${index}`);
  for (const key of broken) await leave(key, 1);
  await leave("task", 1);
  const begun = await sweepFor(Math.ceil((broken.length + 1) / PER_RUN));
  expect(begun.toSorted()).toEqual([...broken, "task"].toSorted());
});

it("tries again what has failed", async () => {
  await leave("broken", 1);
  expect(await sweepFor(3)).toEqual(["broken", "broken", "broken"]);
});
