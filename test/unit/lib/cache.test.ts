import { describe, expect, it, vi } from "vitest";
import { BoundedCache, memoizeWeak } from "../../../src/lib/cache.ts";

describe("BoundedCache", () => {
  it("keeps the newest entries", () => {
    const cache = new BoundedCache<string, number>(3);
    for (const [value, key] of ["a", "b", "a", "c", "d"].entries()) cache.set(key, value);
    expect([...cache]).toEqual([
      ["a", 2],
      ["c", 3],
      ["d", 4],
    ]);
  });

  it("makes a value once", async () => {
    const cache = new BoundedCache<string, string>(3);
    const make = vi.fn(async () => "made");
    expect(await cache.getOrMake("a", make)).toBe("made");
    expect(await cache.getOrMake("a", make)).toBe("made");
    expect(make).toHaveBeenCalledTimes(1);
  });

  it("makes a value again that could not be made, or that was displaced", async () => {
    const cache = new BoundedCache<string, string>(1);
    const fail = () => Promise.reject(new Error("not now"));
    await expect(cache.getOrMake("a", fail)).rejects.toThrow("not now");
    expect(await cache.getOrMake("a", async () => "first")).toBe("first");
    expect(await cache.getOrMake("b", async () => "other")).toBe("other");
    expect(await cache.getOrMake("a", async () => "second")).toBe("second");
  });
});

describe("memoizeWeak", () => {
  it("makes one value for each object, with what it was first given besides", () => {
    const make = vi.fn((of: { name: string }, greeting: string) => ({ greeting: `${greeting} ${of.name}` }));
    const greetingFor = memoizeWeak(make);
    const [ada, other] = [{ name: "Ada" }, { name: "Ada" }];
    expect(greetingFor(ada, "Hello")).toEqual({ greeting: "Hello Ada" });
    expect(greetingFor(ada, "Bye")).toBe(greetingFor(ada, "Hello"));
    expect(greetingFor(other, "Hello")).not.toBe(greetingFor(ada, "Hello"));
    expect(make).toHaveBeenCalledTimes(2);
  });
});
