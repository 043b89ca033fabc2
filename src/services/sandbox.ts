// What only a sandbox has: wallets with money in them, and payers that do as they are told.
import type { IntentCommand, IntentRefusal } from "../domain/commands.ts";
import type { PaymentIntent } from "../domain/payment-intent.ts";
import type { SandboxLedger } from "../domain/ports.ts";
import { err, type Result } from "../domain/result.ts";
import type { MerchantCaller, Services } from "./context.ts";
import { findPaymentIntent } from "./payment-intents.ts";
import type { Refusal } from "./refusal.ts";

/** In minor units: enough for any amount the service accepts, many times over. */
const HOUSE_BALANCE_MINOR = 1e15;

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
      return { type: "confirm", walletId: await houseWallet(services, intent.currency) };
    case "approve":
    case "reject":
      return intent.targetWalletId === null ? null : { type: action, walletId: intent.targetWalletId };
  }
}

/** The sandbox's own payer for a currency; its id follows from the currency, so it is opened once. */
async function houseWallet(services: Services, currency: string): Promise<string> {
  const walletId = `00000000-0000-4000-8000-${hex(currency).padStart(12, "0")}`;
  await sandboxLedger(services).openAccount(walletId, currency, HOUSE_BALANCE_MINOR);
  return walletId;
}

function hex(text: string): string {
  return new TextEncoder().encode(text).toHex();
}

function sandboxLedger(services: Services): SandboxLedger {
  if (services.sandboxLedger === null) throw new Error("sandbox wallets need the embedded ledger");
  return services.sandboxLedger;
}
