// A list of deliveries and the history of an intent read few rows, whatever else the merchant's many events are.

import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import { type DeliveryFilter, listDeliveries, SEARCHED_MAX } from "#core/db/webhooks/delivery-log.ts";
import { listEventsOf } from "#core/db/webhooks/intent-events.ts";
import { uuidSince } from "#core/db/webhooks/time-ordered-id.ts";
import { ANY_DELIVERY } from "../support/any-delivery.ts";
import { MANY, RECENT, SERIES, seedManyIntents } from "../support/many-rows.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf, sharedRows } from "../support/rows.ts";
import { db, seedMerchant } from "../support/seeds.ts";

const MORE_MAX = 50;
const NOW = Date.UTC(2026, 10, 22);
const EVERYTHING: DeliveryFilter = { ...ANY_DELIVERY, limit: 20 };
const idAt = (time: string, tail: string) =>
  `printf('%08x-%04x-${tail}-%011d0', (${time}) / 65536, (${time}) % 65536, n)`;

let merchantId: string;

/**
 * Each intent was paid a millisecond after it was made; the rare deliveries are those of the hundred oldest. All but
 * the newest 10,000 have no bodies any more.
 */
beforeAll(async () => {
  merchantId = (await seedMerchant({ webhookUrl: "https://shop.test/hook" })).id;
  await seedManyIntents(merchantId, NOW, { completed_at: `${NOW} - n`, event_sequence: "1" });
  await sharedRows.run(
    `${SERIES}
     INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status, attempts,
       ended_at)
     SELECT '${merchantId}', ${idAt(`${NOW} - n`, "7000-9000")}, ${idAt(`${NOW} - n`, "7000-8000")}, 1, 'payment.completed',
       'a', iif(n < ${RECENT}, '{}', ''), ${NOW} - n, CASE WHEN n < ?1 - 100 THEN 'delivered' WHEN n % 2 THEN 'failed' ELSE 'none' END, 1, ${NOW} - n
     FROM series`,
    MANY,
  );
});

async function read(filter: Partial<DeliveryFilter>) {
  let found: Awaited<ReturnType<typeof listDeliveries>> = { rows: [], next: { id: "not read" } };
  const rows = await rowsReadBy(async () => {
    found = await listDeliveries(db, merchantId, { ...EVERYTHING, ...filter });
  });
  return { deliveries: found.rows, nextCursor: found.next?.id ?? null, rows };
}

describe("a list of deliveries among many", () => {
  const middle = uuidSince(NOW - MANY / 2);
  const ofIntent = `${uuidSince(NOW - 500)}-7000-8000-000000005000`;

  it.each<[string, Partial<DeliveryFilter>, number]>([
    ["of all of them", {}, 20],
    ["in the middle, with a cursor", { before: middle }, 20],
    ["of a period", { createdFrom: NOW - MANY, createdTo: NOW - MANY / 2 }, 20],
    ["of a period, with a cursor", { createdTo: NOW, before: middle }, 20],
    ["that have no bodies any more", { createdTo: NOW - MANY / 2 - 1, limit: 100 }, 100],
    ["that failed, which are rare", { status: "failed" }, 20],
    ["that failed, of a period", { status: "failed", createdTo: NOW - MANY + 50 }, 20],
    ["of one intent", { intentId: ofIntent }, 1],
    ["of one intent that failed", { intentId: ofIntent, status: "failed" }, 0],
    ["of a common status", { status: "delivered" }, 20],
    ["for a common endpoint", { endpoint: "merchant" }, 20],
    ["with the largest limit", { limit: 100 }, 100],
  ])(
    "%s reads each one shown with its intent and merchant, and at most 50 rows more",
    async (_, filter, shown) => {
      const { deliveries, rows } = await read(filter);

      expect(deliveries).toHaveLength(shown);
      expect(rows).toBeLessThanOrEqual(3 * shown + MORE_MAX);
    },
  );

  it("of a rare status looks through a bounded number, and finds all of them in the end", async () => {
    const found: string[] = [];
    let before: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({ status: "none", before, limit: 100 });
      expect(page.rows).toBeLessThanOrEqual(2 * SEARCHED_MAX + 3 * page.deliveries.length + MORE_MAX);
      found.push(...page.deliveries.map(({ id }) => id));
      before = page.nextCursor;
    } while (before !== null);

    expect(found).toHaveLength(50);
    expect(found).toEqual(found.toSorted().toReversed());
  });

  it("for a rare endpoint reads at most four rows for each that it looks through", async () => {
    const { deliveries, rows } = await read({ endpoint: "counter" });

    expect(deliveries).toEqual([]);
    expect(rows).toBeLessThanOrEqual(4 * SEARCHED_MAX + MORE_MAX);
  });
});

describe("the history of an intent among many", () => {
  it("reads few rows, a month after the payment as well", async () => {
    const id = `${uuidSince(NOW - MANY + 1)}-7000-8000-${String(MANY - 1).padStart(11, "0")}0`;
    await rowsOf(id).run(
      `UPDATE payment_intents SET updated_at = ${NOW}, event_sequence = 3, refund_status = 'completed' WHERE id = ?`,
      id,
    );
    const insert = env.DB.prepare(
      `INSERT INTO events SELECT merchant_id, id || ?2, intent_id, ?2, 'refund', actor, request_id, payload, created_at,
         delivery_status, attempts, next_attempt_at, last_response_status, last_error, ended_at, attempt_log, parked_url,
         bus_due_at, late_position, kept_until
       FROM events WHERE intent_id = ?1 AND sequence = 1 AND merchant_id = ?3`,
    );
    await env.DB.batch([insert.bind(id, 3, merchantId), insert.bind(id, 2, merchantId)]);
    const intent = await findIntent(db, id);
    if (intent === null) throw new Error("the intent is missing");

    expect((await listEventsOf(db, intent)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(await rowsReadBy(() => listEventsOf(db, intent))).toBeLessThan(3 + MORE_MAX);
  });
});
