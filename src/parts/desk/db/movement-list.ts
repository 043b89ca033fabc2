// The list of movements, whose filters are a desk, an account, and what these have.
import { and, desc, eq, getTableColumns, gte, inArray, sql } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { whereAfter } from "#core/db/paging.ts";
import { type CustomerNames, namesOf } from "#core/db/wallet/wallet-names.ts";
import type { Cursor } from "#core/domain/cursor.ts";
import { CLOCK_SKEW_MS } from "#core/domain/shards/shard-ids.ts";
import { NUMBER_MS_MAX, numberOf, timesOfNumber } from "#core/lib/numbers.ts";
import type { Movement, MovementKind, MovementStatus } from "../domain/movement.ts";
import { movements } from "./schema/movements.ts";

/** So many movements are looked through for a number: 1 of 4,096 of a month. */
const NUMBERED_MAX = 1_000;

export interface MovementFilter {
  /** Undefined: of all desks and of administrators. */
  deskId?: string | undefined;
  accountId?: string | undefined;
  kind?: MovementKind | undefined;
  status?: MovementStatus | undefined;
  createdFrom?: number | undefined;
  number?: string | undefined;
  cursor: Cursor | null;
}

/** Who stood at the desk when it was asked for; null without shifts. They do not overlap: only the last before it is read. */
const CLERK = sql<
  string | null
>`(SELECT iif(s.closed_at IS NULL OR s.closed_at > movements.created_at, nullif(s.clerk, ''), NULL)
  FROM desk_shifts s WHERE s.desk_id = movements.desk_id AND s.opened_at <= movements.created_at
  ORDER BY s.opened_at DESC LIMIT 1)`;
const NAMES = namesOf(sql`movements.account_id`);
const UNNAMED = { label: sql<null>`NULL`, chosenName: sql<null>`NULL` };

/** The names are only in a desk's own list. */
export interface ListedMovement extends Movement, CustomerNames {
  clerk: string | null;
}

/** Lists the newest first; with a number, of the last 31 days. */
export async function listMovements(
  db: Database,
  filter: MovementFilter,
  limit: number,
  now: number,
): Promise<ListedMovement[]> {
  const { deskId, accountId, kind, status, createdFrom, cursor } = filter;
  const { createdAt, id } = movements;
  const named = await listNumberedIds(db, filter, now);
  return await db
    .select({
      ...getTableColumns(movements),
      clerk: CLERK,
      ...(deskId === undefined ? UNNAMED : NAMES),
    })
    .from(movements)
    .where(
      and(
        deskId === undefined ? undefined : eq(movements.deskId, deskId),
        accountId === undefined ? undefined : eq(movements.accountId, accountId),
        kind === undefined ? undefined : eq(movements.kind, kind),
        status === undefined ? undefined : eq(movements.status, status),
        createdFrom === undefined ? undefined : gte(createdAt, createdFrom),
        named === null
          ? undefined
          : inArray(id, sql`(SELECT value FROM json_each(${JSON.stringify(named)}))`),
        whereAfter(movements, cursor),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** Null without a number. What was created at the times of the number is read from the index of the list, and numbered. */
async function listNumberedIds(
  db: Database,
  { number, deskId, accountId, createdFrom }: MovementFilter,
  now: number,
): Promise<string[] | null> {
  if (number === undefined) return null;
  const to = now + CLOCK_SKEW_MS;
  const times = timesOfNumber(number, { from: Math.max(createdFrom ?? 0, to - NUMBER_MS_MAX), to });
  const isListed = [
    sql`m.created_at >= t.value ->> 'from' AND m.created_at < t.value ->> 'to'`,
    ...(deskId === undefined ? [] : [sql`m.desk_id = ${deskId}`]),
    ...(accountId === undefined ? [] : [sql`m.account_id = ${accountId}`]),
  ];
  const found = await db.all<Cursor>(sql`
    SELECT m.created_at AS "createdAt", m.id FROM json_each(${JSON.stringify(times)}) t
    CROSS JOIN movements m ON ${sql.join(isListed, sql` AND `)} LIMIT ${NUMBERED_MAX}`);
  return found.filter((movement) => numberOf(movement) === number).map(({ id }) => id);
}
