import type { SweepSteps } from "#core/part.ts";
import { sweepOperatorAlerts } from "./services/operator-alerts.ts";

export const shardSweep = { operator_alerts: sweepOperatorAlerts } satisfies SweepSteps;

export const sweepPositions = { failed_hosts: "work", alerted_hosts: "work" } as const;

declare global {
  interface PartSweepPositions extends Record<keyof typeof sweepPositions, true> {}
}
