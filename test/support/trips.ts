// Counts what a request waits for, by rounds instead of by time: each call to D1 or a cell is held until nothing else moves, and then
// all that are held go on at once. A call that follows another is in a later round, however fast the machine is.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { PaymentIntentObject } from "#core/durable/payment-intent-object.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import type { Trips } from "./cost/trips.ts";
import { objectOf } from "./objects.ts";
import { captureQueue, type SentMessage } from "./queues.ts";

const QUEUES = ["WEBHOOK_RETRIES", "WALLET_EVENTS", "LEDGER_EVENTS", "LEDGER_SETTLEMENTS"] as const;
const PROBE = "SELECT 'a probe'";
/** What the platform calls, and what tests use to look into an object. */
const NOT_BY_THE_WORKER = /^(constructor|alarm|fetch|webSocket)/;

/** The calls that went on at once, each with its statements. */
export type Round = (readonly string[])[];

/** Messages go nowhere. Undone by repair(). */
export function captureAllQueues(around?: (run: () => Promise<void>) => Promise<void>): SentMessage[] {
  for (const name of QUEUES) captureQueue(env[name], [], around);
  return captureQueue(env.WEBHOOKS, [], around);
}

/** To be called once in a test. `request` is given the webhooks that are sent. */
export async function countTrips<Result>(
  request: (webhooks: SentMessage[]) => Promise<Result>,
): Promise<{ trips: Trips; ways: number; rounds: Round[]; response: Result }> {
  const objects = countObjectCalls();
  const [calls, sends] = [new Gate(() => objects.underWay === 0), new Gate()];
  holdDatabases(calls);
  const webhooks = captureAllQueues((run) => sends.pass(run));
  const rounds: Round[] = [];
  let awaitedSends = 0;
  let isDone = false;
  const responding = request(webhooks).finally(() => {
    isDone = true;
  });
  for (await rest(calls, sends); !isDone; await rest(calls, sends)) {
    const round = calls.release();
    if (round.length > 0) rounds.push(round);
    // Nothing else is left to wait for.
    else if (sends.release().length > 0) awaitedSends += 1;
  }
  const [chain, objectCalls] = [rounds.length, objects.calls];
  const ways = calls.roundsOfWorker + objectCalls;
  // What is still held was not waited for.
  for (const gate of [calls, sends]) gate.open();
  await rest(calls, sends);
  const trips = { chain, calls: rounds.flat().length, objects: objectCalls, sends: awaitedSends };
  return { trips, ways, rounds, response: await responding };
}

class Gate {
  /** How often a call has come or has ended. */
  moves = 0;
  /** Calls that have gone on and have not ended. */
  underWay = 0;
  /** How many rounds had a call that no object has made. */
  roundsOfWorker = 0;
  #isOpen = false;
  #held: { statements: readonly string[]; isHeld: boolean; isWorkers: boolean }[] = [];
  readonly #isWorkers: () => boolean;

  constructor(isWorkers = () => true) {
    this.#isWorkers = isWorkers;
  }

  async pass<Result>(run: () => Promise<Result>, statements: readonly string[] = []): Promise<Result> {
    const call = { statements, isHeld: true, isWorkers: this.#isWorkers() };
    this.#held.push(call);
    this.moves += 1;
    if (this.#isOpen) this.release();
    // A promise that another request resolves would hang.
    while (call.isHeld) await scheduler.wait(1);
    try {
      return await run();
    } finally {
      this.underWay -= 1;
      this.moves += 1;
    }
  }

  release(): Round {
    const released = this.#held.splice(0);
    this.underWay += released.length;
    if (released.some(({ isWorkers }) => isWorkers)) this.roundsOfWorker += 1;
    for (const call of released) call.isHeld = false;
    return released.map(({ statements }) => statements);
  }

  open(): void {
    this.#isOpen = true;
    this.release();
  }
}

/** Until nothing has moved, twice, while an object was called, stored something and asked D1. */
async function rest(...gates: Gate[]): Promise<void> {
  const moves = () => gates.reduce((sum, gate) => sum + gate.moves, 0);
  for (let quiet = 0; quiet < 2; ) {
    const before = moves();
    // Without a timer here, those of others never end.
    await scheduler.wait(1);
    await runInDurableObject(objectOf("a probe"), async (_, { storage }) => {
      await storage.put("probe", before);
      await env.DB.prepare(PROBE).run();
    });
    const isMoving = moves() !== before || gates.some(({ underWay }) => underWay > 0);
    quiet = isMoving ? 0 : quiet + 1;
  }
}

type Send = (endpoint: string, query: string | string[], ...rest: unknown[]) => Promise<unknown>;

function holdDatabases(gate: Gate): void {
  // Below the methods of a statement, some of which call each other.
  const { alwaysPrimarySession } = env.DB as unknown as { alwaysPrimarySession: { _sendOrThrow: Send } };
  const send = alwaysPrimarySession._sendOrThrow.bind(alwaysPrimarySession);
  vi.spyOn(alwaysPrimarySession, "_sendOrThrow").mockImplementation((endpoint, query, ...more) => {
    const run = () => send(endpoint, query, ...more);
    return query === PROBE ? run() : gate.pass(run, [query].flat());
  });
  const { run: runInCell } = CellObject.prototype;
  vi.spyOn(CellObject.prototype, "run").mockImplementation(function (this: CellObject, ...args) {
    const statements = args[0].map(({ statement }) => statement);
    return gate.pass(async () => runInCell.apply(this, args), statements) as never;
  });
}

/** They are not held: how far an object is, is another question. */
function countObjectCalls(): { calls: number; underWay: number } {
  const counted = { calls: 0, underWay: 0 };
  const prototype = PaymentIntentObject.prototype as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method = prototype[name];
    if (method === undefined || NOT_BY_THE_WORKER.test(name)) continue;
    vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      counted.calls += 1;
      counted.underWay += 1;
      const called = method.apply(this, args);
      const end = () => {
        counted.underWay -= 1;
      };
      void Promise.resolve(called).then(end, end);
      return called;
    });
  }
  return counted;
}
