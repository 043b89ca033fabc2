export const SIDES = ["service", "baseline"] as const;
export type Side = (typeof SIDES)[number];

/** One side in one round. */
export interface Sample {
  responses: number;
  perSecond: number;
  /** In milliseconds; empty where nobody waits for a response. */
  latencies: ArrayLike<number> & Iterable<number>;
  elapsedMs: number;
  /** Processor time of workerd, with what follows the responses; null where the system does not say. */
  cpuMs: number | null;
  /** Share of the time in which the load generator had work to do. */
  generatorBusy: number;
}

export type Round = Record<Side, Sample>;
