import type { SweepSteps } from "#core/part.ts";
import { sweepFloat, sweepMovementAlerts, sweepMovements } from "./services/sweep-movements.ts";

export const homeSweep = {
  movements: sweepMovements,
  movement_alerts: sweepMovementAlerts,
  float_check: sweepFloat,
} satisfies SweepSteps;

export const sweepPositions = { movements: "work", expired_movements: "work", float_check: "note" } as const;

declare global {
  interface PartSweepPositions extends Record<keyof typeof sweepPositions, true> {}
}
