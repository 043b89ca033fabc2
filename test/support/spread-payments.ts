// Payments stored as rows: at home, as if from before there were cells, and in a merchant's cell.
import { v7 as newId } from "uuid";
import { newAuditEntry, storeAuditEntry } from "#core/db/audit/audit-trail.ts";
import type { Shard } from "#core/db/client.ts";
import { copyAccount } from "#core/db/merchants/account-copies.ts";
import { accountCopies } from "#core/db/schema/merchants.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { events } from "#core/db/schema/webhooks.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { HOME, SLOT_DIGITS } from "#core/domain/shards/cells.ts";
import { placedId } from "#core/domain/shards/shard-ids.ts";
import { registerCellForReports } from "#core/shards/cell-reports.ts";
import { webhookPayload } from "#core/wire/webhooks/webhook-payload.ts";
import { cellOf } from "./cells.ts";
import { DAY, HOUR, SECOND } from "./clock.ts";
import { anIntent } from "./intent.ts";
import { pay, published } from "./objects.ts";
import { okValue } from "./result.ts";
import { ACTOR, db, deps, type SeededMerchant, seedMerchant, seedWallet } from "./seeds.ts";

export interface SpreadMerchant {
  merchant: SeededMerchant;
  home: Shard;
  cell: Shard;
}

/** Its account is in its cell as well, which is that of `neighbour`. */
export async function seedSpreadMerchant(
  change: Parameters<typeof seedMerchant>[0] = {},
  neighbour: { id: string } = { id: crypto.randomUUID() },
): Promise<SpreadMerchant> {
  const id = crypto.randomUUID().slice(0, -6) + neighbour.id.slice(-6);
  const merchant = await seedMerchant({ id, ...change });
  const cell = cellOf(merchant.id);
  await copyAccount(deps.shards, merchant.id, cell);
  return { merchant, home: db, cell };
}

/** To home, as if they served a merchant. */
export async function makeKnown(cells: readonly string[]): Promise<void> {
  for (const cell of cells) {
    const copy = { merchantId: "merchant-1", cell, version: 1, copiedVersion: 1 };
    await db.insert(accountCopies).values(copy).onConflictDoNothing();
  }
  await registerCellForReports(db, "merchant-1");
}

/** Open for half an hour unless `change` says otherwise. */
export async function seedIntentIn(
  shard: Shard,
  merchantId: string,
  change: Partial<PaymentIntent> = {},
): Promise<PaymentIntent> {
  const { createdAt = Date.now() } = change;
  const id = idIn(shard, { id: newId({ msecs: createdAt }), merchantId }, createdAt);
  const times = { createdAt, updatedAt: createdAt, expiresAt: createdAt + 1_800_000 };
  const intent = anIntent({ id, merchantId, ...times, ...change });
  await shard.insert(paymentIntents).values(intent);
  return intent;
}

/** Paid through its object. */
export async function makePaidIn(shard: Shard, merchantId: string, wallet?: string): Promise<PaymentIntent> {
  const { id } = await seedIntentIn(shard, merchantId);
  const paid = okValue(await pay(id, wallet ?? (await seedWallet())));
  await published(id);
  return paid;
}

/** With its event, a second later. */
export async function seedPaidIn(
  shard: Shard,
  merchantId: string,
  given: { createdAt: number; id?: string },
  delivery: Partial<typeof events.$inferInsert> = {},
): Promise<{ intent: PaymentIntent; eventId: string }> {
  const completedAt = given.createdAt + SECOND;
  const paid = { status: "completed", completedAt, updatedAt: completedAt, eventSequence: 1 } as const;
  const intent = await seedIntentIn(shard, merchantId, { ...given, ...paid });
  const event = { type: "payment.completed", sequence: 1, occurredAt: completedAt, reason: null } as const;
  const eventId = idIn(shard, intent, completedAt);
  await shard.insert(events).values({
    merchantId,
    id: eventId,
    intentId: intent.id,
    sequence: 1,
    type: event.type,
    actor: "test",
    payload: webhookPayload(event, intent, "sandbox"),
    createdAt: completedAt,
    deliveryStatus: "delivered",
    attempts: 1,
    endedAt: completedAt,
    ...delivery,
  });
  return { intent, eventId };
}

interface SpreadPayments {
  ids: string[];
  eventIds: string[];
}

/** Seven, by turns at home and in the cell, an hour from one to the next, oldest first. */
async function seedPayments(
  { merchant, home, cell }: SpreadMerchant,
  delivery?: Partial<typeof events.$inferInsert>,
): Promise<SpreadPayments> {
  const from = Date.now() - DAY;
  const ids: string[] = [];
  const eventIds: string[] = [];
  for (const [hour, shard] of [home, cell, home, cell, home, cell, home].entries()) {
    const paid = await seedPaidIn(shard, merchant.id, { createdAt: from + hour * HOUR }, delivery);
    ids.push(paid.intent.id);
    eventIds.push(paid.eventId);
  }
  return { ids, eventIds };
}

/** A merchant with payments, as has another one of the same cell. */
export async function seedSpreadShop(
  delivery?: Partial<typeof events.$inferInsert>,
): Promise<SpreadMerchant & SpreadPayments> {
  const shop = await seedSpreadMerchant({ webhookUrl: "https://shop.test/hook" });
  await seedPayments(await seedSpreadMerchant({}, shop.merchant));
  return { ...shop, ...(await seedPayments(shop, delivery)) };
}

/** Adds to the audit trail, about a refund. */
export async function seedEntryIn(
  shard: Shard,
  merchantId: string,
  { at = Date.now(), details = "of tea" } = {},
): Promise<string> {
  const id = idIn(shard, { id: newId(), merchantId }, at);
  const event = { action: "refund.requested", merchantId, details } as const;
  await storeAuditEntry(shard, await newAuditEntry(event, ACTOR, { id, at }));
  return id;
}

function idIn({ name: shard }: Shard, intent: { id: string; merchantId: string }, at: number): string {
  // If a merchant is spread, the bucket says the cell.
  const bucket = shard.slice(SLOT_DIGITS);
  const id = intent.id.slice(0, -9) + bucket + intent.id.slice(bucket.length - 9);
  return placedId(newId({ msecs: at }), { ...intent, id }, shard === HOME ? 0 : shard.length);
}

type Page<Cursor> = { rows: readonly { id: string }[]; next: Cursor | null };

const PAGES_MAX = 20;

/** The ids on all pages. */
export async function readPages<Cursor>(
  read: (from: Cursor | null) => Promise<Page<Cursor>>,
): Promise<string[]> {
  const ids: string[] = [];
  let from: Cursor | null = null;
  for (let count = 0; count < PAGES_MAX; count++) {
    const page: Page<Cursor> = await read(from);
    ids.push(...page.rows.map(({ id }) => id));
    if (page.next === null) return ids;
    from = page.next;
  }
  throw new Error(`no end after ${PAGES_MAX} pages`);
}

/** Pays two merchants, of which one has an older payment at home. Newest first. */
export async function seedPaidBy(wallet: string): Promise<string[]> {
  const [one, other] = [await seedSpreadMerchant(), await seedSpreadMerchant()];
  const intents = [
    await makePaidIn(one.home, one.merchant.id, wallet),
    await makePaidIn(one.cell, one.merchant.id, wallet),
    await makePaidIn(other.cell, other.merchant.id, wallet),
  ];
  return intents.map(({ id }) => id).reverse();
}
