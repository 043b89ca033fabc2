import type { SweepSteps } from "#core/part.ts";
import { sweepFloat, sweepMovementAlerts, sweepMovements } from "./services/sweep-movements.ts";

export const homeSweep = {
  movements: sweepMovements,
  movement_alerts: sweepMovementAlerts,
  float_check: sweepFloat,
} satisfies SweepSteps;

export const sweepPositions = { movements: true, expired_movements: true, float_check: true } as const;

declare global {
  interface PartSweepPositions extends Record<keyof typeof sweepPositions, true> {}
}
