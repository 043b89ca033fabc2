// Compares in which shards rows are, which are D1 and the cells.
import { HOME } from "#core/domain/shards/cells.ts";
import type { Disagreement, Evidence } from "./evidence.ts";

/** From choosing a shard for an intent until it has a time. */
const CREATION_MS_MAX = 10_000;

/** Each intent and each event is in one shard, an event in its intent's, and a new intent in a cell once there are any. */
export function comparePlaces({ stored, cellsSince }: Evidence): Disagreement[] {
  const intents = stored.intents.map(({ id, shard }) => ({
    intentId: id,
    name: "it",
    id,
    shard,
  }));
  const events = stored.events.map(({ id, intentId, shard }) => ({
    intentId,
    name: `event ${id}`,
    id,
    shard,
  }));
  const doubled = [intents, events].flatMap((rows) =>
    [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...others]) => {
      if (first === undefined || others.length === 0) return [];
      const shards = [first, ...others].map(({ shard }) => shard).join(" and ");
      return [{ intentId: first.intentId, fault: `${first.name} is in ${shards}` }];
    }),
  );
  const shardOf = new Map(intents.map(({ id, shard }) => [id, shard]));
  const astray = events.flatMap(({ intentId, name, shard }) => {
    const expected = shardOf.get(intentId) ?? shard;
    return shard === expected
      ? []
      : [{ intentId, fault: `${name} is in ${shard}, its intent in ${expected}` }];
  });
  return [...doubled, ...astray, ...findMisplaced(stored.intents, cellsSince)];
}

function findMisplaced(intents: Evidence["stored"]["intents"], cellsSince: number | null): Disagreement[] {
  const since = cellsSince ?? Number.POSITIVE_INFINITY;
  return intents.flatMap(({ id: intentId, shard, createdAt }) => {
    const isLate = shard === HOME && createdAt >= since + CREATION_MS_MAX;
    const isEarly = shard !== HOME && createdAt < since;
    return isLate || isEarly
      ? [
          {
            intentId,
            fault: `is in ${shard} although it was created ${createdAt - since} ms after the first switch`,
          },
        ]
      : [];
  });
}
