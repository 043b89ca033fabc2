// A merchant whose payments are spread over 16 cells, some of which has others from before: at home and in one cell.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { renewCopies } from "#core/db/merchants/account-copies.ts";
import { findMerchant } from "#core/db/merchants/merchants.ts";
import { UNFILTERED } from "#core/db/payment-intents/intent-list.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { timeOf } from "#core/domain/shards/shard-ids.ts";
import { numberOf } from "#core/lib/numbers.ts";
import { listPaymentIntents } from "#core/services/payment-intents/payment-intents.ts";
import { readStatementLines } from "#core/services/payment-intents/statement-lines.ts";
import { readTotals } from "#core/services/payment-intents/totals.ts";
import {
  listMissedEvents,
  listWebhookDeliveries,
  recoverDeliveries,
} from "#core/services/webhooks/deliveries.ts";
import { ANY_DELIVERY } from "../support/any-delivery.ts";
import { SPREAD_NAMES, SPREAD_SLOT } from "../support/cell-names.ts";
import { spreadId } from "../support/cells.ts";
import { DAY, HOUR, useStoppedClock } from "../support/clock.ts";
import { captureMessages } from "../support/cost/messages.ts";
import { readExport } from "../support/exports.ts";
import { createWithKey, expectNew, isReplayed, newKey } from "../support/idempotency.ts";
import { cancel, confirm, makeIntent, postIntent } from "../support/intents.ts";
import { makeWallet } from "../support/parties.ts";
import { INTENTS } from "../support/paths.ts";
import { bearer, limiterOf, startService } from "../support/rate-limits.ts";
import { okValue } from "../support/result.ts";
import { db, deps, seedMerchant } from "../support/seeds.ts";
import { readPages, seedPaidIn } from "../support/spread-payments.ts";
import { reinstate, suspend } from "../support/stops.ts";
import { merchantToken } from "../support/tokens.ts";

useStoppedClock();

async function seedSpread() {
  const merchant = await seedMerchant({ id: spreadId(), webhookUrl: "https://shop.test/hook" });
  return { ...merchant, token: await merchantToken(merchant.id) };
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The name of the cell that an id says. */
const cellOf = (id: string) => SPREAD_SLOT + id.slice(-9, -8);

describe("payments", () => {
  it("with a key are found again, in the cell of their bucket", async () => {
    const merchant = await seedSpread();
    for (let count = 0; count < 4; count++) {
      const key = newKey();
      const id = expectNew(await createWithKey(key, merchant));
      const again = await createWithKey(key, merchant);
      expect([isReplayed(again), again.body.payment_intent.id]).toEqual([true, id]);
      expect(await deps.shards.named(cellOf(id)).$count(paymentIntents, eq(paymentIntents.id, id))).toBe(1);
    }
  });

  it("are limited by a counter for each cell, and so are its client's requests", async () => {
    const merchant = await seedSpread();
    const LIMIT_CREATIONS = limiterOf(1_000);
    const LIMIT_WRITES = limiterOf(1_000);
    const send = startService({ LIMIT_CREATIONS, LIMIT_WRITES });
    const headers = { ...bearer(merchant), "Content-Type": "application/json" };
    for (let count = 0; count < 24; count++) {
      const init = { method: "POST", headers, body: '{"amount":1}' };
      expect((await send(INTENTS, init)).status).toBe(201);
    }
    for (const { counts } of [LIMIT_CREATIONS, LIMIT_WRITES]) {
      expect(counts.size).toBeGreaterThan(4);
      expect([...counts.keys()].filter((key) => !/[0-9a-f]#(\d|1[0-5])$/.test(key))).toEqual([]);
    }
  });
});

it("a suspension is in force in all cells when it is acknowledged, and so is its end", async () => {
  const merchant = await seedSpread();
  const { id } = await makeIntent(merchant);
  await suspend(merchant);
  for (const cell of SPREAD_NAMES) {
    const copy = await findMerchant(deps.shards.named(cell), merchant.id);
    expect(copy).toMatchObject({ suspendedAt: expect.any(Number) });
  }
  const wallet = await makeWallet();
  expect((await confirm(wallet, id)).body.code).toBe("not_payable");
  expect((await cancel(merchant, id)).body.code).toBe("merchant_suspended");
  expect((await postIntent(merchant, { amount: 1 })).body.code).toBe("merchant_suspended");

  await reinstate(merchant);
  expect((await confirm(wallet, id)).status).toBe(200);
});

describe("what was paid in each of its 18 shards", () => {
  let merchantId: string;
  let ids: string[];
  let eventIds: string[];

  beforeAll(async () => {
    ({ id: merchantId } = await seedSpread());
    await renewCopies(deps.shards, merchantId);
    const shards = [...SPREAD_NAMES, SPREAD_SLOT.slice(0, 1)].map((cell) => deps.shards.named(cell));
    [ids, eventIds] = [[], []];
    const failed = { deliveryStatus: "failed" } as const;
    // They do not come in the order of their cells.
    for (const [hour, shard] of [...shards, db].entries()) {
      const at = Date.now() - DAY + ((hour * 7) % 18) * HOUR;
      const paid = await seedPaidIn(shard, merchantId, { createdAt: at }, failed);
      ids[(hour * 7) % 18] = paid.intent.id;
      eventIds[(hour * 7) % 18] = paid.eventId;
    }
  });

  it.each([{}, { status: "completed", amount: "12.50" }] as const)("is listed by %o", async (wanted) => {
    const filter = { ...UNFILTERED, ...wanted };
    const list = async (page: number, cursor: Cursor | null) => {
      const found = await listPaymentIntents(deps, merchantId, filter, { page, limit: 5, cursor });
      return { rows: found?.rows ?? [], next: found?.next ?? null };
    };
    expect(await readPages<Cursor>((cursor) => list(1, cursor))).toEqual(ids.toReversed());
    const numbered = [];
    for (let page = 1; page <= 4; page++) numbered.push(...(await list(page, null)).rows);
    expect(idsOf(numbered)).toEqual(ids.toReversed());
    const far = await listPaymentIntents(deps, merchantId, filter, { page: 202, limit: 5, cursor: null });
    expect(far).toBeNull();
  });

  it("is found by its number, and by the beginning of its id, in whichever cell it is", async () => {
    const find = async (name: object) => {
      const position = { page: 1, limit: 5, cursor: null };
      return await listPaymentIntents(deps, merchantId, { ...UNFILTERED, ...name }, position);
    };
    for (const id of ids) {
      const number = numberOf({ id, createdAt: timeOf(id) });
      for (const name of [{ number }, { idPrefix: id.slice(0, 10) }]) {
        const found = await find(name);
        expect([idsOf(found?.rows ?? []), found?.next]).toEqual([[id], null]);
      }
    }
  });

  it("is delivered, fed, added up and booked", async () => {
    const deliveries = (limit: number, before: string | null, intentId: string | null = null) =>
      listWebhookDeliveries(deps, merchantId, { ...ANY_DELIVERY, intentId, before, limit });
    const listed = await readPages<string>(async (before) => {
      const { deliveries: rows, nextCursor } = await deliveries(7, before);
      return { rows, next: nextCursor };
    });
    expect(listed).toEqual(eventIds.toReversed());
    const ofOne = await deliveries(7, null, ids[3]);
    expect(idsOf(ofOne.deliveries)).toEqual([eventIds[3]]);
    const fed = await readPages<string>(async (after) => {
      const page = await listMissedEvents(deps, merchantId, after, 5);
      return { rows: page.events, next: page.hasMore ? page.nextAfter : null };
    });
    expect(fed).toEqual(eventIds);
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const days = { from: day(Date.now() - 2 * DAY), to: day(Date.now()) };
    const { currencies } = okValue(await readTotals(deps, { merchantId, defer() {} }, days, null));
    expect(currencies).toMatchObject([{ paid: { count: 18, amountMinor: 22_500n } }]);
    const booked = okValue(await readStatementLines(deps, merchantId, days));
    const lines = (await Array.fromAsync(booked?.pages ?? [])).flat();
    expect(lines.map(({ intentId }) => intentId)).toEqual(ids);
  });

  it("is exported", async () => {
    const { of } = await readExport(merchantId);
    for (const [kind, exported] of [
      ["payment_intent", ids],
      ["event", eventIds],
    ] as const)
      expect(idsOf(of(kind)).sort()).toEqual(exported.toSorted());
    expect(idsOf(of("merchant"))).toEqual([merchantId]);
  });

  it("is sent again from all of them by one request", async () => {
    const { "webhook-retries": sent } = captureMessages();
    expect(okValue(await recoverDeliveries(deps, merchantId, { since: 0, until: Date.now() }))).toBe(18);
    expect(sent?.length).toBe(18);
  });
});
