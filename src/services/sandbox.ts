// What only a sandbox has: wallets with money in them, and payers that do as they are told.
import { derivedUuid } from "../crypto/derived-uuid.ts";
import type { IntentCommand, IntentRefusal } from "../domain/commands.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { SandboxLedger } from "../domain/ports.ts";
import { err, type Result } from "../domain/result.ts";
import type { MerchantCaller, Services } from "./context.ts";
import { findPaymentIntent } from "./payment-intents.ts";
import type { Refusal } from "./refusal.ts";

export const SIMULATED_ACTIONS = ["pay", "approve", "reject", "expire"] as const;
export type SimulatedAction = (typeof SIMULATED_ACTIONS)[number];

export interface SandboxWallet {
  walletId: string;
  clientId: string;
  clientSecret: string;
}

/** A funded wallet, with client credentials for the wallet API. */
export async function createSandboxWallet(
  services: Services,
  input: { currency: string; balanceMinor: number },
): Promise<SandboxWallet> {
  const walletId = crypto.randomUUID();
  const clientId = `wallet-${walletId}`;
  await sandboxLedger(services).openAccount(walletId, input.currency, input.balanceMinor);
  const clientSecret = await services.identityProvider.createClient({
    clientId,
    claims: { wallet_id: walletId },
    roles: ["customer"],
  });
  return { walletId, clientId, clientSecret };
}

/** Plays the customer for the merchant that owns the intent. */
export async function simulate(
  services: Services,
  caller: MerchantCaller,
  intentId: string,
  action: SimulatedAction,
): Promise<Result<PaymentIntent, IntentRefusal | Refusal>> {
  const intent = await findPaymentIntent(services, caller.merchantId, intentId);
  if (intent === null) return err("not_found");
  const command = await commandFor(services, intent, action);
  return command === null
    ? err("not_awaiting_approval")
    : await services.intents.execute(intentId, command, caller.cause);
}

/** Null when there is no customer whose approval was asked for. */
async function commandFor(
  services: Services,
  intent: PaymentIntent,
  action: SimulatedAction,
): Promise<IntentCommand | null> {
  switch (action) {
    case "expire":
      return { type: "simulate_expiry", merchantId: intent.merchantId };
    case "pay":
      return { type: "confirm", walletId: await housePayer(services, intent) };
    case "approve":
    case "reject":
      return intent.targetWalletId === null ? null : { type: action, walletId: intent.targetWalletId };
  }
}

/** The sandbox's own payer for an intent, with just enough money; its id follows from the intent's. */
async function housePayer(services: Services, intent: PaymentIntent): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`sandbox payer ${intent.id}`),
  );
  const walletId = derivedUuid(new Uint8Array(digest));
  await sandboxLedger(services).openAccount(walletId, intent.currency, intent.amountMinor);
  return walletId;
}

function sandboxLedger(services: Services): SandboxLedger {
  if (services.sandboxLedger === null) throw new Error("sandbox wallets need the embedded ledger");
  return services.sandboxLedger;
}
