import { expect, it } from "vitest";
import { setBounded } from "../../../src/lib/set-bounded.ts";

it("keeps the newest entries", () => {
  const entries = new Map<string, number>();
  for (const [value, key] of ["a", "b", "a", "c", "d"].entries()) setBounded(entries, key, value, 3);
  expect([...entries]).toEqual([
    ["a", 2],
    ["c", 3],
    ["d", 4],
  ]);
});
