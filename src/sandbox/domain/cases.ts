// What can go wrong with one payment intent alone, named by the request that makes it.
import type { PlaygroundFault } from "./playground.ts";

export const CASE_HEADER = "Sandbox-Case";

/** What strikes later is one of the playground's faults, for this intent alone. */
const FAULT_OF = {
  insufficient_funds: "wallet_empty",
  ledger_slow: "ledger_slow",
  refund_refused: "refund_refused",
  endpoint_down: "endpoint_down",
  endpoint_slow: "endpoint_slow",
  endpoint_gone: "endpoint_gone",
} as const satisfies Record<string, PlaygroundFault>;

/** The others strike at once. The customer declines only what was scanned. */
const AT_ONCE = ["expire_now", "customer_declines"] as const;

export type SandboxCase = keyof typeof FAULT_OF | (typeof AT_ONCE)[number];
export const SANDBOX_CASES = [...Object.keys(FAULT_OF), ...AT_ONCE] as SandboxCase[];

/** The stored text is the fault where a case is one, else the case itself. */
export type IntentFault = PlaygroundFault | (typeof AT_ONCE)[number];

export function faultOf(name: SandboxCase): IntentFault {
  return name === "expire_now" || name === "customer_declines" ? name : FAULT_OF[name];
}
