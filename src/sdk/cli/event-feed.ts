// The service's feed of events, with each event's body as a webhook would carry it: a number in your metadata keeps its digits.
import { serverTimeIn } from "../transport/server-time.ts";
import type { Transport } from "../transport/transport.ts";

export interface FeedEvent {
  /** The `webhook-id`. */
  id: string;
  type: string;
  body: string;
}

interface Page {
  events: ({ id: string; type: string } & Record<string, unknown>)[];
  has_more: boolean;
}

const PATH = "/merchant/api/v1/events";

/** Returns the oldest events after the one with the id `after`. */
export async function readEvents(
  { exchange }: Transport,
  after: string,
  signal: AbortSignal,
): Promise<{ events: FeedEvent[]; hasMore: boolean }> {
  const query = { after, limit: 100 };
  const { body } = await exchange("GET", PATH, { query, signal, textType: "application/json" });
  const page = parseExactly<Page>(body as string);
  const events = page.events.map(({ id, ...event }) => ({
    id,
    type: event.type,
    body: JSON.stringify(event),
  }));
  return { events, hasMore: page.has_more };
}

/** An id that follows all events until now, by the service's clock: ids begin with their time. */
export async function newestPosition(
  { exchange, connection }: Transport,
  signal: AbortSignal,
): Promise<string> {
  const { headers } = await exchange("GET", PATH, { query: { limit: 1 }, signal });
  const hex = (serverTimeIn(headers) ?? connection.clock()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Node 20 has no access to a number's text, and rounds what a double cannot hold. */
function parseExactly<Value>(text: string): Value {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
  if (rawJSON === undefined) return JSON.parse(text);
  const keepDigits = (_key: string, value: unknown, context?: { source: string }) =>
    typeof value === "number" && context !== undefined ? rawJSON(context.source) : value;
  return JSON.parse(text, keepDigits);
}
