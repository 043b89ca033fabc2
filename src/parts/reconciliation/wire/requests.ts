import * as z from "zod/mini";
import { CHECKS, type CheckCursor } from "#core/domain/reconciliation/reconciliation.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { CellName, cursorCodec, JsonText } from "#core/wire/shared/cursor.ts";
import { queryInteger, Time } from "#core/wire/shared/fields.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";

const CURSOR_LENGTH_MAX = 4_000;
const MINUTES_PER_WEEK = 7 * 24 * 60;

export const checkCursor = cursorCodec<CheckCursor>(
  ({ check, place: shard, position: { at, key, id } }) =>
    JSON.stringify([check, at, key, id, ...(shard === HOME ? [] : [shard])]),
  z.pipe(
    z.pipe(
      JsonText,
      z.tuple([z.lazy(() => z.enum(CHECKS)), z.int().check(z.minimum(0)), z.string(), z.string(), CellName]),
    ),
    z.transform(([check, at, key, id, shard = HOME]) => ({ check, place: shard, position: { at, key, id } })),
  ),
);

export const ReconciliationQuery = z.pipe(
  z.object({
    from: documented(
      "Compare intents and transactions created since then; by default 24 hours before `to`.",
      z.optional(Time),
    ),
    to: documented("And before then; by default now.", z.optional(Time)),
    stuck_after_minutes: documented(
      "Unfinished work is a finding once it is this old. Younger changes are not compared.",
      queryInteger(1, MINUTES_PER_WEEK, 10),
    ),
    cursor: documented(
      "The next_cursor of the page before, with the same `from` and `to`.",
      z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
    ),
    limit: queryInteger(1, 100, 20),
  }),
  z.transform(({ from = null, to = null, stuck_after_minutes: minutes, cursor: text, limit }, { issues }) => {
    const cursor = checkCursor.read(text, issues);
    if (from !== null && to !== null && from >= to) {
      issues.push({ code: "custom", input: to, path: ["to"], message: "must be later than from" });
    }
    return { from, to, stuckAfterMs: minutes * 60_000, cursor, limit };
  }),
);
