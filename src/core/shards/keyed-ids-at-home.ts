// Home may have an intent that an earlier request has made under the same `Idempotency-Key`. A cell knows which: once it has the
// merchant's id among its keyed ids at home, it has those of all such intents that lead to it, and home has no others.
import { and, eq, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Shard } from "#core/db/client.ts";
import { prepareOnce } from "#core/db/prepared-statements.ts";
import { keyedIdsAtHome } from "#core/db/schema/cells.ts";
import { callObject } from "#core/lib/call-object.ts";

/** Whether home has no intent of the merchant's under this id. */
export async function isUnknownAtHome(cell: Shard, merchantId: string, id: string): Promise<boolean> {
  return (await selectSettled(cell).get({ merchantId, id })) !== undefined;
}

const selectSettled = prepareOnce((db) => {
  const isId = (name: string) => eq(keyedIdsAtHome.id, keyOf(sql.placeholder(name)));
  const isKnown = (name: string) => sql`EXISTS (SELECT 1 FROM settled_ids WHERE ${isId(name)})`;
  return db
    .select({ isSettled: sql`1` })
    .from(sql`(SELECT 1)`)
    .where(and(isKnown("merchantId"), not(isKnown("id"))))
    .prepare();
});

/** Ids of intents come first, and the merchant's own when it has no others. */
export async function settleIds(cell: Shard, ids: readonly string[]): Promise<void> {
  await callObject(true, async () => await insertSettled(cell, ids));
}

export function insertSettled(cell: Shard, ids: readonly string[]) {
  return cell
    .insert(keyedIdsAtHome)
    .select(sql`SELECT ${keyOf(sql`value`)} FROM json_each(${JSON.stringify(ids)}) WHERE TRUE`)
    .onConflictDoNothing();
}

/** SQL for the 16 bytes of an id. */
function keyOf(id: SQLWrapper): SQL {
  return sql`unhex(replace(${id}, '-', ''))`;
}
