// The merchants, counters and wallets that a run begins with.

import { openDatabase } from "#core/db/client.ts";
import { counters } from "#core/db/schema/counters.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { liveWallets, pushSubscriptions } from "#core/db/schema/wallet.ts";
import { EVENT_TYPES } from "#core/domain/payment-intents/events.ts";
import { seal } from "#core/lib/seal.ts";
import { hashSecret } from "#core/lib/secrets.ts";
import { issueWebhookSecret } from "#core/webhooks/secret.ts";
import { desks } from "#parts/desk/db/schema/desks.ts";
import type { Desk } from "#parts/desk/domain/desk.ts";
import { subscriptionPurpose } from "#parts/push/domain/push.ts";
import { databaseBinding } from "#scripts/sqlite-d1.ts";
import { MERCHANTS, WALLETS } from "./plan.ts";
import { MASTER_KEY, PUSH_HOST, VAPID_PUBLIC_KEY } from "./variables.ts";
import type { World } from "./world.ts";

export const merchantId = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;
export const counterId = (index: number) => `00000000-0000-4000-9000-00000000000${index}`;
export const walletId = (index: number) => `00000000-0000-4000-a000-00000000000${index}`;
/** Whether the merchant's counter may refund what it has created. */
export const mayRefund = (index: number) => index > 0;
export const hookUrl = (owner: string, path = "") => `https://${owner}.example/${path}`;

export const LIMITS = { transactionMaxMinor: 5_000, dayMaxMinor: 6_000 };
/** Adjustments have the same limits. */
export const DESK: Desk = {
  id: "desk",
  name: "Desk",
  currency: "USD",
  timeZone: "UTC",
  status: "active",
  topUpMaxMinor: LIMITS.transactionMaxMinor,
  topUpDayMinor: LIMITS.dayMaxMinor,
  payOutMaxMinor: LIMITS.transactionMaxMinor,
  payOutDayMinor: LIMITS.dayMaxMinor,
  createdAt: 0,
  updatedAt: 0,
  clerks: [],
  limitsRollUntil: null,
};

/** The first merchant takes the default events, the others every event; each has a counter, the last one's with a webhook. */
export async function openShops(world: World): Promise<void> {
  const { rows, ledger, receivers, scheduler } = world;
  const db = openDatabase(databaseBinding(rows));
  const masterKeys = [MASTER_KEY];
  const stamps = { createdAt: scheduler.now, updatedAt: scheduler.now };
  for (let index = 0; index < MERCHANTS; index++) {
    const id = merchantId(index);
    const own = await issueWebhookSecret(id, masterKeys);
    receivers.addSecret(`merchant-${index}.example`, own.secret);
    receivers.addSecret(`callback-${index}.example`, own.secret);
    await db.insert(merchants).values({
      id,
      email: `${index}@merchant.example`,
      businessName: `Merchant ${index}`,
      status: "active",
      idpClientId: `merchant-${id}`,
      webhookUrl: hookUrl(`merchant-${index}`),
      webhookEvents: index === 0 ? ["payment.completed"] : [...EVENT_TYPES],
      webhookSecret: own.sealed,
      ...stamps,
    });
    const tills = await issueWebhookSecret(counterId(index), masterKeys);
    receivers.addSecret(`counter-${index}.example`, tills.secret);
    receivers.addSecret(`callback-${index}.example`, tills.secret);
    await db.insert(counters).values({
      id: counterId(index),
      merchantId: id,
      name: "Till",
      status: "active",
      location: "",
      idpClientId: `counter-${index}`,
      webhookUrl: index === MERCHANTS - 1 ? hookUrl(`counter-${index}`) : null,
      webhookEvents: [...EVENT_TYPES],
      canRefund: mayRefund(index),
      webhookSecret: tills.sealed,
      previousWebhookSecret: null,
      previousSecretExpiresAt: null,
      ...stamps,
    });
  }
  await db.insert(desks).values({ ...DESK, ...stamps });
  for (const [index, { currency, minor }] of WALLETS.entries()) {
    await ledger.openWallet(walletId(index), currency, minor);
    await db.insert(liveWallets).values({ walletId: walletId(index), until: Number.MAX_SAFE_INTEGER });
    await db.insert(pushSubscriptions).values(await subscriptionOf(index));
  }
}

/** Each customer has a browser, whose keys are any. */
async function subscriptionOf(index: number): Promise<typeof pushSubscriptions.$inferInsert> {
  const endpoint = `https://${PUSH_HOST}/${index}`;
  const endpointHash = await hashSecret(endpoint);
  const keys = { p256dh: VAPID_PUBLIC_KEY, auth: "AAAAAAAAAAAAAAAAAAAAAA" };
  const purpose = subscriptionPurpose(endpointHash);
  const subscription = await seal(JSON.stringify({ endpoint, keys }), purpose, [MASTER_KEY]);
  return { endpointHash, walletId: walletId(index), subscription, createdAt: 0, sessionIdHash: null };
}
