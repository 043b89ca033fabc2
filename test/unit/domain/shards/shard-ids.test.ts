import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import {
  besideId,
  digitsAt,
  placedId,
  shardOfNew,
  shardsOf,
  shardsOfMerchant,
  slottedId,
} from "#core/domain/shards/shard-ids.ts";

const INTENT = {
  id: "0197a3c0-0000-7000-8000-aaabbbcccccd",
  merchantId: "4c9a1f6e-2b7d-4e83-9a50-777666123458",
};
const NOW = Date.parse("2026-11-25T12:00:00Z");

describe("placedId", () => {
  it("keeps all but the last nine digits: bucket of the intent, slot of the merchant, shard", () => {
    const id = "0197a3c1-1111-7222-8333-444555666777";
    expect(placedId(id, INTENT, 0)).toBe("0197a3c1-1111-7222-8333-444bbb123450");
    expect(placedId(id, INTENT, 3)).toBe("0197a3c1-1111-7222-8333-444bbb123453");
  });

  it("leaves ids of one millisecond different, and in the order in which they were made", () => {
    const ids = Array.from({ length: 100 }, () => placedId(newId({ msecs: NOW }), INTENT, 5));
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});

const CELLS = [
  { digits: 3, since: NOW },
  { digits: 5, since: NOW + 1000 },
];

/** By two digits of the bucket, later by three; others have five digits from in between on. */
const SPREAD = [
  { digits: 3, since: NOW },
  { digits: 7, since: NOW + 2000, slot: "12345" },
  { digits: 5, since: NOW + 2500 },
  { digits: 8, since: NOW + 3000, slot: "12345" },
];

describe("slottedId", () => {
  const derived = "a4e22995-8f8b-8e63-a259-f4d5a2efcd42";

  it("has the merchant's slot before the last digit, and nothing else is new", () => {
    expect(slottedId(derived, INTENT.merchantId)).toBe("a4e22995-8f8b-8e63-a259-f4d5a2123452");
  });

  it("is for the cell of the setting that holds, and for home before the first", () => {
    const id = slottedId(derived, INTENT.merchantId);
    const shards = [NOW - 1, NOW, NOW + 1000].map((now) => shardOfNew(id, CELLS, now));
    expect(shards).toEqual(["home", "123", "12345"]);
    expect(shardsOf(id, CELLS)).toEqual(shards.reverse());
  });
});

it("an id beside another one leads to the same shard", () => {
  const [id, other] = ["0197a3c1-1111-7222-8333-444555666777", "0197a3c1-1111-7222-8333-444bbb123453"];
  expect(besideId(id, other)).toBe("0197a3c1-1111-7222-8333-444bbb123453");
});

describe("placesOf", () => {
  const placed = (at: number, digits: number) => placedId(newId({ msecs: at }), INTENT, digits);

  it.each([
    ["at home when there are no cells, whatever an id says", placed(NOW, 3), [], ["home"]],
    ["at home when it says so", placed(NOW + 2000, 0), CELLS, ["home"]],
    ["at home when it is older than all cells, whatever it says", placed(NOW - 60_001, 3), CELLS, ["home"]],
    ["in its cell when its object's clock is a minute behind", placed(NOW - 60_000, 3), CELLS, ["123"]],
    ["in the cell that it names, whatever is new meanwhile", placed(NOW, 3), CELLS, ["123"]],
    ["in the cell that it names", placed(NOW + 1000, 5), CELLS, ["12345"]],
    ["nowhere when it names a cell of no setting", placed(NOW, 4), CELLS, []],
    [
      "in each shard, home last, for an id from a key",
      "0197a3c1-1111-8222-8333-444bbb123457",
      CELLS,
      ["12345", "123", "home"],
    ],
  ])("a payment is %s", (_, id, cells, shards) => {
    expect(shardsOf(id, cells)).toEqual(shards);
  });

  it("of a spread merchant a payment is in the cell of its own bucket", () => {
    const [spread7, spread8] = [placed(NOW + 2000, 7), placed(NOW + 3000, 8)];
    expect([shardsOf(spread7, SPREAD), shardsOf(spread8, SPREAD)]).toEqual([["12345bb"], ["12345bbb"]]);
    expect(shardsOf(placed(NOW + 2000, 6), SPREAD)).toEqual([]);
    const other = { ...INTENT, merchantId: crypto.randomUUID() };
    expect(shardsOf(placedId(newId({ msecs: NOW + 2000 }), other, 7), SPREAD)).toEqual([]);
    const keyed = "0197a3c1-1111-8222-8333-444abc123457";
    expect(shardsOf(keyed, SPREAD)).toEqual(["12345abc", "12345ab", "123", "home"]);
    const times = [NOW + 1999, NOW + 2000, NOW + 2500, NOW + 3000];
    const expected = ["123", "12345ab", "12345ab", "12345abc"];
    expect(times.map((now) => shardOfNew(keyed, SPREAD, now))).toEqual(expected);
    expect(times.map((now) => digitsAt(INTENT.merchantId, SPREAD, now))).toEqual([3, 7, 7, 8]);
    expect(times.map((now) => digitsAt(other.merchantId, SPREAD, now))).toEqual([3, 3, 5, 5]);
  });

  it("the payments of a spread merchant are in 256 or 4,096 cells, and where they were before", () => {
    const cells7 = shardsOfMerchant(INTENT.merchantId, SPREAD.slice(0, 3));
    expect([cells7.length, cells7[0], cells7[255]]).toEqual([258, "1234500", "12345ff"]);
    expect(cells7.slice(256)).toEqual(["123", "home"]);
    const cells8 = shardsOfMerchant(INTENT.merchantId, SPREAD);
    expect([cells8.length, cells8[0], cells8[4095]]).toEqual([4096 + 258, "12345000", "12345fff"]);
    expect(new Set(cells8).size).toBe(cells8.length);
    expect(shardsOfMerchant(crypto.randomUUID(), SPREAD)).toHaveLength(3);
  });

  it.each(["order-7", "an invoice 7 of another shop, in a text of any length", ""])(
    "a text that is no id leads home: %j",
    (text) => {
      expect(shardsOf(text, CELLS)).toEqual(["home"]);
      expect(shardsOfMerchant(text, CELLS)).toEqual(["home"]);
    },
  );

  it("a merchant's are in the cells of its slot, the newest first, and at home", () => {
    expect(shardsOfMerchant(INTENT.merchantId, CELLS)).toEqual(["12345", "123", "home"]);
    expect(shardsOfMerchant(INTENT.merchantId, [])).toEqual(["home"]);
  });
});
