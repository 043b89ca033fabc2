/** What the sandbox can do in place of the customer. */
export const SIMULATED_ACTIONS = ["pay", "approve", "reject", "expire"] as const;
export type SimulatedAction = (typeof SIMULATED_ACTIONS)[number];
