import type { SweepSteps } from "#core/part.ts";
import { sweepClerks } from "./services/shifts.ts";
import { sweepFloat, sweepMovementAlerts, sweepMovements } from "./services/sweep-movements.ts";

export const homeSweep = {
  movements: sweepMovements,
  movement_alerts: sweepMovementAlerts,
  float_check: sweepFloat,
  desk_clerks: sweepClerks,
} satisfies SweepSteps;

export const sweepPositions = {
  movements: "work",
  expired_movements: "work",
  float_check: "note",
  desk_clerks: "note",
} as const;

declare global {
  interface PartSweepPositions extends Record<keyof typeof sweepPositions, true> {}
}
