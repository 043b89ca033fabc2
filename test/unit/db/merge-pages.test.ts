import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Page } from "#core/db/paging.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { mergePages, newestFirst } from "#core/shards/merge-pages.ts";

/** A list in one shard. Of what it looks through for one page, only what a filter matches is shown. */
function pageOf(shard: readonly Row[], cursor: Cursor | null, limit: number): Page<Row> {
  const SEARCHED_MAX = 7;
  const left = shard.filter((row) => cursor === null || newestFirst(cursor, row) < 0).sort(newestFirst);
  const searched = left.slice(0, SEARCHED_MAX);
  const matching = searched.filter(({ isWanted }) => isWanted);
  const rows = matching.slice(0, limit);
  const end = left.length > searched.length ? (searched.at(-1) ?? null) : null;
  return { rows, next: matching.length > limit ? (rows.at(-1) ?? null) : end };
}

interface Row extends Cursor {
  isWanted: boolean;
}

function readAll(shards: readonly (readonly Row[])[], limit: number): { ids: string[]; lengths: number[] } {
  const ids: string[] = [];
  const lengths: number[] = [];
  let cursor: Cursor | null = null;
  do {
    const from: Cursor | null = cursor;
    const pages: Page<Row>[] = shards.map((shard) => pageOf(shard, from, limit));
    const { rows, next }: Page<Row> = mergePages(pages, limit, newestFirst);
    ids.push(...rows.map(({ id }) => id));
    lengths.push(rows.length);
    cursor = next;
  } while (cursor !== null);
  return { ids, lengths };
}

const anyRow = (isWanted: fc.Arbitrary<boolean>) =>
  fc.record({
    id: fc.uuid(),
    createdAt: fc.nat({ max: 5 }),
    isWanted,
    shards: fc.subarray([0, 1, 2], { minLength: 1 }),
  });
const rowsOf = (isWanted: fc.Arbitrary<boolean>) =>
  fc.uniqueArray(anyRow(isWanted), { selector: ({ id }) => id, maxLength: 40 });

it("the page of a single shard stays as it is", () => {
  fc.assert(
    fc.property(rowsOf(fc.boolean()), fc.integer({ min: 1, max: 10 }), (rows, limit) => {
      const page = pageOf(rows, null, limit);
      expect(mergePages([page], limit, newestFirst)).toEqual(page);
    }),
  );
});

describe("the pages of several shards", () => {
  it.each([
    ["have the rows of one shard that has all of them, once and in order", "ids", fc.boolean(), 10],
    ["are as long as those of one shard where every row is shown", "lengths", fc.constant(true), 6],
  ] as const)("%s", (_, what, isWanted, limitMax) => {
    fc.assert(
      fc.property(rowsOf(isWanted), fc.integer({ min: 1, max: limitMax }), (rows, limit) => {
        const spread = [0, 1, 2].map((shard) => rows.filter(({ shards }) => shards.includes(shard)));
        expect(readAll(spread, limit)[what]).toEqual(readAll([rows], limit)[what]);
      }),
    );
  });
});
