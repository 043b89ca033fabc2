// The endpoint of an event, for every combination of what is set and subscribed.
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { openDatabase } from "../../src/db/client.ts";
import { endpointKind, endpointUrl } from "../../src/db/webhooks/event-endpoint.ts";
import { EVENT_TYPES, type EventType } from "../../src/domain/events.ts";

interface Endpoint {
  url: string;
  events: readonly EventType[];
}

/** In order of priority. */
type Endpoints = Record<"callback_url" | "counter" | "merchant", Endpoint | null>;

const endpoint = (url: string, events: fc.Arbitrary<EventType[]>) =>
  fc.option(fc.record({ url: fc.constant(url), events }));
const anyEvents = fc.subarray([...EVENT_TYPES]);
const endpoints: fc.Arbitrary<Endpoints> = fc.record({
  callback_url: endpoint("https://order.test", fc.constant(["payment.completed"])),
  counter: endpoint("https://till.test", anyEvents),
  merchant: endpoint("https://shop.test", anyEvents),
});

async function choose({ callback_url, counter, merchant }: Endpoints, type: EventType) {
  const row = (at: Endpoint | null) =>
    sql`SELECT ${at?.url ?? null} AS webhook_url, ${JSON.stringify(at?.events ?? [])} AS webhook_events`;
  return await openDatabase(env.DB).get(sql`
    SELECT ${endpointKind(type)} AS kind, ${endpointUrl(type)} AS url
    FROM (SELECT ${callback_url?.url ?? null} AS callback_url) i, (${row(counter)}) c, (${row(merchant)}) m`);
}

it("is the first that takes the event, whatever the others are", async () => {
  await fc.assert(
    fc.asyncProperty(endpoints, fc.constantFrom(...EVENT_TYPES), async (set, type) => {
      const [kind, taker] = Object.entries(set).find(([, at]) => at?.events.includes(type)) ?? [null, null];
      expect(await choose(set, type)).toEqual({ kind, url: taker?.url ?? null });
    }),
    { numRuns: 300 },
  );
});
