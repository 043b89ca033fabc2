// Plays one plan to its end and checks everything.
import { createHash } from "node:crypto";
import type { Random } from "../support/random.ts";
import { checkAccounts } from "./checks/accounts.ts";
import { checkDeliveries } from "./checks/deliveries.ts";
import { checkMovements } from "./checks/movements.ts";
import { checkRecords, watchRecords } from "./checks/records.ts";
import { checkResponses } from "./checks/responses.ts";
import { Clients } from "./clients.ts";
import { type FaultKind, isWeather } from "./faults.ts";
import { Incidents } from "./incidents.ts";
import type { Plan, Step } from "./plan.ts";
import { openShops } from "./shop.ts";
import { START_AT, World } from "./world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A late alarm, report or message may come so long after the last fault. */
const ECHO_MS = 10 * MINUTE;
/** After a restored database, each object puts back what it knows within a day of the intent's last change. */
const RECOVERY_MS = 24 * HOUR;

/**
 * Before the checks, when all is quiet. A healthy database can be slow, too: what a sweep cannot read in time is left to the
 * next one, which in production comes a minute later.
 */
const LAST_SWEEPS_MS = [30, 20, 10, 3].map((minutes) => minutes * MINUTE);

export interface Outcome {
  violations: string[];
  exercised: Map<FaultKind, number>;
  trace: string[];
  /** The hash of the trace: equal for equal runs. */
  digest: string;
}

export async function runPlan(plan: Plan): Promise<Outcome> {
  const world = new World(plan);
  const clients = new Clients(world);
  const incidents = new Incidents(world);
  await openShops(world);
  watchRecords(world);
  const { scheduler, violations } = world;
  for (const step of plan.steps) {
    if ("do" in step) scheduler.at(START_AT + step.at, () => clients.send(step));
    else if (!isWeather(step)) incidents.schedule(step, START_AT);
  }
  const lastFaultAt = START_AT + Math.max(0, ...plan.steps.map(endOf)) + ECHO_MS;
  const hasRestore = plan.steps.some((step) => "fault" in step && step.fault === "d1_restore");
  const quietAt = lastFaultAt + HOUR + (hasRestore ? RECOVERY_MS : 0);
  const emptyAt = quietAt + RECOVERY_MS + 2 * HOUR;
  const sweeps = sweepTimes(plan, world.random.fork("sweeps"));
  for (const before of LAST_SWEEPS_MS) sweeps.push(quietAt - before, emptyAt - before);
  for (const time of sweeps) scheduler.at(time, () => world.sweep());
  world.cells.sweepTimes = sweeps.sort((left, right) => left - right);
  if (plan.cells !== null && plan.cells.deployedAt > 0)
    scheduler.at(START_AT + plan.cells.deployedAt, () => world.deploy());
  try {
    await scheduler.runUntil(lastFaultAt);
    incidents.disarm();
    await scheduler.runUntil(quietAt);
    violations.push(...(await checkRecords(world)), ...checkDeliveries(world));
    violations.push(...checkMovements(world, clients.movements));
    // A day later the objects are empty, and D1 alone must know the same.
    await scheduler.runUntil(emptyAt);
    for (const host of world.objects.hosts.values()) {
      const { values, alarmAt } = host.contents.now;
      // Without its alarm, an object at rest keeps what D1 has as well; whoever comes next sets the alarm again.
      if (values.size > 0 && alarmAt !== null) violations.push(`object ${host.name.slice(-6)} is not empty`);
    }
    clients.readAll();
    await scheduler.runUntil(scheduler.now + MINUTE);
    violations.push(...(await checkRecords(world)), ...checkDeliveries(world));
    violations.push(...checkMovements(world, clients.movements));
    violations.push(...checkResponses(clients.history, incidents.vanishedAt));
    violations.push(...checkAccounts(world, clients));
  } catch (error) {
    violations.push(`the run failed: ${error instanceof Error ? error.stack : error}`);
  }
  world.cells.close();
  const { trace, faults } = world;
  const digest = createHash("sha256").update(trace.join("\n")).digest("hex");
  return { violations: [...new Set(violations)], exercised: faults.exercised, trace, digest };
}

function endOf(step: Step): number {
  return "fault" in step && isWeather(step)
    ? step.at + step.forMs
    : step.at + (isDeath(step) ? step.amount : 0);
}

function isDeath(step: Step): step is Step & { amount: number } {
  return "fault" in step && step.fault === "receiver_dies";
}

/**
 * Every few minutes while something happens, not every minute: any later sweep finds what is overdue, and sweeping is
 * most of a run's work.
 */
function sweepTimes({ steps }: Plan, random: Random): number[] {
  const busy = steps.flatMap((step) => [step.at, endOf(step)]);
  const times: number[] = [];
  for (let time = MINUTE; time < Number.POSITIVE_INFINITY; ) {
    times.push(START_AT + time);
    const next = time + random.integer(2, 10) * MINUTE;
    const isBusy = busy.some((at) => at > next - ECHO_MS && at <= next);
    time = isBusy ? next : Math.min(...busy.filter((at) => at > next));
  }
  return times;
}
