// While clocks differ, each actor's has an error of its own, which begins and ends with a step.
import { createHash } from "node:crypto";
import type { Faults } from "../faults.ts";
import { runningActor } from "./actor.ts";
import type { Scheduler } from "./scheduler.ts";

/** How far one clock may be off: two differ by at most twice as much. */
export const CLOCK_ERROR_MS_MAX = 29_000;

export class Clocks {
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;
  readonly #errors = new Map<string, number>();

  constructor(scheduler: Scheduler, faults: Faults) {
    this.#scheduler = scheduler;
    this.#faults = faults;
  }

  /** The time that the running code sees. */
  get now(): number {
    const fault = this.#faults.current("clocks_differ");
    const actor = fault === undefined ? null : runningActor();
    if (fault === undefined || actor === null) return this.#scheduler.now;
    return this.#scheduler.now + Math.round(this.#errorOf(`${fault.at} ${actor.name}`) * fault.chance);
  }

  #errorOf(name: string): number {
    const known = this.#errors.get(name);
    if (known !== undefined) return known;
    this.#faults.count("clocks_differ");
    const share = createHash("sha256").update(name).digest().readUInt32LE() / 2 ** 32;
    const error = (2 * share - 1) * CLOCK_ERROR_MS_MAX;
    this.#errors.set(name, error);
    return error;
  }
}
