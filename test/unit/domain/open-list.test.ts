import { expect, it } from "vitest";
import { addInOrder, addRows } from "#core/domain/open-list.ts";

it("has what parts add behind the names that they give, and last where that part is missing", () => {
  const list = ["one", "two"];
  addInOrder(list, {
    behindThree: { after: "three" },
    first: { after: "one" },
    second: { after: "first" },
    alone: { after: "of a part that is not composed" },
    three: {},
  });
  expect(list).toEqual(["one", "first", "second", "two", "three", "behindThree", "alone"]);
});

it("lets no part replace what the core or another part has", () => {
  const core = { one: 1 };
  expect(addRows(core, { two: 2 }, undefined)).toEqual({ one: 1, two: 2 });
  expect(() => addRows(core, { one: 3 })).toThrow("one is in the list already");
  expect(() => addInOrder(["one"], { one: { after: "one" } })).toThrow("one is in the list already");
});
