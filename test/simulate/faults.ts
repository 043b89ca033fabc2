// Everything that can go wrong. Each fault is one item of a plan, so that shrinking can leave it out.

import type { Random } from "../support/random.ts";
import type { Scheduler } from "./platform/scheduler.ts";

/** While it lasts, an effect is hit with the fault's chance. */
export const WEATHER = [
  "d1_fails",
  "d1_loses_replies",
  "d1_is_slow",
  "d1_outage",
  "d1_fails_for_one",
  "ledger_fails",
  "ledger_loses_replies",
  "ledger_is_slow",
  "ledger_errors",
  "ledger_outage",
  "ledger_settles_later",
  "ledger_declines_later",
  "reports_lost",
  "reports_twice",
  "reports_late",
  "books_fail",
  "books_lose_replies",
  "queue_fails",
  "queue_loses_replies",
  "queue_delivers_twice",
  "queue_delivers_late",
  "queue_outage",
  "consumer_dies",
  "receiver_fails",
  "receiver_loses_replies",
  "receiver_is_slow",
  "receiver_throttles",
  "receiver_redirects",
  "receivers_outage",
  "identity_provider_outage",
  "rpc_fails",
  "rpc_loses_replies",
  "alarm_late",
  "alarm_lost",
  "alarm_twice",
  "storage_fails",
  "sweep_missed",
  "sweep_twice",
  "clocks_differ",
] as const;
/** Only plans with cells have these. */
export const CELL_WEATHER = ["cell_fails", "cell_loses_replies", "cell_is_slow", "cell_outage"] as const;
export type Weather = (typeof WEATHER | typeof CELL_WEATHER)[number];

/** What happens once. */
export const INCIDENTS = [
  "object_crash",
  "worker_crash",
  "process_crash",
  "process_crash_with_queue",
  "objects_evicted",
  "deploy",
  "d1_restore",
  "receiver_dies",
  "ledger_crash",
] as const;
/** Only plans with cells have it. */
export const CELL_INCIDENTS = ["cell_restore"] as const;
export type Incident = (typeof INCIDENTS | typeof CELL_INCIDENTS)[number];

export interface WeatherFault {
  fault: Weather;
  /** Milliseconds since the start of the run. */
  at: number;
  forMs: number;
  chance: number;
}

export interface IncidentFault {
  fault: Incident;
  at: number;
  /** For a crash, the effect after `at` at which it strikes, 0 for `at` itself. For a restore, how far it goes back, in ms. */
  amount: number;
}

export type Fault = WeatherFault | IncidentFault;
export type FaultKind = Weather | Incident;

export function isWeather(fault: Fault): fault is WeatherFault {
  return "chance" in fault;
}

/** Decides, effect by effect, what goes wrong, and counts what did. */
export class Faults {
  readonly exercised = new Map<FaultKind, number>();
  readonly #scheduler: Scheduler;
  readonly #startAt: number;
  readonly #victims = new Map<WeatherFault, string>();
  readonly #byKind = new Map<Weather, { faults: WeatherFault[]; random: Random }>();

  constructor(faults: readonly Fault[], scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#startAt = scheduler.now;
    for (const fault of faults) {
      if (!isWeather(fault)) continue;
      const known = this.#byKind.get(fault.fault);
      if (known === undefined)
        this.#byKind.set(fault.fault, { faults: [fault], random: random.fork(fault.fault) });
      else known.faults.push(fault);
    }
  }

  /** Whether this kind of fault hits now. */
  strikes(kind: Weather): boolean {
    const active = this.current(kind);
    const hits = active !== undefined && this.#byKind.get(kind)?.random.chance(active.chance) === true;
    if (hits) this.count(kind);
    return hits;
  }

  /** While it lasts, it hits only whoever has come first. */
  strikesOne(kind: Weather, name: string): boolean {
    const active = this.current(kind);
    if (active === undefined) return false;
    const victim = this.#victims.get(active) ?? name;
    this.#victims.set(active, victim);
    return victim === name && this.strikes(kind);
  }

  /** The fault of this kind that lasts now. */
  current(kind: Weather): WeatherFault | undefined {
    const now = this.#scheduler.now - this.#startAt;
    return this.#byKind.get(kind)?.faults.find(({ at, forMs }) => at <= now && now < at + forMs);
  }

  count(kind: FaultKind): void {
    this.exercised.set(kind, (this.exercised.get(kind) ?? 0) + 1);
  }
}
