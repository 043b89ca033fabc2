// Compares in which places rows are, which are D1 and the cells.
import { HOME } from "#core/domain/cells.ts";
import type { Disagreement, Evidence } from "./evidence.ts";

/** From choosing a place for an intent until it has a time. */
const CREATION_MS_MAX = 10_000;

/** Each intent and each event is in one place, an event in its intent's, and a new intent in a cell once there are any. */
export function comparePlaces({ stored, cellsSince }: Evidence): Disagreement[] {
  const intents = stored.intents.map(({ id, place }) => ({ intentId: id, name: "it", id, place }));
  const events = stored.events.map(({ id, intentId, place }) => ({
    intentId,
    name: `event ${id}`,
    id,
    place,
  }));
  const doubled = [intents, events].flatMap((rows) =>
    [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...others]) => {
      if (first === undefined || others.length === 0) return [];
      const places = [first, ...others].map(({ place }) => place).join(" and ");
      return [{ intentId: first.intentId, fault: `${first.name} is in ${places}` }];
    }),
  );
  const placeOf = new Map(intents.map(({ id, place }) => [id, place]));
  const astray = events.flatMap(({ intentId, name, place }) => {
    const expected = placeOf.get(intentId) ?? place;
    return place === expected
      ? []
      : [{ intentId, fault: `${name} is in ${place}, its intent in ${expected}` }];
  });
  return [...doubled, ...astray, ...findMisplaced(stored.intents, cellsSince)];
}

function findMisplaced(intents: Evidence["stored"]["intents"], cellsSince: number | null): Disagreement[] {
  const since = cellsSince ?? Number.POSITIVE_INFINITY;
  return intents.flatMap(({ id: intentId, place, createdAt }) => {
    const isLate = place === HOME && createdAt >= since + CREATION_MS_MAX;
    const isEarly = place !== HOME && createdAt < since;
    return isLate || isEarly
      ? [
          {
            intentId,
            fault: `is in ${place} although it was created ${createdAt - since} ms after the first switch`,
          },
        ]
      : [];
  });
}
