// Everything that can go wrong. Each fault is one item of a plan, so that shrinking can leave it out.

import type { Random } from "../support/random.ts";
import type { Scheduler } from "./platform/scheduler.ts";

/** While it lasts, an effect is hit with the fault's chance. */
export const WEATHER = [
  "d1_fails",
  "d1_loses_replies",
  "d1_is_slow",
  "d1_outage",
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
  "reports_early",
  "queue_fails",
  "queue_loses_replies",
  "queue_delivers_twice",
  "queue_delivers_late",
  "queue_outage",
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
] as const;
export type Incident = (typeof INCIDENTS)[number];

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
    const known = this.#byKind.get(kind);
    if (known === undefined) return false;
    const now = this.#scheduler.now - this.#startAt;
    const active = known.faults.find(({ at, forMs }) => at <= now && now < at + forMs);
    if (active === undefined || !known.random.chance(active.chance)) return false;
    this.count(kind);
    return true;
  }

  count(kind: FaultKind): void {
    this.exercised.set(kind, (this.exercised.get(kind) ?? 0) + 1);
  }
}
