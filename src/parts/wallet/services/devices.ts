// Where a customer is signed in to the wallet: each session is a browser's.

import { err, ok, type Result } from "#core/domain/result.ts";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { endSession } from "#core/services/sessions/sessions.ts";
import { tryToTellWallet } from "#core/services/wallet/live-wallet.ts";

/** Lists the last used first. */
export async function listDevices(deps: Dependencies, walletId: string): Promise<CustomerSession[]> {
  return await deps.customerSessions.list(walletId, deps.clock());
}

/** At the provider too. Returns those that are left. */
export async function signOutDevice(
  deps: Dependencies,
  walletId: string,
  id: string,
): Promise<Result<CustomerSession[], "session_not_found">> {
  const devices = await listDevices(deps, walletId);
  const device = devices.find((session) => session.id === id);
  if (device === undefined) return err("session_not_found");
  await endSession(deps, "customer", device);
  // A socket that is told anything closes once its session is over, and its page asks to sign in.
  await tryToTellWallet(deps, walletId, { type: "balance_changed", intentId: null });
  return ok(devices.filter((session) => session !== device));
}
