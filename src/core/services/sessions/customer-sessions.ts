import { deleteOldCustomerSessions } from "#core/db/sessions/customer-sessions.ts";
import { keepCustomerWallet } from "#core/db/wallet/customer-wallets.ts";
import type { SignedIn } from "#core/domain/ports/identity-provider.ts";
import type { ActorIdentity } from "#core/domain/sessions/actor-identity.ts";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import { SESSION_KINDS, type SessionTokens } from "#core/domain/sessions/session.ts";
import { derivedUuid } from "#core/lib/derived-uuid.ts";
import { hmacOf } from "#core/lib/hmac.ts";
import { keyedHash } from "#core/lib/keyed-hash.ts";
import { log } from "#core/lib/log.ts";
import { utf8 } from "#core/lib/utf8.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { SweepRun } from "#core/services/operations/resume-sweep.ts";
import { LIMITS } from "#core/services/operations/sweep-limits.ts";
import { newCookie, type Opened } from "./sessions.ts";

/** `tokens`: null for a wallet of the sandbox. */
export async function openCustomerSession(
  deps: Dependencies,
  holder: Pick<CustomerSession, "walletId" | "isClaimed" | "label"> & Partial<CustomerSession>,
  tokens: SessionTokens | null,
): Promise<Opened<CustomerSession>> {
  const { secret, cookie } = await newCookie(deps, SESSION_KINDS.customer, tokens);
  const session = { device: null, ...holder, ...cookie };
  await deps.customerSessions.insert(session);
  return { secret, session };
}

/**
 * Returns null for whoever is no customer; `stopped`: an administrator has stopped the wallet. The wallet is the one that the
 * provider names, which only an administrator can set there; a customer without one gets one from the service, always the same.
 */
export async function signInCustomer(
  deps: Dependencies,
  { subject, roles, walletId: claimed, issuedAt }: ActorIdentity,
  { email: label, ...tokens }: SignedIn,
  device: string | null,
): Promise<Opened<CustomerSession> | "stopped" | null> {
  if (!roles.includes("customer")) return null;
  const walletId = claimed ?? (await giveWallet(deps, subject));
  const isStopped = await deps.walletStops.isStoppedNow(walletId, issuedAt === null ? null : issuedAt * 1000);
  if (isStopped) return "stopped";
  return await openCustomerSession(deps, { walletId, isClaimed: claimed !== null, label, device }, tokens);
}

/** Derived from what identifies the customer: should the row be lost, the next sign-in makes the same wallet again. */
async function giveWallet(deps: Dependencies, subject: string): Promise<string> {
  const { config, db, ledger, tokens, clock } = deps;
  const { issuer } = tokens;
  const mac = await hmacOf(config.walletIdSecret, utf8(JSON.stringify([issuer, subject])));
  const wallet = { issuer, subject, walletId: derivedUuid(mac), createdAt: clock() };
  const walletId = await keepCustomerWallet(db, wallet);
  // Each sign-in tries until it works. Nothing else needs the account before there is money in it.
  await ledger.openWallet(walletId).catch(async (error: unknown) => {
    const wallet_hash = await keyedHash("wallets in the log", walletId, config.masterKeys);
    log("warn", "wallet_account_not_opened", { wallet_hash, error });
  });
  return walletId;
}

/** Customers have no merchant with whose rows theirs could be cleaned up. */
export async function sweepCustomerSessions({ db, clock }: SweepRun): Promise<void> {
  await deleteOldCustomerSessions(db, clock(), LIMITS.customerSessions);
}
