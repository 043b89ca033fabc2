/** What a sandbox can do in the customer's place. */
export const SIMULATED_ACTIONS = ["pay", "approve", "reject", "expire"] as const;
export type SimulatedAction = (typeof SIMULATED_ACTIONS)[number];
