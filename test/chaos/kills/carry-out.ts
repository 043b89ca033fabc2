// Kills the service as planned and starts it again, while clients use it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../service.ts";
import { seconds } from "../table.ts";
import type { Load } from "./load.ts";
import type { PlannedKill } from "./plan.ts";

/** The service is up before and afterwards. */
export async function carryOut(plan: readonly PlannedKill[], service: Service, load: Load): Promise<void> {
  load.resume();
  for (const [index, kill] of plan.entries()) {
    if (kill.moment === "at start-up") await killAtStartUp(service, kill.afterMs);
    else await killWhileUp(service, load, kill);
    const startedAt = Date.now();
    const isStartedNext = plan[index + 1]?.moment === "at start-up";
    if (!isStartedNext) await service.start();
    const restart = isStartedNext
      ? "the next one hits its start"
      : `up again after ${seconds(Date.now() - startedAt)}`;
    console.log(`  kill ${index + 1} of ${plan.length}, ${kill.moment}: ${restart}`);
  }
}

async function killWhileUp(service: Service, load: Load, { moment, afterMs }: PlannedKill): Promise<void> {
  if (moment === "in a quiet moment") load.pause();
  await sleep(afterMs);
  await service.kill();
  load.resume();
}

async function killAtStartUp(service: Service, afterMs: number): Promise<void> {
  const start = service.start().catch(() => "killed");
  await sleep(afterMs);
  await service.kill();
  await start;
}
