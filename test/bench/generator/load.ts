// A closed loop: each client sends its next request when it has the response to the one before, or when it is due.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./connection.ts";

/** A whole request in latin1, in which {id} stands for an id and {n} for a number that occurs once. */
export interface Template {
  request: string;
  status: number;
}

export interface Job {
  origin: string;
  /** Used in turn. */
  templates: readonly Template[];
  /** For {id}. */
  ids: readonly string[];
  /** Whether each id is used only once: the round then ends with the last of them. */
  isOnce: boolean;
  clients: number;
  durationMs: number;
  /** Of all clients together; without it, as many as get a response. */
  requestsPerSecond?: number;
}

export interface Outcome {
  responses: number;
  elapsedMs: number;
  /** In milliseconds, one for each response. */
  latencies: Float64Array;
  /** Share of the time in which this process had work to do: near 1 it is the bottleneck. */
  busy: number;
}

let number = 0;
/** By origin. They stay open from round to round: in a short one, opening them would take much of the time. */
const opened = new Map<string, Connection[]>();

/** Rejects at the first response with another status than expected. */
export async function generateLoad(job: Job): Promise<Outcome> {
  const { origin, ids, isOnce, clients, durationMs, requestsPerSecond = Number.POSITIVE_INFINITY } = job;
  const templates = job.templates.map(({ request, status }) => ({ parts: request.split("{"), status }));
  const latencies: number[] = [];
  const connections = connectionsTo(origin, clients);
  const startedAt = performance.now();
  const utilization = performance.eventLoopUtilization();
  let sent = 0;

  const client = async (connection: Connection) => {
    while (performance.now() - startedAt < durationMs) {
      const turn = sent++;
      if (isOnce && turn >= ids.length) return;
      const dueIn = startedAt + (turn * 1000) / requestsPerSecond - performance.now();
      if (dueIn > 0) await sleep(dueIn);
      const template = templates[turn % templates.length];
      if (template === undefined) throw new Error("there is nothing to send");
      const request = fill(template.parts, ids[turn % ids.length] ?? "");
      const sentAt = performance.now();
      const response = await connection.send(request);
      latencies.push(performance.now() - sentAt);
      if (response.status !== template.status) throw unexpected(request, response.text);
    }
  };

  await Promise.all(connections.map(client));
  return {
    responses: latencies.length,
    elapsedMs: performance.now() - startedAt,
    latencies: Float64Array.from(latencies),
    busy: performance.eventLoopUtilization(utilization).utilization,
  };
}

function connectionsTo(origin: string, count: number): Connection[] {
  const open = (opened.get(origin) ?? []).filter(({ isOpen }) => isOpen);
  while (open.length < count) open.push(new Connection(origin));
  opened.set(origin, open);
  return open.slice(0, count);
}

/** JSON in a body has braces as well, which stay as they are. */
function fill([first = "", ...rest]: readonly string[], id: string): string {
  let request = first;
  for (const part of rest) {
    if (part.startsWith("id}")) request += id + part.slice(3);
    else if (part.startsWith("n}")) request += `n-${process.pid}-${number++}${part.slice(2)}`;
    else request += `{${part}`;
  }
  return request;
}

function unexpected(request: string, response: string): Error {
  const line = request.slice(0, request.indexOf("\r\n"));
  return new Error(`${line}: unexpected response\n${response.slice(0, 1_000)}`);
}
