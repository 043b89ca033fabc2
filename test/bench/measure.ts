// Measures a route: how much processor time workerd uses for one request, with all that follows the response.
import { setTimeout as sleep } from "node:timers/promises";
import autocannon, { type Request } from "autocannon";
import { fetchToken } from "#scripts/fetch-token.ts";
import type { Route } from "./routes.ts";
import { storeCopies } from "./scene.ts";
import { median } from "./statistics.ts";
import type { Server } from "./workerd.ts";

const CONNECTIONS = 16;
const RUNS = 3;
/** More than the ticks in which the system counts processor time. */
const IDLE_FOR_MS = 30;
const IDLE_TIMEOUT_MS = 60_000;

export interface Measurement {
  name: string;
  cpuMicroseconds: number;
  requestsPerSecond: number;
  p99Ms: number;
}

/** workerd evicts an object after ten seconds without a request: in chunks, all are loaded before the first is evicted. */
const WARM_UP_CHUNKS = 5;

/** After a warm-up: V8 compiles a function when it has been called often, and objects load. The medians of three runs. */
export async function measure(server: Server, route: Route, requests: number): Promise<Measurement> {
  // What uses up an intent takes many times as long as what reads one.
  const amount = "copiesOf" in route.paths ? Math.ceil(requests / WARM_UP_CHUNKS) : requests;
  const runs: Omit<Measurement, "name">[] = [];
  for (let chunk = 1; chunk <= WARM_UP_CHUNKS; chunk++)
    await runOnce(server, route, Math.ceil((amount * chunk) / WARM_UP_CHUNKS));
  for (let run = 0; run < RUNS; run++) runs.push(await runOnce(server, route, amount));
  const middle = (of: (run: Omit<Measurement, "name">) => number) => median(runs.map(of));
  return {
    name: route.name,
    cpuMicroseconds: middle((run) => run.cpuMicroseconds),
    requestsPerSecond: middle((run) => run.requestsPerSecond),
    p99Ms: middle((run) => run.p99Ms),
  };
}

let sent = 0;

/** Throws when a response is not the one that the route expects. */
export async function runOnce(
  server: Server,
  route: Route,
  amount: number,
): Promise<Omit<Measurement, "name">> {
  const token = route.caller === undefined ? null : await fetchToken(server.url, route.caller);
  const paths = await pathsFor(server.db, route, amount);
  let next = 0;
  const request: Request = {
    method: route.method,
    path: paths[0] ?? "",
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(route.body === undefined ? {} : { "content-type": "application/json" }),
      ...route.headers,
    },
    ...(route.body === undefined ? {} : { body: route.body }),
    setupRequest: (each) => {
      const path = paths[next++ % paths.length] ?? "";
      const key = route.isKeyed ? { "idempotency-key": `bench-${sent++}` } : {};
      return { ...each, path, headers: { ...each.headers, ...key } };
    },
  };
  const before = await cpuWhenIdle(server);
  const result = await autocannon({ url: server.url, connections: CONNECTIONS, amount, requests: [request] });
  await sleep(route.settlesWithinMs ?? 0);
  const after = await cpuWhenIdle(server);
  const expected = result.statusCodeStats[route.status]?.count ?? 0;
  if (expected < amount) throw new Error(`${route.name}: ${JSON.stringify(result.statusCodeStats)}`);
  return {
    cpuMicroseconds: ((after - before) * 1000) / amount,
    requestsPerSecond: amount / result.duration,
    p99Ms: result.latency.p99,
  };
}

/** Every connection prepares one request more than it sends. */
async function pathsFor(db: D1Database, { paths }: Route, amount: number): Promise<readonly string[]> {
  if (!("copiesOf" in paths)) return paths;
  const ids = await storeCopies(db, paths.copiesOf, amount + 2 * CONNECTIONS);
  return ids.map(paths.path);
}

/** Returns milliseconds, once work that goes on after the last response has ended. */
async function cpuWhenIdle(server: Server): Promise<number> {
  const deadline = Date.now() + IDLE_TIMEOUT_MS;
  let before = server.readCpuMs();
  while (Date.now() < deadline) {
    await sleep(IDLE_FOR_MS);
    const now = server.readCpuMs();
    if (now === null) throw new Error("this system does not say how much processor time workerd uses");
    if (now === before) return now;
    before = now;
  }
  throw new Error(`workerd was still busy ${IDLE_TIMEOUT_MS / 1000} s after the last response`);
}
