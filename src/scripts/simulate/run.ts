// Plays one plan to its end and checks everything.
import { createHash } from "node:crypto";
import { checkDeliveries } from "./checks/deliveries.ts";
import { checkRecords } from "./checks/records.ts";
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

export interface Outcome {
  violations: string[];
  exercised: Map<FaultKind, number>;
  trace: string[];
  /** Of the trace: equal for equal runs. */
  digest: string;
}

export async function runPlan(plan: Plan): Promise<Outcome> {
  const world = new World(plan);
  const clients = new Clients(world);
  const incidents = new Incidents(world);
  await openShops(world);
  const { scheduler, violations } = world;
  for (const step of plan.steps) {
    if ("do" in step) scheduler.at(START_AT + step.at, () => clients.send(step));
    else if (!isWeather(step)) incidents.schedule(step, START_AT);
  }
  const lastFaultAt = START_AT + Math.max(0, ...plan.steps.map(endOf)) + ECHO_MS;
  const hasRestore = plan.steps.some((step) => "fault" in step && step.fault === "d1_restore");
  const quietAt = lastFaultAt + HOUR + (hasRestore ? RECOVERY_MS : 0);
  const emptyAt = quietAt + RECOVERY_MS + 2 * HOUR;
  sweepWhileNeeded(world, [
    ...plan.steps.flatMap((step) => [START_AT + step.at, START_AT + endOf(step)]),
    quietAt,
    emptyAt,
  ]);
  try {
    await scheduler.runUntil(lastFaultAt);
    incidents.disarm();
    await scheduler.runUntil(quietAt);
    violations.push(...(await checkRecords(world)), ...checkDeliveries(world));
    // A day later the objects are empty, and D1 alone must know the same.
    await scheduler.runUntil(emptyAt);
    for (const host of world.objects.hosts.values()) {
      if (host.contents.now.values.size > 0) violations.push(`object ${host.name.slice(-6)} is not empty`);
    }
    clients.readAll();
    await scheduler.runUntil(scheduler.now + MINUTE);
    violations.push(...(await checkRecords(world)), ...checkDeliveries(world));
    violations.push(...checkResponses(clients.history, incidents.vanishedAt));
  } catch (error) {
    violations.push(`the run failed: ${error instanceof Error ? error.stack : error}`);
  }
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
 * Every minute while something happens and before each check, else now and then: what is overdue is found whenever the
 * sweep comes, and sweeping is most of a run's work.
 */
function sweepWhileNeeded(world: World, times: readonly number[]): void {
  const inOrder = [...times].sort((left, right) => left - right);
  const next = () => {
    world.sweep();
    const { now } = world.scheduler;
    const idleMs = now - (inOrder.findLast((time) => time <= now) ?? START_AT);
    const nextTime = (inOrder.find((time) => time > now) ?? Number.POSITIVE_INFINITY) - 3 * MINUTE;
    const waitMs = idleMs < 4 * MINUTE ? MINUTE : idleMs < HOUR ? 20 * MINUTE : 8 * HOUR;
    world.scheduler.after(Math.max(MINUTE, Math.min(waitMs, nextTime - now)), next);
  };
  world.scheduler.after(MINUTE, next);
}
