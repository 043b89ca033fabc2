// Entries of the audit trail are at home, but for those of refunds, which are beside their payments.
import { eq } from "drizzle-orm";
import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { auditEntries } from "#core/db/schema/audit.ts";
import { adminToken, call } from "../support/api.ts";
import { AUDIT_TRAIL, PLATFORM_AUDIT_TRAIL } from "../support/audit-trail.ts";
import { expectInvalid } from "../support/error-responses.ts";
import { db } from "../support/seeds.ts";
import {
  makeKnown,
  readPages,
  type SpreadMerchant,
  seedEntryIn,
  seedSpreadMerchant,
} from "../support/spread-payments.ts";
import { merchantToken } from "../support/tokens.ts";

/** Seeds them by turns at home and in the cell, oldest first. */
async function seedEntries({ merchant, home, cell }: SpreadMerchant): Promise<string[]> {
  const ids = [];
  for (const [index, shard] of [home, cell, home, cell].entries()) {
    ids.push(await seedEntryIn(shard, merchant.id, { at: Date.now() - 10_000 + index }));
  }
  return ids;
}

const readEntries = (token: string, path: string) =>
  readPages<string>(async (cursor) => {
    const from = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await call("GET", `${path}limit=3${from}`, { token });
    return { rows: body.entries, next: body.next_cursor };
  });

describe("the audit trail", () => {
  it("of a merchant has the entries of its cell between those at home", async () => {
    const spread = await seedSpreadMerchant();
    const ids = await seedEntries(spread);
    const token = await merchantToken(spread.merchant.id);
    expect(await readEntries(token, `${AUDIT_TRAIL}?`)).toEqual(ids.toReversed());
    const ofMerchant = `${PLATFORM_AUDIT_TRAIL}?merchant_id=${spread.merchant.id}&`;
    expect(await readEntries(await adminToken(), ofMerchant)).toEqual(ids.toReversed());
  });

  it("of all merchants has the entries of all shards, unless there are too many to read", async () => {
    const ids = await seedEntries(await seedSpreadMerchant());
    const others = await seedEntries(await seedSpreadMerchant());
    const token = await adminToken();
    const all = await readEntries(token, `${PLATFORM_AUDIT_TRAIL}?action=refund.requested&`);
    expect(all.filter((id) => [...ids, ...others].includes(id))).toEqual(
      [...ids, ...others].sort().reverse(),
    );
    expect(all).toEqual(all.toSorted().reverse());

    await makeKnown(Array.from({ length: 50 }, (_, index) => index.toString(16)));
    const refused = await call("GET", PLATFORM_AUDIT_TRAIL, { token });
    const message = "is required: all entries are in too many databases to read at once";
    expectInvalid(refused, "merchant_id", message);
  });

  it("loses what is erased where it is, with an entry about that beside it, which can be erased as well", async () => {
    const { merchant, cell } = await seedSpreadMerchant();
    const id = await seedEntryIn(cell, merchant.id);
    const token = await adminToken();
    const erase = (entryId: string, fields: string[]) =>
      call("POST", `${PLATFORM_AUDIT_TRAIL}/${entryId}/erase`, { token, json: { fields } });
    expect((await erase(id, ["details"])).body.entry).toMatchObject({ id, details: null });
    const isOwn = eq(auditEntries.merchantId, merchant.id);
    const [erased, erasure] = await cell.select().from(auditEntries).where(isOwn).orderBy(auditEntries.id);
    expect([erased?.id, erased?.erasable]).toEqual([id, {}]);
    expect(erasure).toMatchObject({ action: "audit_entry.erased", targetId: id });
    expect((await erase(erasure?.id ?? "", ["details"])).body.entry).toMatchObject({ details: null });
    expect((await erase(newId(), ["details"])).status).toBe(404);
    expect(await db.select().from(auditEntries)).not.toContainEqual(
      expect.objectContaining({ targetId: id }),
    );
  });
});
