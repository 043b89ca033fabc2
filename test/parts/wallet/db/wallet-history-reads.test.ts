// What looks for something among all that a merchant has reads a bounded number of rows.

import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { findIntentIds } from "#core/db/wallet/wallet-history.ts";
import { endpointKind, endpointUrl } from "#core/db/webhooks/event-endpoint.ts";
import type { LedgerTransaction } from "#core/domain/ledger.ts";
import { DEFAULT_EVENTS, EVENT_TYPES, type EventType } from "#core/domain/payment-intents/events.ts";
import { findEvidence, SEARCHED_MAX } from "#parts/go-live/db/go-live.ts";
import { DAY } from "../../../support/clock.ts";
import { TRANSACTION } from "../../../support/embedded-ledger.ts";
import { rowOf } from "../../../support/intent-rows.ts";
import { NEWEST_AGE_MS, seedManyIntents } from "../../../support/many-rows.ts";
import { rowsReadBy } from "../../../support/query-plans.ts";
import { rowsOf } from "../../../support/rows.ts";
import { seedDeliveries } from "../../../support/seeded-deliveries.ts";
import { db, seedIntent, seedMerchant } from "../../../support/seeds.ts";

const NEWEST = Date.UTC(2026, 10, 22);
const MINUTE = 60_000;
const WALLET = "wallet-1";

/** Many payments of the wallet, so far apart, each of which took twenty seconds; one in fifty was refunded a day later. */
async function seedHistory(newest: number, spacingMs: number): Promise<string> {
  const { id } = await seedMerchant();
  await seedManyIntents(id, newest, {});
  await rowsOf(id).run(
    `UPDATE payment_intents SET completed_by = '${WALLET}', payment_ledger_tx_id = 'paid-' || (${newest} - created_at),
       refund_ledger_tx_id = 'refunded-' || (${newest} - created_at),
       refund_status = CASE WHEN created_at % 50 THEN NULL WHEN created_at % 1000 THEN 'completed' ELSE 'pending' END,
       updated_at = ${newest} - (${newest} - created_at) * ?2 + ${DAY},
       created_at = ${newest} - (${newest} - created_at) * ?2 WHERE merchant_id = ?1`,
    id,
    spacingMs,
  );
  return id;
}

/** Every fifty-first payment, and as many refunds. */
function pageOf(merchantId: string, newest: number, spacingMs: number): LedgerTransaction[] {
  return Array.from({ length: 100 }, (_, index) => {
    const isRefund = index % 2 === 1;
    const order = (index - (index % 2)) * 25;
    const at = newest - order * spacingMs + (isRefund ? DAY : 20_000);
    return {
      ...TRANSACTION,
      transaction_id: `${isRefund ? "refunded" : "paid"}-${order}`,
      transaction_type: isRefund ? "refund" : "payment",
      [isRefund ? "from_account_id" : "to_account_id"]: merchantId,
      created_at: new Date(at).toISOString(),
    };
  });
}

describe("a page of a wallet's history whose ledger returns no metadata", () => {
  it.each([
    ["names all intents of a merchant that is paid each minute", NEWEST, MINUTE, 100],
    ["only the newest of one that is paid each millisecond", NEWEST + DAY, 1, 4],
  ])("reads at most 2,000 rows, and %s", async (_, newest, spacingMs, named) => {
    const page = pageOf(await seedHistory(newest, spacingMs), newest, spacingMs);
    let found = new Map<string, string>();
    const rows = await rowsReadBy(async () => {
      found = await findIntentIds(db, WALLET, page);
    });
    expect(rows).toBeLessThanOrEqual(2_000);
    expect(found.size).toBe(named);
    for (const [transactionId, intentId] of found) {
      const [kind, order] = transactionId.split("-");
      const row = await rowOf(intentId);
      expect(row?.[kind === "paid" ? "payment_ledger_tx_id" : "refund_ledger_tx_id"]).toBe(transactionId);
      expect(row?.created_at).toBe(newest - Number(order) * spacingMs);
    }
  });
});

// What shows that an integration has worked is found without reading all that a merchant has.

describe("findEvidence", () => {
  it("reads a bounded number of a merchant's intents and events", async () => {
    const { id } = await seedMerchant();
    await seedManyIntents(id, Date.now() - NEWEST_AGE_MS, { completed_at: `?3 - n + ${DAY}` });
    const intent = await seedIntent(id);
    await seedDeliveries(intent, SEARCHED_MAX + 500, {
      status: "failed",
      attempts: 9,
      nextAttemptAt: null,
    });

    const rows = await rowsReadBy(() => findEvidence(db, id, null, Date.now()));
    expect(rows).toBeLessThanOrEqual(2 * SEARCHED_MAX + 10);
  });

  it("finds nothing that is older than 30 days, and reads none of it", async () => {
    const { id } = await seedMerchant();
    const old = Date.now() - 31 * DAY;
    await seedManyIntents(id, old, {
      completed_at: "?3 - n",
      refund_status: "iif(n % 50, NULL, 'completed')",
    });
    await seedDeliveries(await seedIntent(id), 100, {
      status: "delivered",
      nextAttemptAt: null,
      createdAt: old,
    });
    let found: Awaited<ReturnType<typeof findEvidence>> | undefined;
    const rows = await rowsReadBy(async () => {
      found = await findEvidence(db, id, null, Date.now());
    });
    expect(rows).toBeLessThanOrEqual(10);
    expect(Object.values(found ?? {})).toEqual([null, null, null, null]);
  });
});

// The endpoint of an event, for every combination of what is set and subscribed.

interface Endpoint {
  url: string;
  events: readonly EventType[];
}

/** They are in order of priority. */
type Endpoints = Record<"callback_url" | "counter" | "merchant", Endpoint | null>;

const endpoint = (url: string, events: fc.Arbitrary<readonly EventType[]>) =>
  fc.option(fc.record({ url: fc.constant(url), events }));
const anyEvents = fc.subarray([...EVENT_TYPES]);
const endpoints: fc.Arbitrary<Endpoints> = fc.record({
  callback_url: endpoint("https://order.test", fc.oneof(fc.constant(DEFAULT_EVENTS), anyEvents)),
  counter: endpoint("https://till.test", anyEvents),
  merchant: endpoint("https://shop.test", anyEvents),
});

async function choose({ callback_url, counter, merchant }: Endpoints, type: EventType) {
  const row = (at: Endpoint | null) =>
    sql`SELECT ${at?.url ?? null} AS webhook_url, ${JSON.stringify(at?.events ?? [])} AS webhook_events`;
  const { url: callbackUrl = null, events = DEFAULT_EVENTS } = callback_url ?? {};
  // The default is not stored.
  const callbackEvents = events === DEFAULT_EVENTS ? null : JSON.stringify(events);
  return await openDatabase(env.DB).get(sql`
    SELECT ${endpointKind(type)} AS kind, ${endpointUrl(type)} AS url
    FROM (SELECT ${callbackUrl} AS callback_url, ${callbackEvents} AS callback_events) i, (${row(counter)}) c, (${row(merchant)}) m`);
}

it("is the first that takes the event, whatever the others are", async () => {
  await fc.assert(
    fc.asyncProperty(endpoints, fc.constantFrom(...EVENT_TYPES), async (set, type) => {
      const [kind, taker] = Object.entries(set).find(([, at]) => at?.events.includes(type)) ?? [null, null];
      expect(await choose(set, type)).toEqual({ kind, url: taker?.url ?? null });
    }),
    { numRuns: 300 },
  );
});
