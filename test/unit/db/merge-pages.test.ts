import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeLists, mergePages, newestFirst, type PartialPage } from "../../../src/db/merge-pages.ts";
import type { Cursor } from "../../../src/domain/cursor.ts";

/** A list in one place. Of what it looks through for one page, only what a filter matches is shown. */
function pageOf(place: readonly Row[], cursor: Cursor | null, limit: number): PartialPage<Row, Cursor> {
  const SEARCHED_MAX = 7;
  const left = place.filter((row) => cursor === null || newestFirst(cursor, row) < 0).sort(newestFirst);
  const searched = left.slice(0, SEARCHED_MAX);
  const matching = searched.filter(({ isWanted }) => isWanted);
  const rows = matching.slice(0, limit);
  const end = left.length > searched.length ? (searched.at(-1) ?? null) : null;
  return { rows, next: matching.length > limit ? (rows.at(-1) ?? null) : end };
}

interface Row extends Cursor {
  isWanted: boolean;
}

function readAll(places: readonly (readonly Row[])[], limit: number): { ids: string[]; lengths: number[] } {
  const ids: string[] = [];
  const lengths: number[] = [];
  let cursor: Cursor | null = null;
  do {
    const from: Cursor | null = cursor;
    const pages: PartialPage<Row, Cursor>[] = places.map((place) => pageOf(place, from, limit));
    const { rows, next }: PartialPage<Row, Cursor> = mergePages(pages, limit, newestFirst);
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
    places: fc.subarray([0, 1, 2], { minLength: 1 }),
  });
const rowsOf = (isWanted: fc.Arbitrary<boolean>) =>
  fc.uniqueArray(anyRow(isWanted), { selector: ({ id }) => id, maxLength: 40 });
const anyLimit = fc.integer({ min: 1, max: 10 });

describe("the pages of several places", () => {
  it("have the rows of one place that has all of them, once and in order", () => {
    fc.assert(
      fc.property(rowsOf(fc.boolean()), anyLimit, (rows, limit) => {
        const spread = [0, 1, 2].map((place) => rows.filter(({ places }) => places.includes(place)));
        expect(readAll(spread, limit).ids).toEqual(readAll([rows], limit).ids);
      }),
    );
  });

  it("are as long as those of one place where every row is shown", () => {
    fc.assert(
      fc.property(rowsOf(fc.constant(true)), fc.integer({ min: 1, max: 6 }), (rows, limit) => {
        const spread = [0, 1, 2].map((place) => rows.filter(({ places }) => places.includes(place)));
        expect(readAll(spread, limit).lengths).toEqual(readAll([rows], limit).lengths);
      }),
    );
  });

  it("are none without a place", () => {
    expect(mergePages<Cursor, Row>([], 10, newestFirst)).toEqual({ rows: [], next: null });
  });
});

it("lists in order are one list in order", () => {
  const numbers = fc.array(fc.array(fc.nat()));
  const ascending = (one: number, other: number) => one - other;
  fc.assert(
    fc.property(numbers, (lists) => {
      const sorted = lists.map((list) => list.toSorted(ascending));
      expect(mergeLists(sorted, ascending)).toEqual(lists.flat().sort(ascending));
    }),
  );
});
