// Sessions of customers in the wallet.
import { deleteOldCustomerSessions } from "../../db/sessions/customer-sessions.ts";
import type { CustomerSession } from "../../domain/customer-session.ts";
import type { SessionTokens } from "../../domain/session.ts";
import type { Dependencies } from "../dependencies.ts";
import type { SweepRun } from "../operations/resume-sweep.ts";
import { LIMITS } from "../operations/sweep-limits.ts";
import { newCookie } from "./sessions.ts";

export interface OpenedCustomerSession {
  /** For the cookie; only its hash is stored. */
  secret: string;
  session: CustomerSession;
}

/** `tokens`: null for a wallet of the sandbox. */
export async function openCustomerSession(
  deps: Dependencies,
  holder: Pick<CustomerSession, "walletId" | "isClaimed" | "label">,
  tokens: SessionTokens | null,
): Promise<OpenedCustomerSession> {
  const { secret, cookie } = await newCookie(deps, "customer", tokens);
  const session = { ...holder, ...cookie };
  await deps.customerSessions.insert(session);
  return { secret, session };
}

/** Customers have no merchant with whose rows theirs could be cleaned up. */
export async function sweepCustomerSessions({ db, clock }: SweepRun): Promise<void> {
  await deleteOldCustomerSessions(db, clock(), LIMITS.customerSessions);
}
