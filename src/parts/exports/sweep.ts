import type { SweepSteps } from "#core/part.ts";
import { sweepErasures } from "./services/merchant-erasure.ts";

export const homeSweep = {
  erasures: (run) => sweepErasures(run, run.standInRecords),
} satisfies SweepSteps;

export const sweepPositions = { erasures: "work" } as const;

declare global {
  interface PartSweepPositions extends Record<keyof typeof sweepPositions, true> {}
}
