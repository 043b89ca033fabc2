export const sweepPositions = { dropped_pushes: true } as const;

declare global {
  interface PartSweepPositions extends Record<keyof typeof sweepPositions, true> {}
}
