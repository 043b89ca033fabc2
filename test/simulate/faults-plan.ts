// The part of a plan that goes wrong: so that each fault strikes, it is there when something happens.
import type { Random } from "../support/random.ts";
import { type Fault, type FaultKind, INCIDENTS, type Incident, WEATHER } from "./faults.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long each of a run's two parts is. */
export const PART_MS = 5 * MINUTE;
/** The commands that what these faults strike follows. */
const STRIKE_AFTER: [faults: RegExp, commands: RegExp][] = [
  [/^identity/, /^(add_counter|suspend|reinstate)$/],
  [/^(ledger|reports|receiver)/, /^(confirm|approve|refund)$/],
];
/** What they strike does not often happen. */
const RARE =
  /^(ledger_settles|ledger_declines|reports|books|sweep|alarm|consumer_dies|receiver|identity|queue_delivers|d1_fails_for)/;
const WEIGHTED = WEATHER.flatMap((fault) => Array.from({ length: RARE.test(fault) ? 3 : 2 }, () => fault));
const BEFORE_MS_MAX = 20 * SECOND;

/** Soon before a command, most of the time. */
export function faultFor(random: Random, commands: readonly { at: number; do?: string }[]): Fault {
  const fault = random.chance(0.35) ? random.pick(INCIDENTS) : random.pick(WEIGHTED);
  const [, after = /./] = STRIKE_AFTER.find(([faults]) => faults.test(fault)) ?? [];
  const struck = commands.filter((command) => after.test(command.do ?? ""));
  const before = random.pick(struck.length > 0 ? struck : commands).at - random.integer(0, BEFORE_MS_MAX);
  const at = random.chance(0.8) ? Math.max(0, before) : random.integer(0, PART_MS);
  if (isOnce(fault)) return { at, fault, amount: amountOf(random, fault) };
  if (RARE.test(fault)) return { at, fault, forMs: 2 * PART_MS, chance: random.pick([0.6, 1]) };
  const isOutage = fault.endsWith("outage");
  const forMs = isOutage ? random.integer(10 * SECOND, 6 * MINUTE) : random.integer(20 * SECOND, 5 * MINUTE);
  return { at, fault, forMs, chance: isOutage ? 1 : random.pick([0.1, 0.3, 0.6, 1]) };
}

function isOnce(fault: FaultKind): fault is (typeof INCIDENTS)[number] {
  return INCIDENTS.some((each) => each === fault);
}

/** A transfer of several requests is the more interesting the more of them are late or lost. */
export function slowLedger(random: Random, starts: readonly number[]): Fault[] {
  return starts.flatMap((at) =>
    (["ledger_is_slow", "ledger_loses_replies", "ledger_fails"] as const).map((fault) => ({
      ...{ at, fault, forMs: PART_MS, chance: random.pick([0, 0.1, 0.3]) },
    })),
  );
}

function amountOf(random: Random, fault: Incident): number {
  switch (fault) {
    case "d1_restore":
      return random.integer(SECOND, 10 * MINUTE);
    case "receiver_dies":
      return random.integer(5 * MINUTE, 2 * HOUR);
    default:
      return random.chance(0.2) ? 0 : random.integer(1, 40);
  }
}
