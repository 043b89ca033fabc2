import { describe, expect, it, vi } from "vitest";
import { createPublicLookups } from "../../../src/adapters/public-lookups.ts";

const ENTRIES_MAX = 10_000;
const ADDRESS = "203.0.113.7";

/** In place of the data centre's cache. */
function recordCache() {
  const stored = new Set<string>();
  const matched: string[] = [];
  const cache = {
    put: async (key: string) => void stored.add(key),
    match: async (key: string) => {
      matched.push(key);
      return stored.has(key) ? new Response(null) : undefined;
    },
  };
  vi.spyOn(caches, "open").mockResolvedValue(cache as unknown as Cache);
  return { stored, matched };
}

function lookupsThatBlockAtOnce() {
  const rateLimits = { allow: async () => false };
  return createPublicLookups({ rateLimits, publicUrl: "https://payments.test", clock: () => 1_000 });
}

describe("the memory of public reads", () => {
  it("writes an address's first read of an id to the cache, under the service's own name, and no other", async () => {
    const { stored } = recordCache();
    const lookups = lookupsThatBlockAtOnce();
    const put = vi.spyOn(stored, "add");
    for (let reads = 0; reads < 3; reads++) await lookups.noteRead("2001:db8:1:2::/64", "id");
    await lookups.noteRead(ADDRESS, "id");
    expect(put.mock.calls.flat()).toEqual([
      "https://payments.test/public-lookups/2001%3Adb8%3A1%3A2%3A%3A%2F64/id",
      "https://payments.test/public-lookups/203.0.113.7/id",
    ]);
  });

  it("asks the cache only for a blocked address, and once for each id", async () => {
    const { stored, matched } = recordCache();
    stored.add("https://payments.test/public-lookups/203.0.113.7/id");
    const lookups = lookupsThatBlockAtOnce();
    expect(await lookups.mayRead(ADDRESS, "id")).toBe(true);
    expect(matched).toEqual([]);
    await lookups.countUnknown(ADDRESS, "guess");
    expect([await lookups.mayRead(ADDRESS, "id"), await lookups.mayRead(ADDRESS, "id")]).toEqual([
      true,
      true,
    ]);
    expect(matched).toHaveLength(1);
  });

  it("is bounded in an isolate: the oldest entry goes, and the cache still has it", async () => {
    const { matched } = recordCache();
    const lookups = lookupsThatBlockAtOnce();
    for (let id = 0; id <= ENTRIES_MAX; id++) await lookups.noteRead(ADDRESS, String(id));
    await lookups.countUnknown(ADDRESS, "guess");
    expect(await lookups.mayRead(ADDRESS, "1")).toBe(true);
    expect(await lookups.mayRead(ADDRESS, String(ENTRIES_MAX))).toBe(true);
    expect(matched).toEqual([]);
    expect(await lookups.mayRead(ADDRESS, "0")).toBe(true);
    expect(matched).toHaveLength(1);
  });
});
