// What a shop loses by a neighbour who does all that the rate limits allow: its creates, one after the other, beside that
// neighbour and without it. Both are the service, in turns.

import type { Job } from "./generator/load.ts";
import { startGenerator } from "./generator.ts";
import { inTurns, type Timing } from "./measure.ts";
import type { Participant } from "./participants.ts";
import { type RequestShape, templateOf } from "./requests.ts";
import type { Round, Sample } from "./rounds.ts";
import { createBy, readBy, WARM_UP_RESPONSES } from "./routes.ts";
import { createIntent, INTENTS } from "./scene.ts";
import type { Stage } from "./stage.ts";

/** In its result, the "baseline" is the shop without a neighbour. */
export const NEIGHBOUR = { name: "neighbour", goal: 0.8 };

/** The neighbour's stored intents. */
export const NEIGHBOUR_LISTED = 100_000;

/** Each second, by the limits of wrangler.toml: 1,500 creations a minute, and 3,000 reads, of which 600 are lists, 60 long. */
const CREATIONS = 25;
const READS = 40;
const LISTS = 9;
const LONG_LISTS = 1;
const CLIENTS = 16;
/** Rounds are long enough for all of that. */
const PACE = { roundMs: 1_000, settleMs: 0, warmUpResponses: WARM_UP_RESPONSES };

export async function measureNeighbour(
  { servers, scene, generator }: Stage,
  timing: Timing,
): Promise<Round[]> {
  const neighbour = scene.listed.get(NEIGHBOUR_LISTED);
  if (neighbour === undefined) throw new Error(`no merchant has ${NEIGHBOUR_LISTED} intents`);
  const jobOf = async (shapes: readonly RequestShape[], durationMs: number): Promise<Job> => {
    const templates = await Promise.all(shapes.map((shape) => templateOf(shape, NEIGHBOUR.name)));
    return { origin: servers.service.url, templates, ids: [], isOnce: false, clients: 1, durationMs };
  };
  const alone = async (durationMs: number): Promise<Sample> => {
    const job = await jobOf([createBy(scene.shop)], durationMs);
    const { responses, elapsedMs, latencies, busy } = await generator.load(job);
    const perSecond = (responses / elapsedMs) * 1000;
    return { responses, perSecond, elapsedMs, latencies, cpuMs: null, generatorBusy: busy };
  };
  const other = await startGenerator();
  const ids = [await createIntent(scene.registry, neighbour)];
  const beside = async (durationMs: number): Promise<Sample> => {
    const second = secondOf(neighbour);
    const rate = { clients: CLIENTS, requestsPerSecond: second.length };
    const job = { ...(await jobOf(second, durationMs)), ids, ...rate };
    const [sample] = await Promise.all([alone(durationMs), other.load(job)]);
    return sample;
  };
  const service = { warmUp: beside, measure: beside };
  const baseline = { warmUp: alone, measure: alone };
  const rounds = await inTurns({ service, baseline }, PACE, timing);
  await other.stop();
  return rounds;
}

/** What the neighbour sends in a second, well mixed: the largest pages, and the longest reads. */
function secondOf(neighbour: Participant): RequestShape[] {
  const kinds: [number, RequestShape][] = [
    [CREATIONS, createBy(neighbour)],
    [READS, readBy(neighbour, `${INTENTS}/{id}`)],
    [LISTS, readBy(neighbour, `${INTENTS}?limit=100`)],
    [LONG_LISTS, readBy(neighbour, `${INTENTS}?limit=100&page=${NEIGHBOUR_LISTED / 100}`)],
  ];
  const placed = kinds.flatMap(([count, shape]) =>
    Array.from({ length: count }, (_, index) => ({ at: (index + 0.5) / count, shape })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ shape }) => shape);
}
