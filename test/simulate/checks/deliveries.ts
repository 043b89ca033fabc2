// Whether every completion was told, and always in the same words: I4.
import type { SimulatedRows } from "../platform/rows.ts";
import type { World } from "../world.ts";

/** The sweep has had many chances by then. */
const OVERDUE_MS = 10 * 60_000;

interface EventRow {
  id: string;
  intent_id: string;
  sequence: number;
  type: string;
  delivery_status: string;
  attempts: number;
  next_attempt_at: number | null;
  parked_url: string | null;
  callback: string | null;
  url: string | null;
}

/** An intent names all types or none. */
const CALLBACK = "iif(e.type = 'payment.completed' OR i.callback_events IS NOT NULL, i.callback_url, NULL)";
const EVENTS = `SELECT e.*, ${CALLBACK} AS callback, coalesce(${CALLBACK}, c.webhook_url, m.webhook_url) AS url FROM events e
  JOIN payment_intents i ON i.id = e.intent_id JOIN merchants m ON m.id = e.merchant_id
  LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id ORDER BY e.id`;

export function checkDeliveries(world: World): string[] {
  const ofShards = [...world.shards.values()].flatMap((shard) => {
    const events = shard.query(EVENTS) as unknown as EventRow[];
    const deliveries = events.flatMap((event) =>
      checkDelivery(world, event).map((fault) => `${event.type} ${event.id.slice(-6)}: ${fault}`),
    );
    return [...deliveries, ...checkEvents(world, shard, events)];
  });
  return [...ofShards, ...checkBodies(world), ...world.receivers.violations];
}

function checkDelivery({ receivers, scheduler }: World, event: EventRow): string[] {
  const { delivery_status: status, attempts, next_attempt_at: dueAt, parked_url: origin } = event;
  const isDead = event.url !== null && receivers.isDead(event.url);
  const sent = receivers.received.filter(({ id }) => id === event.id);
  const isElsewhere = ({ url }: { url: string }) =>
    event.callback === null ? url.includes("//callback-") : url !== event.callback;
  if (sent.some(isElsewhere)) return [`its callback_url is ${event.callback}, and it was sent elsewhere`];
  const accepted = sent.filter(({ wasAccepted }) => wasAccepted);
  switch (status) {
    case "none":
      return [];
    case "delivered":
      return accepted.length > 0 ? [] : ["it counts as delivered, and no receiver has accepted it"];
    case "pending":
      if (origin !== null)
        return receivers.isDead(`${origin}/`) ? [] : [`it waits for ${origin}, which works`];
      if (dueAt === null || dueAt < scheduler.now - OVERDUE_MS)
        return ["it is pending, and nothing delivers it"];
      return attempts > 0 || isDead ? [] : ["no delivery was attempted"];
    default:
      return [`its delivery is ${status}`];
  }
}

/** Every event of an intent is there, and a completion is one of them exactly once. */
function checkEvents(
  { hasBeenRestored }: World,
  shard: SimulatedRows,
  events: readonly EventRow[],
): string[] {
  const violations: string[] = [];
  for (const row of shard.query("SELECT id, status, event_sequence FROM payment_intents")) {
    const own = events.filter((event) => event.intent_id === row.id);
    const told = own.filter(({ type }) => type === "payment.completed").length;
    const about = `intent ${String(row.id).slice(-6)} is ${row.status}`;
    if (told !== (row.status === "completed" ? 1 : 0))
      violations.push(`${about} and has ${told} payment.completed events`);
    const known = new Set(own.map(({ sequence }) => sequence));
    // A scan's first event is in D1 alone, so that a restore may lose it.
    for (let sequence = hasBeenRestored ? 2 : 1; sequence <= Number(row.event_sequence); sequence++) {
      if (!known.has(sequence)) violations.push(`${about} and its event ${sequence} is missing`);
    }
  }
  return violations;
}

function checkBodies({ receivers, shards }: World): string[] {
  const violations: string[] = [];
  const bodies = new Map<string, string>();
  for (const { id, body } of receivers.received) {
    if ((bodies.get(id) ?? body) !== body) violations.push(`webhook ${id} had two bodies`);
    bodies.set(id, body);
  }
  const tellers = new Map<string, string>();
  for (const [id, body] of bodies) {
    const { type, data } = JSON.parse(body);
    if (type !== "payment.completed") continue;
    const intentId = data.payment_intent.payment_intent_id ?? data.payment_intent.id;
    if (tellers.has(intentId))
      violations.push(`intent ${intentId.slice(-6)} was told as completed under two ids`);
    tellers.set(intentId, id);
    const [row] = [...shards.values()].flatMap((shard) =>
      shard.query("SELECT status FROM payment_intents WHERE id = ?", [intentId]),
    );
    if (row?.status !== "completed")
      violations.push(`${intentId.slice(-6)} was told as completed and is ${row?.status}`);
  }
  return violations;
}
