// Merchants, counters, intents and wallets made below HTTP, as rows.
import { env } from "cloudflare:workers";
import { counters } from "#core/db/schema/counters.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { Merchant } from "#core/domain/merchants/merchant.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { issueWebhookSecret } from "#core/webhooks/secret.ts";
import { sandboxDependenciesFor } from "#sandbox/composition.ts";
import { CELL_NAMES } from "./cell-names.ts";
import { anIntent } from "./intent.ts";

export const deps = sandboxDependenciesFor(env);
export const db = deps.shards.home;
export const ALL_SHARDS = [db, ...CELL_NAMES.map(deps.shards.named)];
/** The cause of whatever a test has a service do. */
export const ACTOR = { client: "test", requestId: null };

export interface SeededMerchant extends Merchant {
  /** The plain text of `webhookSecret`. */
  secret: string;
}

export async function seedMerchant(change: Partial<Merchant> = {}): Promise<SeededMerchant> {
  const id = change.id ?? crypto.randomUUID();
  const { secret, sealed } = await issueWebhookSecret(id, deps.config.masterKeys);
  const merchant: Merchant = {
    id,
    email: `${id}@shop.test`,
    businessName: "Bean & Leaf",
    timeZone: "UTC",
    returnSchemes: [],
    isListed: true,
    status: "active",
    idpClientId: `merchant-${id}`,
    webhookUrl: null,
    webhookEvents: ["payment.completed"],
    webhookSecret: sealed,
    previousWebhookSecret: null,
    previousSecretExpiresAt: null,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    suspendedAt: null,
    suspensionReason: null,
    refundsStoppedAt: null,
    refundsStopReason: null,
    erasureRequestedAt: null,
    erasedAt: null,
    ...change,
  };
  await db.insert(merchants).values(merchant);
  return { ...merchant, secret };
}

export async function seedCounter(
  merchantId: string,
  change: Partial<typeof counters.$inferInsert> = {},
): Promise<{ id: string; secret: string }> {
  const id = crypto.randomUUID();
  const { secret, sealed } = await issueWebhookSecret(id, deps.config.masterKeys);
  await db.insert(counters).values({
    id,
    merchantId,
    name: "Till 1",
    status: "active",
    location: "",
    idpClientId: `counter-${id}`,
    webhookUrl: null,
    webhookEvents: ["payment.completed"],
    webhookSecret: sealed,
    createdAt: Date.now(),
    updatedAt: Date.now(),
    ...change,
  });
  return { id, secret };
}

/** Open for half an hour, 12.50 USD. */
export async function seedIntent(
  merchantId: string,
  change: Partial<PaymentIntent> = {},
): Promise<PaymentIntent> {
  const now = Date.now();
  const intent = anIntent({
    id: crypto.randomUUID(),
    merchantId,
    expiresAt: now + 30 * 60_000,
    createdAt: now,
    updatedAt: now,
    ...change,
  });
  await db.insert(paymentIntents).values(intent);
  return intent;
}

export async function seedWallet(balanceMinor = 100_00, currency = "USD"): Promise<string> {
  const walletId = crypto.randomUUID();
  await deps.sandboxLedger?.openAccount(walletId, currency, balanceMinor);
  return walletId;
}

/** A merchant with an open intent, and a wallet that can pay it unless its balance says otherwise. */
export async function seedPayable(options: { balanceMinor?: number; webhookUrl?: string } = {}) {
  const merchant = await seedMerchant({ webhookUrl: options.webhookUrl ?? null });
  const intent = await seedIntent(merchant.id);
  return { merchant, intent, wallet: await seedWallet(options.balanceMinor) };
}

export async function balanceOf(accountId: string): Promise<number | undefined> {
  const [balance] = (await deps.ledger.findBalances(accountId)) ?? [];
  return balance && Number(balance.amountMinor);
}
