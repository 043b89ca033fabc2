import { expect, it } from "vitest";
import { KeptWhileSame } from "../../../src/lib/kept-while-same.ts";

const keeping = (most: number) => {
  const kept = new KeptWhileSame<string, { of: string }>((one, other) => one === other, most);
  return (key: string, source: string) => kept.get(key, source, (of) => ({ of }));
};

it("makes a value once for each source of a key", () => {
  const get = keeping(10);
  const first = get("a", "1");
  expect(get("a", "1")).toBe(first);
  expect(get("b", "1")).not.toBe(first);
  expect(get("a", "2")).toEqual({ of: "2" });
  expect(get("a", "1")).toEqual({ of: "1" });
});

it("forgets the oldest when there would be too many", () => {
  const get = keeping(2);
  const first = get("a", "1");
  get("b", "1");
  expect(get("a", "1")).toBe(first);
  get("c", "1");
  expect(get("a", "1")).not.toBe(first);
});
