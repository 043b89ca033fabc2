// What is exported and erased of a merchant whose payments are at home and in its cell.
import { beforeAll, describe, expect, it } from "vitest";
import { BEFORE_ALL } from "#core/domain/cursor.ts";
import { requestErasure } from "#parts/exports/services/merchant-erasure.ts";
import { exportMerchant } from "#parts/exports/services/merchant-export.ts";
import { exportCursor } from "#parts/exports/wire/present-merchant-export.ts";
import { storedEntries } from "../../../support/audit-trail.ts";
import { HOUR, useStoppedClock } from "../../../support/clock.ts";
import { readExport } from "../../../support/exports.ts";
import { useQueues } from "../../../support/queues.ts";
import { ACTOR, deps } from "../../../support/seeds.ts";
import {
  type SpreadMerchant,
  seedIntentIn,
  seedPaidIn,
  seedSpreadMerchant,
  seedSpreadShop,
} from "../../../support/spread-payments.ts";

useQueues();
useStoppedClock();

const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id);

let shop: Awaited<ReturnType<typeof seedSpreadShop>>;
let ids: string[];

beforeAll(async () => {
  shop = await seedSpreadShop();
  ({ ids } = shop);
});

describe("a merchant's export", () => {
  it("goes on in the cell in which a part ended", async () => {
    const { name: shard } = shop.cell;
    const cursor = exportCursor.format({
      section: "completed",
      place: shard,
      after: BEFORE_ALL,
      startedAt: 1,
    });
    const { of } = await readExport(shop.merchant.id, `?cursor=${cursor}`);
    expect(idsOf(of("payment_intent"))).toEqual([ids[1], ids[3], ids[5]]);
    expect(of("event")).toHaveLength(7);
  });

  it.each([
    ["another merchant's cell", "completed", 1],
    ["a cell where its section is at home", "movements", 0],
  ] as const)("refuses a cursor in %s, and is not recorded", async (_, section, flipped) => {
    const { id } = shop.merchant;
    const shard = (Number.parseInt(shop.cell.name, 16) ^ flipped).toString(16);
    const cursor = { section, place: shard, after: BEFORE_ALL, startedAt: 1 } as never;
    const before = await storedEntries(id, "merchant.exported");
    expect(await exportMerchant(deps, ACTOR, id, cursor)).toEqual({ ok: false, error: "unknown_cursor" });
    expect(await storedEntries(id, "merchant.exported")).toEqual(before);
  });
});

it.each(["home", "cell"] as const)(
  "a merchant with a payment open or recent %s is not erased",
  async (where) => {
    const seedClosed = () => seedSpreadMerchant({ status: "closed", suspendedAt: 1, updatedAt: 1 });
    const request = ({ merchant }: SpreadMerchant) => requestErasure(deps, ACTOR, merchant.id);
    const [open, recent, quiet] = [await seedClosed(), await seedClosed(), await seedClosed()];
    await seedIntentIn(open[where], open.merchant.id);
    await seedPaidIn(recent[where], recent.merchant.id, { createdAt: Date.now() - HOUR });
    expect(await request(open)).toEqual({ ok: false, error: "merchant_unsettled" });
    expect(await request(recent)).toEqual({ ok: false, error: "merchant_not_quiet" });
    expect(await request(quiet)).toMatchObject({ ok: true });
  },
);
