// When the service is killed: mostly under load, and also while it starts and while nobody uses it.
import type { Random } from "../../support/random.ts";
import type { Victim } from "../service.ts";

type SwitchMoment = "just before a switch" | "at a switch" | "after a switch";

/** What goes wrong for some seconds before a kill, until it. Clocks differ by less than the minute that all allow for. */
export type Trouble = "D1 is slow" | "the ledger is slow" | "the clock is ahead" | "the clock is behind";

export interface PlannedKill {
  victim: Victim;
  trouble: Trouble | null;
  moment: "under load" | "at start-up" | "in a quiet moment" | SwitchMoment;
  /** From the moment the service is up; at start-up, from when it was started; around a switch, from that. */
  afterMs: number;
  /** The service starts with a setting of CELLS that names cells by so many digits from the next switch on. */
  digits?: number;
}

const UNDER_LOAD = 20;
const AT_START_UP = 2;
const IN_QUIET_MOMENTS = 2;
/** Cells that are named by so many digits, the last ones the busiest shop's alone, and when the service is killed around the switch to them. */
const SWITCHES: [number, SwitchMoment][] = [
  [1, "just before a switch"],
  [2, "at a switch"],
  [3, "after a switch"],
  [6, "at a switch"],
];
const VICTIMS: Victim[] = ["both", "service", "ledger"];
const TROUBLES: Trouble[] = ["D1 is slow", "the ledger is slow", "the clock is ahead", "the clock is behind"];
const SPANS_MS: Record<PlannedKill["moment"], [number, number]> = {
  "under load": [1_500, 6_000],
  "at start-up": [200, 4_000],
  "in a quiet moment": [1_000, 4_000],
  "just before a switch": [-1_500, -100],
  "at a switch": [-50, 50],
  "after a switch": [100, 3_000],
};

/** Four kills among those under load, in random order. The first has nothing to start up from. Each trouble comes before each victim. */
export function planKills(random: Random): PlannedKill[] {
  const plan = Array.from({ length: UNDER_LOAD }, (_, index) => ({
    ...plannedKill("under load", random),
    victim: VICTIMS[index % VICTIMS.length] ?? "both",
    trouble: TROUBLES[index % TROUBLES.length] ?? null,
  }));
  const others = [
    ...Array.from({ length: AT_START_UP }, () => plannedKill("at start-up", random)),
    ...Array.from({ length: IN_QUIET_MOMENTS }, () => plannedKill("in a quiet moment", random)),
  ];
  for (const kill of others) plan.splice(random.integer(1, plan.length), 0, kill);
  return plan;
}

/** Before each switch a kill under load and then one around it; and some others. The first tells how long starts take. */
export function planGrowth(random: Random): PlannedKill[] {
  const growth = SWITCHES.flatMap(([digits, moment]) => [
    { ...plannedKill("under load", random), digits },
    plannedKill(moment, random),
  ]);
  const others = (["under load", "at start-up", "in a quiet moment", "under load"] as const).map((moment) =>
    plannedKill(moment, random),
  );
  return [plannedKill("under load", random), ...growth, ...others];
}

function plannedKill(moment: PlannedKill["moment"], random: Random): PlannedKill {
  const [least, most] = SPANS_MS[moment];
  return { moment, victim: "both", trouble: null, afterMs: random.integer(least, most) };
}
