// Kills the service as planned and starts it again, while clients use it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Receiver } from "../receiver.ts";
import type { Service } from "../service.ts";
import { seconds } from "../table.ts";
import type { Growth } from "./growth.ts";
import type { Load } from "./load.ts";
import type { PlannedKill, Trouble } from "./plan.ts";

/** Too short for any address to fail so often that it becomes degraded. */
const PORTS_CLOSED_MS = 2_000;

const NO_FAULTS = { clockErrorMs: 0, d1SlowMsMax: 0, ledgerSlowMsMax: 0 };
/** Half of a request's ways take longer than the service waits. */
const SLOW_MS_MAX = 7_000;
const CLOCK_ERROR_MS = 25_000;
const FAULTS: Record<Trouble, Partial<typeof NO_FAULTS>> = {
  "D1 is slow": { d1SlowMsMax: SLOW_MS_MAX },
  "the ledger is slow": { ledgerSlowMsMax: SLOW_MS_MAX },
  "the clock is ahead": { clockErrorMs: CLOCK_ERROR_MS },
  "the clock is behind": { clockErrorMs: -CLOCK_ERROR_MS },
};
/** The share of the time until the kill in which nothing is slow. */
const HEALTHY_SHARE = 0.3;

/** The service is up before and afterwards. Half-way, the ports of all receivers are closed for a while. */
export async function carryOut(
  plan: readonly PlannedKill[],
  service: Service,
  load: Load,
  receivers: readonly Receiver[],
  growth: Growth,
): Promise<void> {
  const isHalfWay = ({ moment }: PlannedKill, index: number) =>
    moment === "under load" && index >= plan.length / 2;
  const closing = plan.findIndex(isHalfWay);
  let switchAt = 0;
  let startMs = 0;
  load.resume();
  for (const [index, kill] of plan.entries()) {
    if (kill.moment === "at start-up") await killAtStartUp(service, kill.afterMs);
    else {
      const closed = index === closing ? closeForAWhile(receivers) : null;
      await killWhileUp(service, load, kill, switchAt);
      await closed;
    }
    if (kill.digits !== undefined) switchAt = growth.plan(kill.digits, startMs);
    const startedAt = Date.now();
    const isStartedNext = plan[index + 1]?.moment === "at start-up";
    if (!isStartedNext) await service.start();
    startMs = Date.now() - startedAt;
    const restart = isStartedNext ? "the next one hits its start" : `up again after ${seconds(startMs)}`;
    const what = [kill.victim, kill.moment, kill.trouble].filter(Boolean).join(", ");
    console.log(`  kill ${index + 1} of ${plan.length}, ${what}: ${restart}`);
  }
  await service.setFaults(NO_FAULTS);
}

async function killWhileUp(
  service: Service,
  load: Load,
  { moment, afterMs, victim, trouble }: PlannedKill,
  switchAt: number,
): Promise<void> {
  if (moment === "in a quiet moment") load.pause();
  const isAroundSwitch = moment.endsWith("a switch");
  const waitMs = isAroundSwitch ? Math.max(0, switchAt + afterMs - Date.now()) : afterMs;
  await sleep(waitMs * HEALTHY_SHARE);
  await service.setFaults({ ...NO_FAULTS, ...(trouble !== null && FAULTS[trouble]) });
  await sleep(waitMs * (1 - HEALTHY_SHARE));
  await service.kill(victim);
  load.resume();
}

async function closeForAWhile(receivers: readonly Receiver[]): Promise<void> {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await sleep(PORTS_CLOSED_MS);
  await Promise.all(receivers.map((receiver) => receiver.open()));
}

async function killAtStartUp(service: Service, afterMs: number): Promise<void> {
  const start = service.start().catch(() => "killed");
  await sleep(afterMs);
  await service.kill("both");
  await start;
}
