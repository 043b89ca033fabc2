// What an object reads from the database. Errors are logged here, because they contain the query's parameters.
import type { Shard } from "#core/db/client.ts";
import { findIntent, findIntentWithShop, type SeenShop } from "#core/db/payment-intents/payment-intents.ts";
import { findProjection } from "#core/db/payment-intents/projection.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { withinDeadline } from "#core/lib/deadline.ts";
import { log } from "#core/lib/log.ts";
import { findFirst } from "#core/shards/shards.ts";
import type { IntentDocument } from "./intent-document.ts";

/** The database has no deadline of its own, and callers of a payment wait. */
export const DATABASE_TIMEOUT_MS = 5_000;

const EVENTS_PER_QUERY = 1_000;

export type ReadIntent = (shard: Shard, id: string) => Promise<PaymentIntent | null>;

/** It also sees what public views show of the intent's merchant. */
export function readerOfShop() {
  const seen: SeenShop = {};
  const read: ReadIntent = async (shard, id) => {
    const found = await findIntentWithShop(shard, id);
    if (found !== null) Object.assign(seen, found.shop);
    return found?.intent ?? null;
  };
  return { read, seen };
}

/** The first of its shards that has the intent; undefined when one fails before, or they cannot be told. */
export async function readIntent(
  shardsOf: () => Shard[],
  id: string,
  read: ReadIntent = findIntent,
): Promise<{ intent: PaymentIntent; shard: Shard } | null | undefined> {
  try {
    return await findFirst(shardsOf(), async (shard) => {
      const intent = await withinDeadline(read(shard, id), DATABASE_TIMEOUT_MS);
      return intent && { intent, shard };
    });
  } catch (error) {
    log("error", "load_failed", { intent_id: id, error });
    return undefined;
  }
}

/**
 * Whether the database has the version of the intent, which is at rest, and all its events, and no row of unfinished work;
 * undefined when the database fails.
 */
export async function isProjected(
  db: Shard,
  { intent }: Pick<IntentDocument, "intent">,
  eventIds: readonly string[],
): Promise<boolean | undefined> {
  const [first, later] = [eventIds.slice(0, EVENTS_PER_QUERY), eventIds.slice(EVENTS_PER_QUERY)];
  try {
    const found = await withinDeadline(findProjection(db, intent, first), DATABASE_TIMEOUT_MS);
    if (found === null || found.unfinished) return false;
    if (found.version < intent.version || found.events < first.length) return false;
    return later.length === 0 || (await isProjected(db, { intent }, later));
  } catch (error) {
    log("error", "load_failed", { intent_id: intent.id, error });
    return undefined;
  }
}
