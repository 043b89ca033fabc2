import type { HistoryEvent } from "../../domain/events.ts";
import { isoTime } from "../../lib/time.ts";

/** An entry of an intent's history. */
export function presentEvent(event: HistoryEvent) {
  return {
    id: event.id,
    sequence: event.sequence,
    type: event.type,
    created_at: isoTime(event.occurredAt),
    actor: event.actor,
    request_id: event.requestId,
  };
}
