// Sandbox only: funded wallets and simulated payers.

import type { IntentCommand, IntentRefusal } from "#core/domain/payment-intents/commands.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import type { SimulatedAction } from "#core/domain/simulation.ts";
import { uuidOf } from "#core/lib/derived-uuid.ts";
import type { MerchantActor } from "#core/services/actor.ts";
import { findPaymentIntent } from "#core/services/payment-intents/payment-intents.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { openCustomerSession } from "#core/services/sessions/customer-sessions.ts";
import type { Opened } from "#core/services/sessions/sessions.ts";
import { issueScanToken } from "#core/services/wallet/scan-token.ts";
import { insertGrant } from "#sandbox/db/grants.ts";
import { isWalletOwner, listWalletEvents, recordWalletOwner } from "#sandbox/db/wallets.ts";
import type { SandboxDependencies } from "./dependencies.ts";
import { UNUSED_MAX_MS } from "./unused-wallets.ts";

export interface SandboxWallet {
  walletId: string;
  scanToken: string;
  clientId: string;
  clientSecret: string;
}

export async function createSandboxWallet(
  deps: SandboxDependencies,
  /** It is null for an administrator. */
  merchantId: string | null,
  input: { currency: string; balanceMinor: number },
): Promise<SandboxWallet> {
  const walletId = crypto.randomUUID();
  const clientId = `wallet-${walletId}`;
  if (merchantId !== null) await recordWalletOwner(deps.db, walletId, merchantId);
  await ledgerOf(deps).openAccount(walletId, input.currency, input.balanceMinor);
  const clientSecret = await deps.identityProvider.createClient({
    clientId,
    claims: { wallet_id: walletId },
    roles: ["customer"],
  });
  const { acceptsWalletIds } = deps.config;
  const scanToken = acceptsWalletIds ? walletId : (await issueScanToken(deps, walletId)).token;
  return { walletId, scanToken, clientId, clientSecret };
}

/** A funded wallet, to which a browser is signed in as if by a customer; no provider knows of it. */
export async function openWalletSession(
  deps: SandboxDependencies,
  input: { currency: string; balanceMinor: number },
  device: string | null,
): Promise<Result<Opened<CustomerSession>, Refusal>> {
  if (deps.sandboxLedger === null) return err("no_embedded_ledger");
  const walletId = crypto.randomUUID();
  const createdAt = deps.clock();
  await insertGrant(deps.db, { ...input, walletId, createdAt, dueAt: createdAt + UNUSED_MAX_MS });
  return ok(await openCustomerSession(deps, { walletId, isClaimed: false, label: "", device }, null));
}

/** The bus events that the wallet was sent, newest first, as CloudEvents in JSON text. */
export async function listEventsOfWallet({ db }: SandboxDependencies, walletId: string): Promise<string[]> {
  return await listWalletEvents(db, walletId);
}

/**
 * Plays the customer for the merchant that owns the intent. A wallet that another merchant made may be the target of an
 * intent, since its id is known to everyone it has paid; only its own customer decides there.
 */
export async function simulate(
  deps: SandboxDependencies,
  caller: MerchantActor,
  intentId: string,
  action: SimulatedAction,
): Promise<Result<PaymentIntent, IntentRefusal | Refusal>> {
  const intent = await findPaymentIntent(deps, caller.merchantId, intentId);
  if (intent === null) return err("not_found");
  const command = await commandFor(deps, intent, action);
  return command.ok ? await deps.intents.execute(intentId, command.value, caller.actor) : command;
}

async function commandFor(
  deps: SandboxDependencies,
  intent: PaymentIntent,
  action: SimulatedAction,
): Promise<Result<IntentCommand, Refusal>> {
  const { merchantId, targetWalletId: walletId } = intent;
  switch (action) {
    case "expire":
      return ok({ type: "simulate_expiry", merchantId });
    case "pay":
      return ok({ type: "confirm", walletId: await sandboxPayer(deps, intent) });
    case "approve":
    case "reject": {
      if (walletId === null) return err("not_awaiting_approval");
      const isOwn = await isWalletOwner(deps.db, walletId, merchantId);
      return isOwn ? ok({ type: action, walletId }) : err("foreign_wallet");
    }
  }
}

/** The sandbox's own payer for an intent, funded with its exact amount. The wallet id is derived from the intent's. */
async function sandboxPayer(deps: SandboxDependencies, intent: PaymentIntent): Promise<string> {
  const walletId = await uuidOf(`sandbox payer ${intent.id}`);
  await ledgerOf(deps).openAccount(walletId, intent.currency, intent.amountMinor);
  return walletId;
}

function ledgerOf({ sandboxLedger }: SandboxDependencies) {
  if (sandboxLedger === null) throw new Error("sandbox wallets need the sandbox's embedded ledger");
  return sandboxLedger;
}
