// Owners make codes for their counters' stickers, and revoke them.
import { describe, expect } from "vitest";
import { call, ISO_TIME } from "../../../support/api.ts";
import { storedEntries } from "../../../support/audit-trail.ts";
import { moveClock, SECOND, useStoppedClock } from "../../../support/clock.ts";
import { COUNTERS, makeCounter, makeInactiveCounter } from "../../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { readExport } from "../../../support/exports.ts";
import { it } from "../../../support/it.ts";
import { makeMerchant } from "../../../support/parties.ts";
import { UNKNOWN_ID } from "../../../support/paths.ts";
import { rowsOf } from "../../../support/rows.ts";
import { makeStickerCode, postStickerCode, revokeStickerCode } from "../sticker-requests.ts";

useStoppedClock();

const listOf = async ({ token }: { token: string }, counterId: string) =>
  (await call("GET", `${COUNTERS}/${counterId}/sticker-codes`, { token })).body.sticker_codes;

describe("POST /counters/{counterID}/sticker-codes", () => {
  it("makes one of 128 random bits, which the trail records", async ({ merchant, counter }) => {
    const fields = { label: "Coffee", amount: "4.50", currency: "eur" };
    const { status, body } = await postStickerCode(merchant, counter.id, fields);
    const { id } = body.sticker_code;
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect([status, body.sticker_code]).toEqual([
      201,
      {
        ...{ id, label: "Coffee", amount: "4.50", amount_min: null, amount_max: null, currency: "EUR" },
        counter_id: counter.id,
        url: `http://payments.test/s/${id}`,
        created_at: expect.stringMatching(ISO_TIME),
      },
    ]);
    // It lies with its merchant: a sticker's random id names no shard.
    const [entry] = await storedEntries(merchant.id, "sticker_code.created");
    expect(entry?.targetId).toBe(id);
    expect(entry?.erasable.details?.value).toBe(counter.id);
  });

  it("uses every bit of the id, also those that a UUID has for its version", async ({
    merchant,
    counter,
  }) => {
    const ids: string[] = [];
    for (let made = 0; made < 40; made++) ids.push((await makeStickerCode(merchant, {}, counter.id)).id);
    const digitsAt = (place: number) => new Set(ids.map((id) => id[place])).size;
    expect([digitsAt(14), digitsAt(19)].map((different) => different > 4)).toEqual([true, true]);
  });

  it.for([
    [{ amount: 1.5, currency: "JPY" }, "amount", "must have no decimals in JPY"],
    [{ amount: "1.5", currency: "JPY" }, "amount", "must have no decimals in JPY"],
    [{ amount: 0 }, "amount", "must be at least 0.01"],
    [{ amount_min: 5, amount_max: 4 }, "amount_max", "must be at least amount_min"],
    [{ amount: 5, amount_min: 4 }, "amount_min", "must be left out with amount"],
    [{ amount: 5, amount_max: 6 }, "amount_max", "must be left out with amount"],
    [{ label: " " }, "label", undefined],
    [{ currency: "XXX" }, "currency", undefined],
  ] as const)("refuses %j", async ([json, field, message], { merchant, counter }) => {
    expectInvalid(await postStickerCode(merchant, counter.id, json), field, message);
  });

  it("names each limit that it refuses", async ({ merchant, counter }) => {
    const { body } = await postStickerCode(merchant, counter.id, { amount: 5, amount_min: 6, amount_max: 4 });
    const fields = body.details.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["amount_min", "amount_max"]);
  });

  it("needs an active counter of the merchant", async ({ merchant, other }) => {
    const inactive = await makeInactiveCounter(merchant);
    const refused = await postStickerCode(merchant, inactive.id, {});
    expectFailure(refused, 403, "counter_not_active", "Counter is not active");
    for (const id of [UNKNOWN_ID, (await makeCounter(other)).id])
      expect((await postStickerCode(merchant, id, {})).body.code).toBe("counter_not_found");
  });

  it("makes at most 100 for a counter", async ({ merchant, counter }) => {
    const { id } = await makeStickerCode(merchant, {}, counter.id);
    await rowsOf(merchant.id).run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
       INSERT INTO sticker_codes SELECT 'made-' || i, merchant_id, counter_id, label, amount_minor, amount_min_minor,
       amount_max_minor, currency, created_at, created_by, revoked_at, minute_ends_at, begun_payments
       FROM sticker_codes, n WHERE id = ?`,
      id,
    );
    const refused = await postStickerCode(merchant, counter.id, {});
    expectFailure(refused, 409, "too_many_sticker_codes", "a counter may have 100 sticker codes");
    await revokeStickerCode(merchant, id);
    expect((await postStickerCode(merchant, counter.id, {})).status).toBe(201);
  });
});

describe("GET /counters/{counterID}/sticker-codes", () => {
  it("lists those that are not revoked, newest first", async ({ merchant, counter }) => {
    const made = [];
    for (let count = 0; count < 3; count++) {
      moveClock(SECOND);
      made.push((await makeStickerCode(merchant, {}, counter.id)).id);
    }
    const [first, second, third] = made;
    await revokeStickerCode(merchant, second ?? "");
    const listed = await listOf(merchant, counter.id);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([third, first]);
  });
});

describe("DELETE /sticker-codes/{stickerCodeID}", () => {
  it("revokes it for good, and once in the trail however often it is sent", async ({ merchant }) => {
    const { id } = await makeStickerCode(merchant);
    for (const _ of [1, 2]) {
      const { status, body } = await revokeStickerCode(merchant, id);
      expect([status, body]).toEqual([200, { success: true, message: "Sticker code revoked" }]);
    }
    const actions = (await storedEntries(merchant.id))
      .filter(({ targetId }) => targetId === id)
      .map(({ action }) => action);
    expect(actions).toEqual(["sticker_code.created", "sticker_code.revoked"]);
  });

  it("knows none of another merchant, and no other id", async ({ merchant, other }) => {
    const { id } = await makeStickerCode(other);
    for (const unknown of [id, UNKNOWN_ID, "no-id"]) {
      const refused = await revokeStickerCode(merchant, unknown);
      expectFailure(refused, 404, "sticker_code_not_found", "Sticker code not found");
    }
  });
});

describe("a merchant's export", () => {
  it("has its sticker codes, those that are revoked as well", async () => {
    const merchant = await makeMerchant();
    const { id, counterId } = await makeStickerCode(merchant, { label: "Coffee", amount: 4.5 });
    await revokeStickerCode(merchant, id);
    expect((await readExport(merchant.id)).of("sticker_code")).toEqual([
      expect.objectContaining({
        ...{ id, counter_id: counterId, label: "Coffee", amount_minor: 450, currency: "USD" },
        revoked_at: expect.stringMatching(ISO_TIME),
      }),
    ]);
  });
});

describe("an erased merchant", () => {
  it("keeps no sticker codes, which others keep", async ({ merchant, other }) => {
    const [{ id }, { id: others }] = [await makeStickerCode(merchant), await makeStickerCode(other)];
    const rows = rowsOf(merchant.id);
    await rows.run("UPDATE merchants SET erasure_requested_at = 1 WHERE id = ?", merchant.id);
    const isThere = (code: string) => rows.value("SELECT count(*) FROM sticker_codes WHERE id = ?", code);
    expect([await isThere(id), await isThere(others)]).toEqual([1, 1]);
    await rows.run("UPDATE merchants SET erased_at = 1 WHERE id = ?", merchant.id);
    expect([await isThere(id), await isThere(others)]).toEqual([0, 1]);
  });
});
