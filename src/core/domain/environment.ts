export const ENVIRONMENTS = ["sandbox", "live"] as const;
/** Whether money is real. */
export type Environment = (typeof ENVIRONMENTS)[number];
