// Accounts are at home, and cells have copies of those that they serve. CELLS is 1 here.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { describe, expect, vi } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { copyAccount, listStaleAccounts, renewCopies } from "#core/db/merchants/account-copies.ts";
import { changeMerchantStop, findMerchant } from "#core/db/merchants/merchants.ts";
import { counters } from "#core/db/schema/counters.ts";
import { accountCopies, merchants } from "#core/db/schema/merchants.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { onError } from "#core/http/errors.ts";
import { afterAccountChange } from "#core/routes/merchants/after-account-change.ts";
import { sweepAccountCopies } from "#core/services/merchants/account-copies.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { cellOf, holdWrites } from "../support/cells.ts";
import { deactivateCounter, makeCounter } from "../support/counters.ts";
import { holdDatabase, interceptDatabase, muteLog } from "../support/faults.ts";
import { cancel, makeIntent, postIntent } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { rowsReadBy } from "../support/query-plans.ts";
import { rowsOf } from "../support/rows.ts";
import { db, deps, seedCounter, seedMerchant } from "../support/seeds.ts";
import { pull, suspend } from "../support/stops.ts";

const { shards } = deps;

const countersIn = (cell: Shard, { id }: { id: string }) =>
  cell.select().from(counters).where(eq(counters.merchantId, id)).orderBy(counters.id);

const suspendAtHome = ({ id }: { id: string }) =>
  changeMerchantStop(db, id, { stop: "suspension", reason: "Fraud", now: Date.now() });

function failWrites(cell: Shard) {
  muteLog();
  return vi.spyOn(cell, "batch").mockRejectedValue(new Error("D1_ERROR: the cell is gone"));
}

describe("a merchant's payments", () => {
  it("need a copy of its account, without its address", async ({ merchant }) => {
    await makeIntent(merchant);
    const account = await findMerchant(db, merchant.id);
    const copy = await findMerchant(cellOf(merchant.id), merchant.id);
    expect(copy).toEqual({ ...account, email: merchant.id });
  });

  it("are made also when another brings the copy meanwhile", async ({ merchant }) => {
    const end = interceptDatabase(/insert into "payment_intents"/i, async (run) => {
      const result = await run();
      end();
      await copyAccount(shards, merchant.id, cellOf(merchant.id));
      return result;
    });
    expect((await postIntent(merchant, { amount: 1 })).status).toBe(201);
  });

  it("are made at counters from before and after the first one, until they are deactivated", async ({
    merchant,
    counter,
  }) => {
    await makeIntent(counter);
    const later = await makeCounter(merchant);
    const { id } = await makeIntent(later);
    expect((await deactivateCounter(merchant, later.id)).status).toBe(200);

    expect(await postIntent(later, { amount: 1 })).toMatchObject({
      status: 403,
      body: { code: "counter_not_active" },
    });
    expect((await cancel(later, id)).body.code).toBe("counter_not_active");
    expect((await postIntent(merchant, { amount: 1, counter_id: crypto.randomUUID() })).status).toBe(400);
    await makeIntent(counter);
  });

  it("are refused as at home while it is inactive or unknown", async ({ merchant, other }) => {
    await pull(merchant.id, "deactivate");
    expect((await postIntent(merchant, { amount: 1 })).body.code).toBe("merchant_not_active");
    await pull(merchant.id, "activate");
    await makeIntent(merchant);

    await rowsOf(other.id).run("DELETE FROM merchants WHERE id = ?", other.id);
    expect((await postIntent(other, { amount: 1 })).body.code).toBe("merchant_not_active");
    expect(
      await cellOf(other.id).select().from(accountCopies).where(eq(accountCopies.merchantId, other.id)),
    ).toEqual([]);
  });
});

describe("a suspension", () => {
  it.for(["the sweep", "the same request again"])(
    "that a cell fails to get is not acknowledged, and is finished by %s",
    async (finisher, { merchant }) => {
      const cell = cellOf(merchant.id);
      await makeIntent(merchant);
      const failing = failWrites(cell);
      expect(await pull(merchant.id, "suspend", { reason: "Fraud" })).toMatchObject({
        status: 503,
        body: { code: "database_unavailable" },
      });
      await sweepAccountCopies(beginSweep(deps));
      failing.mockRestore();
      expect((await findMerchant(cell, merchant.id))?.suspendedAt).toBeNull();

      if (finisher === "the sweep") await sweepAccountCopies(beginSweep(deps));
      else await suspend(merchant);
      expect(await findMerchant(cell, merchant.id)).toMatchObject({
        suspendedAt: expect.any(Number),
        suspensionReason: "Fraud",
      });
      expect(await listStaleAccounts(db, "", 100)).not.toContain(merchant.id);
    },
  );

  it.for([500, 409, 404])(
    "reaches the cell although its request ends with %i",
    async (status, { merchant }) => {
      const lines = muteLog();
      const cell = cellOf(merchant.id);
      await makeIntent(merchant);
      const path = `${MERCHANT_API}/admin/merchants/${merchant.id}`;
      const app = new Hono<AppEnv>()
        .onError(onError)
        .use(async (c, next) => {
          c.set("deps", deps);
          c.set("timing", {});
          await next();
        })
        .on("POST", `${MERCHANT_API}/admin/merchants/:merchantID`, afterAccountChange, async (c) => {
          await suspendAtHome(merchant);
          return c.body(null, status as 500);
        });
      const context = createExecutionContext();
      const post = async () => (await app.request(path, { method: "POST" }, {}, context)).status;
      const { release } = holdWrites(cell);
      if (status < 500) release();
      expect(await post()).toBe(status);
      expect(lines, "of copies that took too long").toEqual([]);
      release();
      await waitOnExecutionContext(context);
      expect((await findMerchant(cell, merchant.id))?.suspendedAt).not.toBeNull();

      await changeMerchantStop(db, merchant.id, { stop: "refunds", reason: "Fraud", now: Date.now() });
      failWrites(cell);
      expect(await post()).toBe(status === 500 ? 500 : 503);
    },
  );
});

describe("a cell's copy from after the time that home was put back to", () => {
  it("is replaced by what home has, before that counts as copied", async ({ merchant }) => {
    await makeIntent(merchant);
    await suspend(merchant);
    const ofMerchant = eq(accountCopies.merchantId, merchant.id);
    await db.update(merchants).set({ suspendedAt: null }).where(eq(merchants.id, merchant.id));
    await db.update(accountCopies).set({ version: 2, copiedVersion: 1 }).where(ofMerchant);
    await sweepAccountCopies(beginSweep(deps));

    await makeIntent(merchant);
    const [copy] = await db.select().from(accountCopies).where(ofMerchant);
    expect(copy?.copiedVersion).toBe(copy?.version);
  });
});

describe("a cell", () => {
  it("is known from the first copy on, which home finds by a row for each cell", async () => {
    const merchant = await seedMerchant();
    const { name: cell } = cellOf(merchant.id);
    await copyAccount(shards, merchant.id, cellOf(merchant.id));
    await copyAccount(shards, crypto.randomUUID(), shards.named("unused"));
    await db.run(`INSERT INTO account_copies SELECT 'merchant-' || value, '${cell}', 1, 1, 0
      FROM json_each('[${[...Array(100).keys()]}]')`);
    const known = await shards.known();
    expect(known).toContain(cell);
    expect(known).not.toContain("unused");
    expect(await rowsReadBy(() => shards.known())).toBeLessThanOrEqual(16);
  });
});

describe("a copy", () => {
  it("that was read before a change does not replace one from after it", async () => {
    const merchant = await seedMerchant();
    const cell = cellOf(merchant.id);
    const { held, release } = holdWrites(cell);
    const first = copyAccount(shards, merchant.id, cell);
    await expect.poll(() => held).toHaveBeenCalled();
    const [gone, kept] = [await seedCounter(merchant.id), await seedCounter(merchant.id)];
    await renewCopies(shards, merchant.id);
    await suspendAtHome(merchant);
    await db.delete(counters).where(and(eq(counters.merchantId, merchant.id), eq(counters.id, gone.id)));
    await renewCopies(shards, merchant.id);
    release();
    await first;

    expect((await findMerchant(cell, merchant.id))?.suspendedAt).not.toBeNull();
    expect(await countersIn(cell, merchant)).toMatchObject([{ id: kept.id }]);
  });

  it("of a change that comes after the first copy has read it is made once", async () => {
    const merchant = await seedMerchant();
    const cell = cellOf(merchant.id);
    await suspendAtHome(merchant);
    await copyAccount(shards, merchant.id, cell);
    const writes = vi.spyOn(cell, "batch");
    await renewCopies(shards, merchant.id);

    expect((await findMerchant(cell, merchant.id))?.suspendedAt).not.toBeNull();
    expect(writes).not.toHaveBeenCalled();
  });

  it("that some at a time are made of is also made while another cell keeps failing", async () => {
    const merchant = await seedMerchant();
    const [failing, cell] = [shards.named("51"), shards.named("52")];
    for (const each of [failing, cell]) await copyAccount(shards, merchant.id, each);
    await renewCopies(shards, merchant.id);
    await suspendAtHome(merchant);
    failWrites(failing);
    for (let run = 0; run < 30; run++) await renewCopies(shards, merchant.id, 1).catch(() => {});
    expect((await findMerchant(cell, merchant.id))?.suspendedAt).not.toBeNull();
  });

  it("of a large account is made in fewer cells at a time", async () => {
    const { id } = await seedMerchant({ businessName: "x".repeat(1_200_000) });
    const names = [...Array(20).keys()].map((n) => (0x500 + n).toString(16));
    await db.run(
      `INSERT INTO account_copies SELECT '${id}', value, 1, 0, 0 FROM json_each('${JSON.stringify(names)}')`,
    );
    const held = holdDatabase(/^insert into "merchants"/);
    const renewing = renewCopies(shards, id);
    await expect.poll(() => held.waiting).toBe(13);
    held.release();
    await renewing;
    expect(await listStaleAccounts(db, "", 100)).not.toContain(id);
  });
});
