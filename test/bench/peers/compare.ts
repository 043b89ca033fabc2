// Plays the same job on all systems that can be installed, in turns.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ScriptError } from "#scripts/run.ts";
import { serve } from "#scripts/serve.ts";
import { inParallel } from "../../chaos/in-parallel.ts";
import { childrenOf, readCpuMs, readMemoryMb, withDescendants } from "../processes.ts";
import { median } from "../statistics.ts";
import { lnbits } from "./lnbits.ts";
import { ours } from "./ours.ts";
import type { Payment, Peer, Place } from "./peer.ts";
import { JOBS, type Job, type Phase, type Result } from "./table.ts";
import { vendure } from "./vendure.ts";

const PORT = 8821;
const CLIENTS = 16;
const ROUNDS = 3;
/** How many the slowest system gets in each round. */
const REQUESTS: Record<Phase, number> = { new: 32, grown: 16 };
const WEBHOOKS_TIMEOUT_MS = 20_000;
const IDLE_SECONDS = 4;
/** Long enough to tell rest from work by ticks of 10 ms. */
const REST_MS = 300;
const REST_TICKS_MS = 20;
const REST_TIMEOUT_MS = 60_000;

type Contestant = Awaited<ReturnType<typeof enter>>;

/** Says which system was left out, and why, as well. */
export async function compare(directory: string): Promise<{ results: Result[]; leftOut: string[] }> {
  const contestants: Contestant[] = [];
  const leftOut: string[] = [];
  for (const [index, peer] of [ours, lnbits, vendure].entries()) {
    console.log(`Installing ${peer.name}, unless it is there.`);
    const reason = await peer.install().then(() => null, String);
    if (reason === null) contestants.push(await enter(peer, directory, PORT + index));
    else leftOut.push(`${peer.name} is left out: ${reason.trim().split("\n").at(-1)}`);
  }
  for (const job of JOBS) await playInTurns(contestants, "new", job);
  for (const { peer, state, running, result, pending } of contestants) {
    result.memoryMb.push(running.memoryMb());
    peer.copy(state, pending[0]?.id ?? "");
  }
  for (const job of ["create", "read", "list"] as const) await playInTurns(contestants, "grown", job);
  for (const { running } of contestants) await running.end();
  return { results: contestants.map(({ result }) => result), leftOut };
}

async function enter(peer: Peer, directory: string, port: number) {
  const webhooks = new Map<string, number>();
  const receiver = await serve(async (request) => {
    const id = peer.paidIn(await request.json());
    if (id !== undefined) webhooks.set(id, (webhooks.get(id) ?? 0) + 1);
    return new Response(null, { status: 204 });
  });
  const state = join(directory, peer.name);
  const place = { state, port, url: `http://127.0.0.1:${port}`, receiver: receiver.url };
  const running = await start(peer, place);
  const used = { startSeconds: running.startSeconds, memoryMb: [running.memoryMb()] };
  const result: Result = { name: peer.name, new: {}, grown: {}, ...used, paid: 0, webhooks };
  const shop = await peer.open(place);
  const pending = await atOnce(Array.from({ length: REQUESTS.new * peer.requestsFactor }), shop.create);
  const paid: Payment[] = [];
  return { peer, state, running, shop, result, pending, paid };
}

/** Returns what it uses of the machine as well. */
async function start(peer: Peer, place: Place) {
  mkdirSync(place.state, { recursive: true });
  const [others, startedAt] = [childrenOf(process.pid), performance.now()];
  const end = await peer.start(place);
  const startSeconds = (performance.now() - startedAt) / 1000;
  const own = childrenOf(process.pid).filter((pid) => !others.includes(pid));
  const cpuMs = () => {
    const used = readCpuMs(own.flatMap(withDescendants));
    if (used === null)
      throw new ScriptError("This system does not say how much processor time a process uses.");
    return used;
  };
  let idleMsPerSecond = 0;
  /** Resolves when it works no more than without requests. */
  const rest = async () => {
    const allowed = (idleMsPerSecond * REST_MS) / 1000 + REST_TICKS_MS;
    const deadline = Date.now() + REST_TIMEOUT_MS;
    for (let before = Number.NEGATIVE_INFINITY; cpuMs() - before > allowed; ) {
      if (Date.now() > deadline) throw new Error(`${peer.name} does not come to rest`);
      before = cpuMs();
      await sleep(REST_MS);
    }
  };
  /** The processor time in milliseconds of some work and all that follows it. */
  const cpuMsOf = async (work: () => Promise<unknown>): Promise<number> => {
    await rest();
    const [before, begunAt] = [cpuMs(), performance.now()];
    await work();
    await rest();
    return cpuMs() - before - (idleMsPerSecond * (performance.now() - begunAt)) / 1000;
  };
  idleMsPerSecond = (await cpuMsOf(() => sleep(IDLE_SECONDS * 1000))) / IDLE_SECONDS;
  return { end, startSeconds, cpuMsOf, memoryMb: () => readMemoryMb(own.flatMap(withDescendants)) };
}

/** A round to warm up and then the median of three, in each of which all systems play. */
async function playInTurns(contestants: readonly Contestant[], phase: Phase, job: Job): Promise<void> {
  const measured = new Map(contestants.map((contestant) => [contestant, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const [contestant, cpuMs] of measured) cpuMs.push(await measure(contestant, job, REQUESTS[phase]));
  for (const [{ result }, cpuMs] of measured) {
    result[phase][job] = median(cpuMs.slice(1));
    console.log(`${job}, ${result.name}: ${cpuMs.map((each) => each.toFixed(2)).join(", ")}`);
  }
}

/** The processor time of one request, in milliseconds. */
async function measure(contestant: Contestant, job: Job, requests: number): Promise<number> {
  const { peer, running, shop, result } = contestant;
  const payments = await paymentsFor(contestant, job, requests);
  const each = job === "create" || job === "list" ? shop[job] : (payment: Payment) => payment[job]();
  const isDone = () => job !== "pay" || payments.every(({ id }) => result.webhooks.has(id));
  const cpuMs = await running.cpuMsOf(async () => {
    await atOnce(payments, each);
    for (const end = Date.now() + WEBHOOKS_TIMEOUT_MS; !isDone() && Date.now() < end; ) await sleep(50);
    if (job === "refund") await sleep(peer.refundSettlesMs ?? 0);
  });
  return cpuMs / payments.length;
}

async function paymentsFor(contestant: Contestant, job: Job, requests: number): Promise<Payment[]> {
  const { peer, shop, result, pending, paid } = contestant;
  if (job === "refund") return paid.splice(0, requests);
  if (job !== "pay") return pending.slice(0, requests * peer.requestsFactor);
  const made = await atOnce(pending.slice(0, requests), shop.create);
  paid.push(...made);
  result.paid += made.length;
  return made;
}

async function atOnce<Item, Value>(items: readonly Item[], each: (item: Item) => Promise<Value>) {
  const values: Value[] = [];
  await inParallel(items, CLIENTS, async (item) => {
    values.push(await each(item));
  });
  return values;
}
