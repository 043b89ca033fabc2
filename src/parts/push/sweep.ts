export const sweepPositions = { dropped_pushes: "note" } as const;

declare global {
  interface PartSweepPositions extends Record<keyof typeof sweepPositions, true> {}
}
