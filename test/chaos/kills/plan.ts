// When the service is killed: mostly under load, and also while it starts and while nobody uses it.
import type { Random } from "../../support/random.ts";

export interface PlannedKill {
  moment: "under load" | "at start-up" | "in a quiet moment";
  /** From the moment the service is up; at start-up, from when it was started. */
  afterMs: number;
}

const AT_START_UP = 2;
const IN_QUIET_MOMENTS = 2;
const SPANS_MS: Record<PlannedKill["moment"], [number, number]> = {
  "under load": [1_500, 6_000],
  "at start-up": [200, 4_000],
  "in a quiet moment": [1_000, 4_000],
};

/** So many kills under load and four others among them, in random order. The first has nothing to start up from. */
export function planKills(underLoad: number, random: Random): PlannedKill[] {
  const plan = Array.from({ length: underLoad }, () => plannedKill("under load", random));
  const others = [
    ...Array.from({ length: AT_START_UP }, () => plannedKill("at start-up", random)),
    ...Array.from({ length: IN_QUIET_MOMENTS }, () => plannedKill("in a quiet moment", random)),
  ];
  for (const kill of others) plan.splice(random.integer(1, plan.length), 0, kill);
  return plan;
}

function plannedKill(moment: PlannedKill["moment"], random: Random): PlannedKill {
  const [least, most] = SPANS_MS[moment];
  return { moment, afterMs: random.integer(least, most) };
}
