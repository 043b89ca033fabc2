import * as z from "zod";
import { queryInteger, Time } from "../shared/fields.ts";
import { documented } from "../shared/published.ts";
import { parseCheckCursor } from "./check-cursor.ts";

const CURSOR_LENGTH_MAX = 4_000;
const MINUTES_PER_WEEK = 7 * 24 * 60;

export const ReconciliationQuery = z
  .object({
    from: documented(
      {
        description: "Compare intents and transactions created since then; by default 24 hours before `to`.",
      },
      Time.optional(),
    ),
    to: documented({ description: "And before then; by default now." }, Time.optional()),
    stuck_after_minutes: documented(
      { description: "Unfinished work is a finding once it is this old. Younger changes are not compared." },
      queryInteger(1, MINUTES_PER_WEEK, 10),
    ),
    cursor: documented(
      { description: "The next_cursor of the page before, with the same `from` and `to`." },
      z.string().max(CURSOR_LENGTH_MAX).optional(),
    ),
    limit: queryInteger(1, 100, 20),
  })
  .transform(({ from = null, to = null, stuck_after_minutes: minutes, cursor: text, limit }, context) => {
    const cursor = text === undefined ? null : parseCheckCursor(text);
    const report = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (text !== undefined && cursor === null) report("cursor", "must be a next_cursor of this list");
    if (from !== null && to !== null && from >= to) report("to", "must be later than from");
    return { from, to, stuckAfterMs: minutes * 60_000, cursor, limit };
  });
