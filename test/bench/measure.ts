// Measures a route on the service and on the baseline in turns, so that whatever slows the machine down for a while
// affects both.
import { setTimeout as sleep } from "node:timers/promises";
import { cloneRows, IdSeries } from "./clone-rows.ts";
import { planName, WEBHOOKS_PLAN } from "./plans.ts";
import { templateOf } from "./requests.ts";
import { type Round, type Sample, SIDES, type Side } from "./rounds.ts";
import { idsFor, type Route, type Traffic } from "./routes.ts";
import type { Stage } from "./stage.ts";
import type { Server } from "./workerd.ts";

/** More than the ticks in which the system counts processor time. */
const IDLE_FOR_MS = 20;
const IDLE_TIMEOUT_MS = 60_000;
/** For routes that use up rows: later rounds get as many as the last rate calls for, and some more. */
const FIRST_COPIES = 600;
const RESERVE = 1.4;
const QUEUE_BATCH_MAX = 100;

/** Of a route. */
export type Pace = Pick<Route, "roundMs" | "settleMs" | "warmUpResponses">;

export interface Timing {
  /** Of one side of a route. */
  measuredMs: number;
  warmUpMs: number;
}

const WARM_UP_TURN_MS = 1_000;
/** What a median needs. */
const ROUNDS_MIN = 24;

/** What one round sends, and what came of it. */
type Send = (durationMs: number) => Promise<Omit<Sample, "cpuMs">>;
/** Prepares a round. */
type Prepare = (durationMs: number) => Promise<Send>;

export interface Contestant {
  /** Sends without waiting for what follows the responses. */
  warmUp(durationMs: number): Promise<Pick<Sample, "responses">>;
  measure(durationMs: number): Promise<Sample>;
}

export async function measureRoute(stage: Stage, route: Route, timing: Timing): Promise<Round[]> {
  const contestant = (side: Side): Contestant => {
    const prepare =
      route.traffic === null ? webhooksTo(stage, side) : requestsTo(stage, side, route, route.traffic);
    return {
      warmUp: async (durationMs) => await (await prepare(durationMs))(durationMs),
      measure: (durationMs) => measureRound(stage.servers[side], route, prepare, durationMs),
    };
  };
  const contestants = { service: contestant("service"), baseline: contestant("baseline") };
  return await inTurns(contestants, route, timing);
}

/** After the warm-up. Each side is the first in every other round. */
export async function inTurns(
  contestants: Record<Side, Contestant>,
  pace: Pace,
  timing: Timing,
): Promise<Round[]> {
  await warmUp(contestants, pace, timing);
  await sleep(pace.settleMs);
  const rounds: Round[] = [];
  while (rounds.length < Math.max(ROUNDS_MIN, timing.measuredMs / pace.roundMs)) {
    const samples: Partial<Round> = {};
    for (const side of rounds.length % 2 === 0 ? SIDES : SIDES.toReversed())
      samples[side] = await contestants[side].measure(pace.roundMs);
    rounds.push(samples as Round);
  }
  return rounds;
}

/**
 * For this long, and for enough responses: V8 compiles a function when it has been called often, not after a time. In turns
 * as well, because a side that has been idle is slower at first.
 */
async function warmUp(
  contestants: Record<Side, Contestant>,
  { warmUpResponses }: Pace,
  { warmUpMs }: Timing,
): Promise<void> {
  const progress = { service: { responses: 0, ms: 0 }, baseline: { responses: 0, ms: 0 } };
  const isCold = (side: Side) => progress[side].responses < warmUpResponses || progress[side].ms < warmUpMs;
  while (SIDES.some(isCold)) {
    for (const side of SIDES) {
      const startedAt = performance.now();
      const { responses } = await contestants[side].warmUp(WARM_UP_TURN_MS);
      progress[side].responses += responses;
      progress[side].ms += performance.now() - startedAt;
    }
  }
}

async function measureRound(
  server: Server,
  route: Route,
  prepare: Prepare,
  durationMs: number,
): Promise<Sample> {
  const send = await prepare(durationMs);
  const settled = async () => {
    if (route.settleMs > 0) await untilIdle(server);
    return server.readCpuMs();
  };
  const cpuBefore = await settled();
  const sample = await send(durationMs);
  await sleep(route.settleMs);
  const cpuAfter = await settled();
  return { ...sample, cpuMs: cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore };
}

function requestsTo(
  { servers, generator, scene }: Stage,
  side: Side,
  route: Route,
  trafficIn: (of: typeof scene) => Traffic,
): Prepare {
  const { url: origin, db } = servers[side];
  const traffic = trafficIn(scene);
  const isOnce = traffic.ids !== undefined && "copiesOf" in traffic.ids;
  const nextCount = counting();
  return async (durationMs) => {
    const ids = await idsFor(db, traffic, nextCount.value(durationMs));
    const templates = await Promise.all(
      traffic.shapes.map((shape, index) => templateOf(shape, planName(route, index))),
    );
    return async () => {
      const job = { origin, templates, ids, isOnce, clients: route.clients, durationMs };
      const { responses, elapsedMs, latencies, busy } = await generator.load(job);
      const perSecond = nextCount.note((responses / elapsedMs) * 1000);
      return { responses, perSecond, elapsedMs, latencies, generatorBusy: busy };
    };
  };
}

/** Stores events whose webhooks are due, queues their messages, and waits for the webhooks. */
function webhooksTo({ servers, generator, dueEvent, plans }: Stage, side: Side): Prepare {
  const { db, queue } = servers[side];
  const subjectId = plans[WEBHOOKS_PLAN]?.subjectId ?? "";
  const nextCount = counting();
  return async (durationMs) => {
    const count = nextCount.value(durationMs);
    const series = new IdSeries();
    const firstDueAt = Date.now();
    const values = { id: series.sql, next_attempt_at: String(firstDueAt) };
    await cloneRows(db, { table: "events", sampleId: dueEvent.eventId, count, values });
    const bodies = Array.from({ length: count }, (_, index) => {
      const eventId = series.id(index);
      const message = { ...dueEvent, eventId, firstDueAt };
      return side === "service" ? message : { route: WEBHOOKS_PLAN, ids: { [subjectId]: eventId }, message };
    });
    return async () => {
      const received = generator.receive(count);
      const webhooks = await queue("WEBHOOKS");
      for (let start = 0; start < count; start += QUEUE_BATCH_MAX)
        await webhooks.sendBatch(bodies.slice(start, start + QUEUE_BATCH_MAX).map((body) => ({ body })));
      const perSecond = nextCount.note(await received);
      return {
        ...{ responses: count, perSecond, elapsedMs: (count * 1000) / perSecond },
        ...{ latencies: [], generatorBusy: 0 },
      };
    };
  };
}

/** How many rows a round needs, by the rate of the one before. */
function counting() {
  let rate: number | null = null;
  return {
    value: (durationMs: number) =>
      rate === null ? FIRST_COPIES : Math.ceil((rate * durationMs * RESERVE) / 1000),
    note: (perSecond: number) => {
      rate = perSecond;
      return perSecond;
    },
  };
}

/** Waits for work that goes on after the last response, so that it does not slow down the other side's round. */
async function untilIdle(server: Server): Promise<void> {
  const deadline = Date.now() + IDLE_TIMEOUT_MS;
  let before = server.readCpuMs();
  do {
    await sleep(IDLE_FOR_MS);
    const now = server.readCpuMs();
    if (now === before) return;
    before = now;
  } while (Date.now() < deadline);
  throw new Error(`workerd was still busy ${IDLE_TIMEOUT_MS / 1000} s after the last response`);
}
