// Compares the events in D1 with what receivers got.
import type { Disagreement, Evidence } from "./evidence.ts";

/** Each event that has a target arrived at least once, all that arrived is genuine, and its bytes never change. */
export function compareWebhooks({ stored, arrivals }: Evidence): Disagreement[] {
  const byEvent = Map.groupBy(arrivals, ({ eventId }) => eventId);
  const events = new Map(stored.events.map((event) => [event.id, event]));
  const missing = stored.events
    .filter(({ id, deliveryStatus }) => {
      const isReceived = byEvent.get(id)?.some(({ isVerified, isSuccess }) => isVerified && isSuccess);
      return deliveryStatus !== "none" && isReceived !== true;
    })
    .map(({ id, intentId, type }) => ({ intentId, fault: `no receiver has accepted ${type} ${id}` }));
  const wrong = Array.from(byEvent).flatMap(([eventId, received]): Disagreement[] => {
    const event = events.get(eventId);
    const intentId = event?.intentId ?? null;
    const unverified = received.filter(({ isVerified }) => !isVerified).length;
    const isChanged = received.some(({ body }) => body !== (event?.payload ?? received[0]?.body));
    return [
      ...(event === undefined
        ? [{ intentId, fault: `webhook ${eventId} arrived, D1 does not know it` }]
        : []),
      ...(unverified === 0
        ? []
        : [{ intentId, fault: `webhook ${eventId} had no valid signature ${unverified} times` }]),
      ...(isChanged ? [{ intentId, fault: `webhook ${eventId} arrived with different bodies` }] : []),
    ];
  });
  return [...missing, ...wrong];
}
