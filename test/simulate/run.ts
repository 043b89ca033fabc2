// Plays one plan to its end and checks everything.
import { createHash } from "node:crypto";
import type { Random } from "../support/random.ts";
import { checkAccounts } from "./checks/accounts.ts";
import { checkBooks, checkTotals } from "./checks/books.ts";
import { checkDeliveries } from "./checks/deliveries.ts";
import { checkMovements } from "./checks/movements.ts";
import { checkLists, Readers } from "./checks/readers.ts";
import { checkRecords, watchRecords } from "./checks/records.ts";
import { checkResponses, checkWaiting } from "./checks/responses.ts";
import { Clients } from "./clients.ts";
import { type FaultKind, isWeather } from "./faults.ts";
import { Incidents } from "./incidents.ts";
import { isRestore, type Plan, type Step } from "./plan.ts";
import { CLOCK_ERROR_MS_MAX } from "./platform/clocks.ts";
import { openShops } from "./shop.ts";
import { START_AT, World } from "./world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A late alarm, report or message may come so long after the last fault. */
const ECHO_MS = 10 * MINUTE;
/** After a restored database, each object puts back what it knows within a day of the intent's last change. */
const RECOVERY_MS = 24 * HOUR;

/**
 * Before the checks, when all is quiet. A healthy database or provider can be slow, too: what a sweep cannot do in time is
 * left to the next one, which in production comes a minute later.
 */
const LAST_SWEEPS_MS = [60, 50, 40, 30, 20, 10, 3].map((minutes) => minutes * MINUTE);

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
  const hasRestore = plan.steps.some(isRestore);
  const clockError = plan.steps.some((step) => "fault" in step && step.fault === "clocks_differ")
    ? CLOCK_ERROR_MS_MAX
    : 0;
  const quietAt = lastFaultAt + HOUR + (hasRestore ? RECOVERY_MS : 0);
  const emptyAt = quietAt + RECOVERY_MS + 2 * HOUR;
  const sweeps = sweepTimes(plan, world.random.fork("sweeps"));
  // The share of these merchants is cleaned up in the day's first minutes.
  const nightAt = Math.ceil((emptyAt + 31 * DAY) / DAY) * DAY;
  if (plan.lastsAMonth) for (let minute = 0; minute < 4; minute++) sweeps.push(nightAt + minute * MINUTE);
  for (const before of LAST_SWEEPS_MS) sweeps.push(quietAt - before, emptyAt - before);
  for (const time of sweeps) scheduler.at(time, () => world.sweep());
  const readers = new Readers(world);
  for (const time of sweeps) scheduler.at(time + 10_000, () => readers.readSome());
  for (const after of [MINUTE, HOUR]) scheduler.at(quietAt + after, () => readers.readAll());
  world.cells.sweepTimes = sweeps.sort((left, right) => left - right);
  const { deployedAt = 0, rolledBack = null } = plan.cells ?? {};
  for (const at of [deployedAt, rolledBack?.at ?? 0, rolledBack?.until ?? 0])
    if (at > 0) scheduler.at(START_AT + at, () => world.deploy());
  try {
    await scheduler.runUntil(lastFaultAt);
    incidents.disarm();
    await scheduler.runUntil(quietAt);
    violations.push(...(await checkRecords(world)), ...checkDeliveries(world));
    violations.push(...checkMovements(world, clients.requests), ...(await checkBooks(world, false)));
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
    violations.push(...checkMovements(world, clients.requests));
    violations.push(...checkResponses(clients.told(), incidents.vanishedAt, clockError));
    violations.push(...checkAccounts(world, clients), ...(await checkBooks(world, true)));
    violations.push(...readers.check());
    // A restored database lacks requests until their objects have put them back.
    if (!world.hasBeenRestored) violations.push(...checkWaiting(clients, readers.waiting, clockError));
    violations.push(...(await listsOf(world)));
    if (plan.lastsAMonth) {
      await scheduler.runUntil(nightAt + HOUR);
      violations.push(...(await listsOf(world)), ...(await checkTotals(world)));
      clients.readAll();
      clients.createAllAgain();
      await scheduler.runUntil(scheduler.now + MINUTE);
      violations.push(...checkResponses(clients.told(), incidents.vanishedAt, clockError));
    }
  } catch (error) {
    violations.push(`the run failed: ${error instanceof Error ? error.stack : error}`);
  }
  world.cells.close();
  world.ledger.close();
  const { trace, faults } = world;
  const digest = createHash("sha256").update(trace.join("\n")).digest("hex");
  return { violations: [...new Set(violations)], exercised: faults.exercised, trace, digest };
}

async function listsOf(world: World): Promise<string[]> {
  let found = ["a list was not shown"];
  const reading = world.request((deps) => checkLists(world, deps));
  reading?.done.then(
    (violations) => {
      found = violations;
    },
    (error: Error) => found.push(error.message),
  );
  await world.scheduler.runUntil(world.scheduler.now + 10 * MINUTE);
  return found;
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
