import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import {
  besideId,
  placedId,
  placeOfNew,
  placesOf,
  placesOfMerchant,
  slottedId,
} from "../../../src/domain/placed-id.ts";

const INTENT = {
  id: "0197a3c0-0000-7000-8000-aaabbbcccccd",
  merchantId: "4c9a1f6e-2b7d-4e83-9a50-777666123458",
};
const NOW = Date.parse("2026-11-25T12:00:00Z");

describe("placedId", () => {
  it("keeps all but the last nine digits: bucket of the intent, slot of the merchant, place", () => {
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

describe("slottedId", () => {
  const derived = "a4e22995-8f8b-8e63-a259-f4d5a2efcd42";

  it("has three zeros, the merchant's slot before the last digit, and nothing else is new", () => {
    expect(slottedId(derived, INTENT.merchantId)).toBe("a4e22995-8f8b-8e63-a259-0005a2123452");
  });

  it("is for the cell of the setting that holds, and for home before the first", () => {
    const id = slottedId(derived, INTENT.merchantId);
    const places = [NOW - 1, NOW, NOW + 1000].map((now) => placeOfNew(id, CELLS, now));
    expect(places).toEqual(["home", "123", "12345"]);
    expect(placesOf(id, CELLS)).toEqual(places.reverse());
  });
});

it("an id beside another one leads to the same place", () => {
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
      "in each place, home last, for an id from a key",
      "0197a3c1-1111-8222-8333-000bbb123457",
      CELLS,
      ["12345", "123", "home"],
    ],
    ["at home for one without a slot", "0197a3c1-1111-8222-8333-444bbb123457", CELLS, ["home"]],
  ])("a payment is %s", (_, id, cells, places) => {
    expect(placesOf(id, cells)).toEqual(places);
  });

  it.each(["order-7", "an invoice 7 of another shop, in a text of any length", ""])(
    "a text that is no id leads home: %j",
    (text) => {
      expect(placesOf(text, CELLS)).toEqual(["home"]);
      expect(placesOfMerchant(text, CELLS)).toEqual(["home"]);
    },
  );

  it("a merchant's are in the cells of its slot, the newest first, and at home", () => {
    expect(placesOfMerchant(INTENT.merchantId, CELLS)).toEqual(["12345", "123", "home"]);
    expect(placesOfMerchant(INTENT.merchantId, [])).toEqual(["home"]);
  });
});
