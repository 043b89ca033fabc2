// The part of a plan that is about cells: when they begin, what then fails of them, and merchants that are suspended.
import { Random } from "../support/random.ts";
import { CELL_WEATHER } from "./faults.ts";
import { type CellsPlan, inOrder, MERCHANTS, type Plan, type Step } from "./plan.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** A third of all plans. */
const HAVE_CELLS = 1 / 3;
/** From when the processes are told until no object or request is left that does not know it. */
const ROLLOUT_MS = 4 * MINUTE;
/** The share of runs with cells in which one is restored. A restore makes many checks impossible. */
const CELLS_RESTORED = 0.2;
const FIRST_SLOT = 100;
const ROLLBACK_SLOT = 900;
/** All merchants of a run have it. */
const SLOT = "00000";

/** The plan itself, or one with cells, as its seed decides. */
export function withCells(plan: Plan): Plan {
  const random = new Random(`cells ${plan.seed}`);
  if (!random.chance(HAVE_CELLS)) return plan;
  const cells = cellsFor(random, plan.steps);
  const beginnings = cells.settings.map(({ since }) => since ?? 0);
  const steps = [...plan.steps, ...beginnings.flatMap((at) => repeatedCreations(random, at, plan.steps))];
  steps.push(...suspensionAtFirstUse(random, beginnings[0] ?? 0, plan.steps));
  steps.push(...creationsAroundRollback(random.fork("around rollback"), cells));
  for (let episode = random.integer(1, 3); episode > 0; episode--) {
    const around = random.chance(0.7) ? beginnings : plan.steps.map(({ at }) => at);
    const at = Math.max(0, random.pick(around) + random.integer(-5, 10) * SECOND);
    const merchant = random.pick(plan.steps.flatMap((step) => ("input" in step ? [step.merchant] : [])));
    steps.push(...suspension(random, at, { merchant, firstSlot: FIRST_SLOT * episode }));
  }
  if (random.chance(CELLS_RESTORED)) {
    const at = (beginnings.at(-1) ?? 0) + random.integer(MINUTE, 8 * MINUTE);
    steps.push({ at, fault: "cell_restore", amount: random.integer(SECOND, 2 * MINUTE) });
  }
  return { ...plan, cells, steps: inOrder(steps) };
}

function cellsFor(random: Random, steps: readonly Step[]): CellsPlan {
  const around = Math.floor(random.pick(steps).at / SECOND) + random.integer(-10, 30);
  const beginsAt = Math.max(5, around) * SECOND;
  const growsAt = beginsAt + random.integer(1, 120) * SECOND;
  const begin = { digits: 1, since: random.chance(0.4) ? null : beginsAt };
  const spread = { digits: 6, since: growsAt, slot: SLOT };
  const grow = random.chance(0.3) ? spread : { digits: 3, since: growsAt };
  const settings = random.chance(0.4) ? [begin, grow] : [begin];
  const isDeployedLater = begin.since !== null && random.chance(0.5);
  const deployedAt = isDeployedLater ? Math.max(0, beginsAt - ROLLOUT_MS) : 0;
  const rollback = random.fork("rollback");
  if (!isDeployedLater || rollback.chance(0.6)) return { settings, deployedAt, rolledBack: null };
  // Home knows the entries by then.
  const at = Math.max(SECOND, beginsAt + rollback.integer(-30, 60) * SECOND);
  return { settings, deployedAt, rolledBack: { at, until: at + rollback.integer(5, 90) * SECOND } };
}

/** What a process that begins now is configured with. Only a host like this may have cells. */
export function cellsVariables(
  { settings, deployedAt, rolledBack }: CellsPlan,
  startAt: number,
  now: number,
) {
  const sinceOf = (at: number) => `@${new Date(startAt + at).toISOString().slice(0, 19)}Z`;
  const entries = settings.map(
    ({ digits, since, slot }) =>
      `${digits}${since === null ? "" : sinceOf(since)}${slot === undefined ? "" : `/${slot}`}`,
  );
  const after = now - startAt;
  const isRolledBack = rolledBack !== null && after >= rolledBack.at && after < rolledBack.until;
  return {
    PUBLIC_URL: "https://payments.test",
    CELLS: after < deployedAt || isRolledBack ? "" : entries.join(),
  };
}

/** Around the time when their key leads elsewhere. */
function repeatedCreations(random: Random, beginsAt: number, others: readonly Step[]): Step[] {
  return others.flatMap((step) => {
    if (!("do" in step) || step.do !== "create" || step.input.key === null || step.at > beginsAt) return [];
    const at = beginsAt + random.pick([-10, 10, 100, SECOND, MINUTE]);
    return [{ at: Math.max(at, step.at), do: "create_again", slot: step.slot, isChanged: false } as const];
  });
}

/** Each key is new under one setting, and comes again under both. */
function creationsAroundRollback(random: Random, { settings, rolledBack }: CellsPlan): Step[] {
  if (rolledBack === null) return [];
  const { at, until } = rolledBack;
  const beginsAt = settings[0]?.since ?? 0;
  return [beginsAt + 500, at - SECOND, at + 10, until - SECOND].flatMap((first, index): Step[] => {
    const slot = ROLLBACK_SLOT + index;
    const input = { minor: 100, currency: "USD", expiresInSeconds: 300, key: `key-${slot}` };
    const merchant = random.integer(0, MERCHANTS - 1);
    const again = [beginsAt + 2 * SECOND, at + SECOND, until + random.pick([10, SECOND]), until + MINUTE];
    return [
      { at: first, do: "create", slot, merchant, hasCounter: false, hasCallback: false, input },
      ...again
        .filter((next) => next > first)
        .map((next) => ({ at: next, do: "create_again", slot, isChanged: false }) as const),
    ];
  });
}

/** While the cell gets its first copy of the account, slowly. */
function suspensionAtFirstUse(random: Random, beginsAt: number, others: readonly Step[]): Step[] {
  const first = others.find((step) => "input" in step && step.do === "create" && step.at > beginsAt);
  if (first === undefined || !("input" in first)) return [];
  const at = first.at + random.integer(0, 300);
  const slow = { at: first.at, fault: "d1_is_slow", forMs: 10 * SECOND, chance: 0.6 } as const;
  return [slow, ...suspension(random, at, { merchant: first.merchant, firstSlot: FIRST_SLOT / 2 })];
}

/** And its end, and payments meanwhile, while cells fail. */
function suspension(random: Random, at: number, slots: { merchant: number; firstSlot: number }): Step[] {
  const { merchant, firstSlot } = slots;
  const steps: Step[] = [{ at, do: "suspend", merchant }];
  if (random.chance(0.75))
    steps.push({ at: at + random.pick([10, 60, 300]) * SECOND, do: "reinstate", merchant });
  if (random.chance(0.6)) {
    const againMs = random.pick([50, SECOND, 3 * SECOND]);
    steps.push({ at: at + againMs, do: "reinstate", merchant });
    steps.push({ at: at + 2 * againMs, do: "suspend", merchant });
  }
  for (let slot = firstSlot; slot < firstSlot + 4; slot++) {
    const createdAt = at + random.pick([-10, 0, 0, 0, 1, 10, 40]) * SECOND + random.integer(-300, 300);
    steps.push(...payment(random, Math.max(0, createdAt), slot, merchant));
  }
  for (let count = random.integer(1, 3); count > 0; count--) {
    const slow = ["cell_is_slow", "d1_is_slow", "d1_is_slow"] as const;
    const fault = random.pick([...CELL_WEATHER, ...slow, "alarm_lost"] as const);
    const forMs = random.integer(2, 120) * SECOND;
    const from = at + random.integer(-2, 5) * SECOND;
    steps.push({ at: from, fault, forMs, chance: random.pick([0.3, 0.6, 1]) });
  }
  const fault = random.pick(["object_crash", "objects_evicted"] as const);
  return random.chance(0.3) ? [...steps, { at, fault, amount: random.integer(0, 20) }] : steps;
}

function payment(random: Random, at: number, slot: number, merchant: number): Step[] {
  const key = random.chance(0.5) ? `key-${slot}` : null;
  const input = { minor: random.integer(1, 10) * 100, currency: "USD", expiresInSeconds: 300, key };
  const confirmedAt = at + random.pick([200, 2 * SECOND, 20 * SECOND, MINUTE]);
  const againAt = at + random.pick([0, 30, 5 * SECOND, MINUTE]);
  return [
    { at, do: "create", slot, merchant, hasCounter: random.chance(0.4), hasCallback: false, input },
    { at: againAt, do: "create_again", slot, isChanged: false },
    { at: confirmedAt, do: "confirm", slot, wallet: random.pick([0, 3]) },
    { at: confirmedAt + random.integer(0, 30) * SECOND, do: "confirm", slot, wallet: 3 },
  ];
}
