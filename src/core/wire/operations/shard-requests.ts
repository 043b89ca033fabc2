import * as z from "zod/mini";
import { ANY_CELL_NAME, HOME } from "#core/domain/shards/cells.ts";
import { Time } from "#core/wire/shared/fields.ts";

const TO = "must be an ISO 8601 date-time or a bookmark";
const CellName = z.string().check(z.regex(ANY_CELL_NAME, "must be the name of a cell"));

export const ShardQuery = z.object({
  place: z.union([z.literal(HOME), CellName], "must be home or the name of a cell"),
  statement: z.string(),
  params: z.optional(z.array(z.union([z.string(), z.number(), z.null()]))),
});

export const CellRestore = z.object({
  cell: CellName,
  /** A time, or the bookmark that an earlier restore has returned. */
  to: z.union([z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f-]+$/, TO)), Time], TO),
});

/** Left out: of all. */
export const OutdatedCopies = z.object({ cell: z.optional(CellName) });

export const StaleCopies = z.object({ after: z.optional(z.string()) });

export const KeysToSettle = z.object({
  merchant_id: z.uuid().check(z.toLowerCase()),
  cursor: z.optional(z.object({ createdAt: z.int(), id: z.string() })),
});
