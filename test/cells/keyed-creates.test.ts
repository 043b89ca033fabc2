// CELLS is 1 here. An intent with an `Idempotency-Key` is made by its object, which looks for it in each shard.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, getTableColumns } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { insertIntent } from "#core/db/payment-intents/new-payment-intent.ts";
import { findIntent } from "#core/db/payment-intents/payment-intents.ts";
import { merchants } from "#core/db/schema/merchants.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { err, ok } from "#core/domain/result.ts";
import { PaymentIntentObject } from "#core/durable/payment-intent-object.ts";
import { copyKeyedIds } from "#core/services/payment-intents/copy-keyed-ids.ts";
import { keyedRequest } from "#core/services/payment-intents/fingerprint.ts";
import { intentIdFor } from "#core/services/payment-intents/idempotency.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import { createShards } from "#core/shards/shards.ts";
import { cellOf } from "../support/cells.ts";
import { moveClock } from "../support/clock.ts";
import { countQueries } from "../support/count-queries.ts";
import { expectFailure } from "../support/error-responses.ts";
import { failDatabase, holdDatabase, muteLog, repair } from "../support/faults.ts";
import {
  createWithKey,
  expectNew,
  expectReplay,
  isReplayed,
  newKey,
  tenTimes,
} from "../support/idempotency.ts";
import { anIntent } from "../support/intent.ts";
import { NOTHING_STORED, objectOf, pay, stored } from "../support/objects.ts";
import { makeMerchant } from "../support/parties.ts";
import { db, deps, seedWallet } from "../support/seeds.ts";

/** A merchant with its cell, and a key. */
async function makeShop() {
  const merchant = await makeMerchant();
  return { merchant, cell: cellOf(merchant.id), key: newKey() };
}

type Shop = Awaited<ReturnType<typeof makeShop>>;

/** `{ amount: 12.5 }`, as a fingerprint has it. */
const REQUEST = {
  ...{ amountMinor: 1250, currency: "USD", description: "", reference: null, metadataJson: null },
  ...{ callbackUrl: null, returnUrl: null, counterId: null, expiresInSeconds: 1800 },
};

/** What a Worker makes of the key and `{ amount: 12.5 }`. */
async function intentOf({ merchant, key }: Shop) {
  const actor = { client: merchant.clientId, requestId: null };
  const caller = { merchantId: merchant.id, counterId: null, actor, defer() {} };
  const use = { secret: deps.config.idempotencyKeySecret, cells: deps.config.cells, now: Date.now() };
  const id = await intentIdFor(caller, "create", key, use);
  const { fingerprint } = await keyedRequest("create", REQUEST);
  const expiresAt = Date.now() + 60_000;
  return anIntent({ merchantId: merchant.id, fingerprint, expiresAt, id });
}

async function expectOnlyIn(shard: Shard, { merchant, cell }: Shop, id: string): Promise<void> {
  for (const each of [cell, db]) {
    const rows = await each.select().from(paymentIntents).where(eq(paymentIntents.merchantId, merchant.id));
    expect(rows.map((row) => row.id)).toEqual(each === shard ? [id] : []);
  }
}

describe("an intent with an Idempotency-Key", () => {
  it("is made once by ten parallel requests, in the cell of its merchant", async () => {
    const shop = await makeShop();
    const responses = await tenTimes(() => createWithKey(shop.key, shop.merchant));
    const [made, ...others] = responses.filter((response) => !isReplayed(response));
    expect(others).toEqual([]);
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 201, body: made?.body });
    const { id } = await intentOf(shop);
    await expectOnlyIn(shop.cell, shop, id);
    expect(await stored(id), "only the row").toEqual(NOTHING_STORED);
  });

  it("is replayed when it was made at home, before there were cells", async () => {
    const shop = await makeShop();
    const intent = await intentOf(shop);
    await insertIntent(db, intent);
    const replayed = await createWithKey(shop.key, shop.merchant);
    expect(replayed).toMatchObject({ status: 201, body: { payment_intent: { id: intent.id } } });
    expect(isReplayed(replayed)).toBe(true);
    const other = await createWithKey(shop.key, shop.merchant, { amount: 1 });
    expect(other.body).toMatchObject({ code: "idempotency_key_reused" });
    await expectOnlyIn(db, shop, intent.id);
  });

  it("is paid without another read of its row", async () => {
    const shop = await makeShop();
    const id = expectNew(await createWithKey(shop.key, shop.merchant));
    await shop.cell.delete(paymentIntents).where(eq(paymentIntents.id, id));
    expect((await pay(id, await seedWallet())).ok).toBe(true);
    await expectOnlyIn(shop.cell, shop, id);
  });

  it("is made by the next request when a shard has failed: 503", async () => {
    const { merchant, key } = await makeShop();
    const lines = muteLog();
    failDatabase(/EXISTS \(SELECT 1 FROM payment_intents/);
    const failed = await createWithKey(key, merchant);
    expectFailure(failed, 503, "payment_intent_unavailable", "Failed to create payment intent");
    expect(lines.filter((line) => line.includes("create_failed"))).toHaveLength(1);
    repair();
    expectNew(await createWithKey(key, merchant));
  });

  it("asks home nothing, once the cell has the account of a merchant that is newer than cells", async () => {
    const { merchant, key } = await makeShop();
    expectNew(await createWithKey(newKey(), merchant));
    const [home, inCells] = [countQueries(), vi.spyOn(CellObject.prototype, "run")];
    const made = await createWithKey(key, merchant);
    expectNew(made);
    expect([home.queries, inCells.mock.calls.map(([statements]) => statements.length)]).toEqual([0, [1, 1]]);
    expectReplay(await createWithKey(key, merchant), made.body.payment_intent);
  });

  it("is in one shard when requests run into its object while the first setting begins", async () => {
    const shop = await makeShop();
    const intent = await intentOf(shop);
    const setting = { text: "1", digits: 1, since: Date.now() + 60_000 };
    const [, ...others] = deps.config.cells;
    const shards = createShards(db, [setting, ...others], deps.shards.named);
    const results = await runInDurableObject(objectOf(intent.id), async (_, ctx) => {
      const start = () => new PaymentIntentObject(ctx, env, { ...deps, shards });
      const object = start();
      const held = holdDatabase(/^insert into "payment_intents"/i);
      const before = object.create(intent);
      moveClock(60_000);
      // A repetition has its own time; each has looked elsewhere before either inserts.
      const later = { ...intent, createdAt: Date.now() };
      const atOnce = Promise.all([before, object.create(later)]);
      await expect.poll(() => held.waiting).toBe(2);
      held.release();
      return [...(await atOnce), await start().create(later)];
    });
    const made = await findIntent(db, intent.id);
    expect(results.toSorted((one) => (one.ok && one.value !== null ? -1 : 1))).toEqual(
      [{ intent: made, firstEvent: null }, null, null].map(ok),
    );
    expect(results.at(-1)).toEqual(ok(null));
    await expectOnlyIn(db, shop, intent.id);
  });

  it("is in the shard of now when it was refused before the first setting began", async () => {
    const shop = await makeShop();
    const intent = await intentOf(shop);
    const [first, ...others] = deps.config.cells;
    const setting = { text: "1", digits: 1, ...first, since: Date.now() + 60_000 };
    const shards = createShards(db, [setting, ...others], deps.shards.named);
    const suspend = (suspendedAt: number | null) =>
      db.update(merchants).set({ suspendedAt }).where(eq(merchants.id, shop.merchant.id));
    await suspend(1);
    await runInDurableObject(objectOf(intent.id), async (_, ctx) => {
      const object = new PaymentIntentObject(ctx, env, { ...deps, shards });
      expect(await object.create(intent)).toEqual(ok(null));
      await suspend(null);
      moveClock(60_000);
      expect(await object.create({ ...intent, createdAt: Date.now() })).toMatchObject(
        ok({ intent: { id: intent.id } }),
      );
    });
    await expectOnlyIn(shop.cell, shop, intent.id);
  });
});

describe("settling the keys of a merchant that is older than cells", () => {
  async function makeOldShop() {
    const shop = await makeShop();
    await db.update(merchants).set({ createdAt: 0 }).where(eq(merchants.id, shop.merchant.id));
    const [intent, other] = [await intentOf(shop), await intentOf({ ...shop, key: newKey() })];
    await insertIntent(db, intent);
    await insertIntent(db, other);
    // More than one chunk, and newer than these two.
    await db.run(`INSERT INTO payment_intents SELECT * FROM (
      SELECT printf('%08d-0000-8000-8000-000000000000', value), ${columns}
      FROM payment_intents, json_each('[${[...Array(1_000).keys()]}]') WHERE payment_intents.id = '${intent.id}')`);
    expectNew(await createWithKey(newKey(), shop.merchant));
    return { ...shop, intent };
  }
  const columns = Object.values(getTableColumns(paymentIntents))
    .map(({ name }) => (name === "created_at" ? "created_at + 1" : name))
    .filter((name) => name !== "id");

  it("ends that its creates ask home, once all chunks are done", async () => {
    const { merchant, intent, key } = await makeOldShop();
    const home = countQueries();
    const homeQueries = async () => {
      home.queries = 0;
      expectNew(await createWithKey(newKey(), merchant));
      return home.queries;
    };
    expect(await homeQueries()).toBe(1);
    const first = await copyKeyedIds(deps, merchant.id, null);
    expect(first).toMatchObject({ ok: true, value: { createdAt: intent.createdAt + 1 } });
    expect(await homeQueries()).toBe(1);
    expect(await copyKeyedIds(deps, merchant.id, first.ok ? first.value : null)).toEqual(ok(null));
    expect(await homeQueries()).toBe(0);

    const replayed = await createWithKey(key, merchant);
    expect([replayed.body.payment_intent.id, isReplayed(replayed)]).toEqual([intent.id, true]);
  });

  it("is refused before cells are in force, and for an unknown merchant", async () => {
    const soon = {
      ...deps,
      config: { ...deps.config, cells: [{ digits: 1, since: Date.now() - 50_000, text: "" }] },
    };
    expect(await copyKeyedIds(soon, "", null)).toEqual(err("no_cells_in_force"));
    expect(await copyKeyedIds(deps, crypto.randomUUID(), null)).toEqual(err("merchant_not_found"));
  });
});
