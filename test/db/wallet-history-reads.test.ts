// A page of a wallet's history whose ledger returns no metadata reads a merchant's intents once, not for each line.

import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/db/client.ts";
import { EVENTS_SEARCHED_MAX, findEvidence } from "../../src/db/merchants/go-live.ts";
import { findIntentIds } from "../../src/db/wallet/wallet-history.ts";
import { endpointKind, endpointUrl } from "../../src/db/webhooks/event-endpoint.ts";
import { EVENT_TYPES, type EventType } from "../../src/domain/events.ts";
import { DAY } from "../support/clock.ts";
import { TRANSACTION } from "../support/embedded-ledger.ts";
import { MANY, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDeliveries } from "../support/seeded-deliveries.ts";
import { db, seedIntent, seedMerchant } from "../support/seeds.ts";

const NEWEST = Date.UTC(2026, 10, 22);
const WALLET = "wallet-1";

it("reads each payment of the page's time once, and none that came after it", async () => {
  const { id: merchantId } = await seedMerchant();
  await seedManyIntents(merchantId, NEWEST, {});
  await seedManyIntents(merchantId, NEWEST + 2 * DAY, { refund_status: "'completed'" });
  await rowsOf(merchantId).run(
    `UPDATE payment_intents SET completed_by = '${WALLET}', payment_ledger_tx_id = 'paid-' || created_at,
       refund_ledger_tx_id = iif(refund_status IS NULL, NULL, 'refunded-' || created_at) WHERE merchant_id = ?`,
    merchantId,
  );
  const page = Array.from({ length: 100 }, (_, index) => {
    const [kind, time] = index % 2 ? ["refund", NEWEST + 2 * DAY] : ["payment", NEWEST];
    const at = time - index * 100;
    return {
      ...TRANSACTION,
      transaction_id: `${kind === "refund" ? "refunded" : "paid"}-${at}`,
      transaction_type: kind as "payment" | "refund",
      [kind === "refund" ? "from_account_id" : "to_account_id"]: merchantId,
      created_at: new Date(at).toISOString(),
    };
  });
  let found = new Map<string, string>();
  const rows = await rowsReadBy(async () => {
    found = await findIntentIds(db, WALLET, page);
  });
  expect(found.size).toBe(100);
  // Payments and refunds, and each line of the page a few times.
  expect(rows).toBeLessThanOrEqual(2 * MANY + 6 * page.length);
});

// What shows that an integration has worked is found without reading all that a merchant has.

describe("findEvidence", () => {
  it("reads a bounded number of a merchant's intents and events", async () => {
    const { id } = await seedMerchant();
    await seedManyIntents(id, Date.now(), {});
    const intent = await seedIntent(id);
    await seedDeliveries(intent, EVENTS_SEARCHED_MAX + 500, {
      status: "failed",
      attempts: 9,
      nextAttemptAt: null,
    });

    expect(await rowsReadBy(() => findEvidence(db, id, null))).toBeLessThanOrEqual(EVENTS_SEARCHED_MAX + 10);
  });
});

// The endpoint of an event, for every combination of what is set and subscribed.

interface Endpoint {
  url: string;
  events: readonly EventType[];
}

/** In order of priority. */
type Endpoints = Record<"callback_url" | "counter" | "merchant", Endpoint | null>;

const endpoint = (url: string, events: fc.Arbitrary<EventType[]>) =>
  fc.option(fc.record({ url: fc.constant(url), events }));
const anyEvents = fc.subarray([...EVENT_TYPES]);
const endpoints: fc.Arbitrary<Endpoints> = fc.record({
  callback_url: endpoint("https://order.test", fc.constant(["payment.completed"])),
  counter: endpoint("https://till.test", anyEvents),
  merchant: endpoint("https://shop.test", anyEvents),
});

async function choose({ callback_url, counter, merchant }: Endpoints, type: EventType) {
  const row = (at: Endpoint | null) =>
    sql`SELECT ${at?.url ?? null} AS webhook_url, ${JSON.stringify(at?.events ?? [])} AS webhook_events`;
  return await openDatabase(env.DB).get(sql`
    SELECT ${endpointKind(type)} AS kind, ${endpointUrl(type)} AS url
    FROM (SELECT ${callback_url?.url ?? null} AS callback_url) i, (${row(counter)}) c, (${row(merchant)}) m`);
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
