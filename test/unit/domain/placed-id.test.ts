import { v7 as newId } from "uuid";
import { describe, expect, it } from "vitest";
import { placedId } from "../../../src/domain/placed-id.ts";

const INTENT = {
  id: "0197a3c0-0000-7000-8000-aaabbbcccccd",
  merchantId: "4c9a1f6e-2b7d-4e83-9a50-777666123458",
};
const NOW = Date.parse("2026-11-25T12:00:00Z");

describe("placedId", () => {
  it("keeps all but the last nine digits: bucket of the intent, slot of the merchant, place 0", () => {
    expect(placedId("0197a3c1-1111-7222-8333-444555666777", INTENT)).toBe(
      "0197a3c1-1111-7222-8333-444bbb123450",
    );
  });

  it("leaves ids of one millisecond different, and in the order in which they were made", () => {
    const ids = Array.from({ length: 100 }, () => placedId(newId({ msecs: NOW }), INTENT));
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});
