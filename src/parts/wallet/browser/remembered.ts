// What the wallet still knows after a reload, or offline.
import { memoryOf } from "#pages/browser/kit/memory.ts";
import type { Balance, Session } from "./api.ts";

interface Remembered {
  language: string;
  session: Session;
  /** Whose wallet this browser's push subscription was saved for last, and when, in epoch milliseconds. */
  pushed: { walletId: string; at: number };
  /** `at`: epoch milliseconds at which they were read. */
  balances: { read: Balance[]; at: number };
}

export const { recall, remember } = memoryOf<Remembered>("wallet");

/** Nothing of one customer is left for the next. */
export function forgetCustomer(): void {
  for (const name of ["session", "pushed", "balances"] as const) remember(name, null);
}
