// What a counter's tills offer at a tap, as owners set it.
import { describe, expect } from "vitest";
import { FAVOURITES_BYTES_MAX } from "#parts/till/domain/favourites.ts";
import { call, ISO_TIME } from "../../../support/api.ts";
import { storedEntries } from "../../../support/audit-trail.ts";
import { moveClock, SECOND, useStoppedClock } from "../../../support/clock.ts";
import { COUNTERS, makeCounter, makeInactiveCounter } from "../../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { readExport } from "../../../support/exports.ts";
import { it } from "../../../support/it.ts";
import { makeTill } from "../../../support/pairings.ts";
import { callAs } from "../../../support/sessions.ts";

useStoppedClock();

type Caller = { token: string };
const pathOf = (id: string) => `${COUNTERS}/${id}/favourites`;
const put = ({ token }: Caller, id: string, json: unknown) => call("PUT", pathOf(id), { token, json });
const read = async ({ token }: Caller, id: string) =>
  (await call("GET", pathOf(id), { token })).body.favourites;

const MENU = {
  currency: "chf",
  items: [
    { name: "Kaffee", price: "4.50" },
    { name: "Kuchen", price: 5 },
  ],
};
const SHOWN = {
  currency: "CHF",
  items: [
    { name: "Kaffee", price: "4.50" },
    { name: "Kuchen", price: "5.00" },
  ],
};

describe("PUT /counters/{counterID}/favourites", () => {
  it("replaces them all, and the trail says who did", async ({ merchant, counter }) => {
    expect(await read(merchant, counter.id)).toEqual({ currency: null, items: [], updated_at: null });
    const { status, body } = await put(merchant, counter.id, MENU);
    expect([status, body.favourites]).toEqual([
      200,
      { ...SHOWN, updated_at: expect.stringMatching(ISO_TIME) },
    ]);
    expect(await read(merchant, counter.id)).toEqual(body.favourites);
    await put(merchant, counter.id, { currency: "JPY", items: [] });
    expect(await read(merchant, counter.id)).toMatchObject({ currency: "JPY", items: [] });
    const entries = await storedEntries(merchant.id, "favourites.changed");
    expect(entries.map(({ targetId }) => targetId)).toEqual([counter.id, counter.id]);
  });

  it("tells two changes within one millisecond apart", async ({ merchant, counter }) => {
    const first = (await put(merchant, counter.id, MENU)).body.favourites.updated_at;
    const second = (await put(merchant, counter.id, MENU)).body.favourites.updated_at;
    expect(Date.parse(second) - Date.parse(first)).toBe(1);
  });

  const long = Array.from({ length: 60 }, (_, i) => ({ name: "é".repeat(20) + i, price: 1 }));
  it.for([
    [{}, "items"],
    [{ items: [{ name: "Tee" }] }, "items.0.price"],
    [{ items: [{ name: " ", price: 1 }] }, "items.0.name"],
    [{ items: [{ name: "x".repeat(41), price: 1 }] }, "items.0.name"],
    [
      {
        items: [
          { name: "Tee", price: 1 },
          { name: "Sake", price: 1.5 },
        ],
        currency: "JPY",
      },
      "items.1.price",
    ],
    [{ items: [{ name: "Tee", price: -1 }] }, "items.0.price"],
    [{ items: [], currency: "XXX" }, "currency"],
    [{ items: [...long, { name: "one more", price: 1 }] }, "items"],
    [
      { items: long },
      "items",
      `must take at most ${FAVOURITES_BYTES_MAX} bytes in all: use fewer or shorter names`,
    ],
  ] as const)("refuses %#, and changes nothing", async ([json, field, message], { merchant, counter }) => {
    await put(merchant, counter.id, MENU);
    expectInvalid(await put(merchant, counter.id, json), field, message);
    expect(await read(merchant, counter.id)).toMatchObject(SHOWN);
  });

  it("refuses a counter that is closed", async ({ merchant }) => {
    const { id } = await makeInactiveCounter(merchant);
    expectFailure(await put(merchant, id, MENU), 403, "counter_not_active", "Counter is not active");
  });
});

describe("GET /counters/{counterID}/favourites", () => {
  it("gives a till those of its own counter alone, to read", async ({ merchant, counter }) => {
    await put(merchant, counter.id, MENU);
    const { secret } = await makeTill(merchant, counter.id);
    const own = await callAs(secret, "GET", pathOf(counter.id));
    expect([own.status, own.body.favourites]).toEqual([200, await read(merchant, counter.id)]);
    const other = await makeCounter(merchant);
    expectFailure(
      await callAs(secret, "GET", pathOf(other.id)),
      404,
      "counter_not_found",
      expect.any(String),
    );
    expect((await callAs(secret, "PUT", pathOf(counter.id), { json: MENU })).status).toBe(403);
  });
});

it("the merchant's export has them, the counter that changed first before the others", async ({
  merchant,
}) => {
  const counters = [await makeCounter(merchant), await makeCounter(merchant)];
  for (const { id } of counters) {
    await put(merchant, id, MENU);
    moveClock(SECOND);
  }
  const records = (await readExport(merchant.id)).of("favourites");
  expect(records.map(({ counter_id }) => counter_id)).toEqual(counters.map(({ id }) => id));
  expect(records[0]).toMatchObject({ currency: "CHF", items: [{ name: "Kaffee", priceMinor: 450 }, {}] });
});
