import { expect, it } from "vitest";
import { maskedName } from "#parts/desk/domain/desk.ts";

it.each([
  ["ada.lovelace@example.com", "a…@e….com"],
  ["a@b.co.uk", "a…@b….uk"],
  ["root@localhost", "r…@l…"],
  ["𝒜da", "𝒜…"],
  ["ada@", "a…"],
  ["", "…"],
])("a desk that knows only the wallet's id sees %j as %j", (name, shown) => {
  expect(maskedName(name)).toBe(shown);
});
