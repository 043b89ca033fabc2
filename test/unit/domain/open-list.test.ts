import { expect, it } from "vitest";
import { addInOrder } from "#core/domain/open-list.ts";

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
