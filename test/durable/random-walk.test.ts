// Random requests, faults, evictions and crashes, with alarms that come twice, early, late or never and queues that lose,
// repeat and shuffle. Whatever has happened, the intent is whole once the faults have ended, and every response holds.
// A failing seed repeats its steps and prints them. `npm run test:long` has more seeds.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, inject, it } from "vitest";
import type { IntentCommand } from "../../src/domain/commands.ts";
import type { PaymentIntent } from "../../src/domain/payment-intent.ts";
import { type IntentDocument, isAtRest } from "../../src/durable/intent-document.ts";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { evict, execute, find, objectOf } from "../support/objects.ts";
import { arm, hangsForEver, isPossible, MOMENTS, PORTS } from "../support/ports.ts";
import { runSweep } from "../support/queues.ts";
import { Random } from "../support/random.ts";
import { seedCounter, seedIntent, seedWallet } from "../support/seeds.ts";
import {
  crash,
  deliverQueued,
  expectWhole,
  fireDueAlarm,
  fireOrKeepAlarm,
  heal,
  scan,
  type WatchedPayment,
  watchPayment,
} from "../support/watched-payment.ts";

const IS_LONG = inject("longTests");
const SEEDS = Array.from({ length: IS_LONG ? 1_000 : 10 }, (_, index) => index + 1);
const STEPS = 30;
const WALK_MS_MAX = 100_000;
const FAULTS = PORTS.flatMap((port) => MOMENTS.map((moment) => ({ port, moment }))).filter(isPossible);

interface Walk {
  payment: WatchedPayment;
  random: Random;
  poorWallet: string;
  /** What was done, and what came of it. */
  history: string[];
  /** What responses have promised about the end. */
  promises: ((end: PaymentIntent) => void)[];
  /** The newest version in any response. */
  seenVersion: number;
  running: Promise<unknown>[];
}

type Action = (walk: Walk) => Promise<unknown>;

const REQUESTS: Action[] = [
  (walk) => request(walk, { type: "confirm", walletId: walk.random.pick(walk.payment.wallets) }),
  (walk) => request(walk, { type: "approve", walletId: walk.random.pick(walk.payment.wallets) }),
  (walk) => request(walk, { type: "confirm", walletId: walk.poorWallet }),
  (walk) =>
    request(walk, {
      type: "refund",
      merchantId: walk.payment.merchant.id,
      key: walk.random.pick([null, "a", "b"]),
    }),
  read,
];
const ENDINGS: Action[] = [
  (walk) => request(walk, { type: "cancel", merchantId: walk.payment.merchant.id }),
  (walk) => request(walk, { type: "reject", walletId: walk.random.pick(walk.payment.wallets) }),
  (walk) => request(walk, { type: "simulate_expiry", merchantId: walk.payment.merchant.id }),
];
const MACHINERY: Record<string, Action> = {
  "an alarm": ({ payment }) => fireDueAlarm(payment),
  "an alarm that is early, and twice": ({ payment }) =>
    Promise.all([fireOrKeepAlarm(payment), ringAgain(payment), ringAgain(payment)]),
  "an alarm that is lost": loseAlarm,
  "an eviction": ({ payment }) => evict(payment.intentId),
  "a crash": ({ payment }) => crash(payment),
  "a sweep": runSweep,
  "queued messages": deliverUnreliably,
  seconds: async ({ random }) => void moveClock(random.integer(0, 20 * SECOND - 1)),
  minutes: async ({ random }) => void moveClock(random.integer(0, 6 * MINUTE - 1)),
  "a late effect": async ({ payment }) => payment.ports.late.shift()?.(),
};

async function request(walk: Walk, command: IntentCommand): Promise<void> {
  const { type } = command;
  const result = await execute(walk.payment.intentId, command);
  const { history, promises } = walk;
  if (!result.ok) return void history.push(`  ${type}: ${result.error}`);
  history.push(`  ${type}: ${result.value.status}, version ${result.value.version}`);
  note(walk, result.value);
  if (type === "refund") promises.push((end) => expect(end).toMatchObject({ refundStatus: "completed" }));
  if ((type === "confirm" || type === "approve") && command.walletId !== walk.poorWallet) {
    promises.push((end) => expect(end).toMatchObject({ completedBy: command.walletId }));
  }
}

async function read(walk: Walk): Promise<void> {
  const least = walk.seenVersion;
  const intent = await find(walk.payment.intentId);
  walk.history.push(`  read: ${intent?.status}, version ${intent?.version}`);
  walk.promises.push(() => expect(intent?.version ?? 0, "no read goes back").toBeGreaterThanOrEqual(least));
  if (intent !== null) note(walk, intent);
}

/** What has ended stays as it is. */
function note(walk: Walk, { version, status, completedBy }: PaymentIntent): void {
  walk.seenVersion = Math.max(walk.seenVersion, version);
  if (status === "pending" || status === "pending_approval") return;
  walk.promises.push((end) => expect(end).toMatchObject({ status, completedBy }));
}

/** One that something depends on: that of an intent at rest would only have freed its storage. */
async function loseAlarm({ payment }: Walk): Promise<void> {
  await runInDurableObject(objectOf(payment.intentId), async (_, { storage }) => {
    const document = storage.kv.get<IntentDocument>("document");
    if (document !== undefined && !isAtRest(document)) await storage.deleteAlarm();
  });
}

/** Fires the alarm although it is not due, or not even set. */
async function ringAgain({ intentId }: WatchedPayment): Promise<void> {
  await runInDurableObject(objectOf(intentId), async (instance) => {
    await instance.alarm();
  });
}

/** A tenth is lost, but for what only the queue remembers; a fifth comes twice, and all of it in any order. */
async function deliverUnreliably({ payment, random }: Walk): Promise<void> {
  for (const [queue, sent] of Object.entries(payment.ports.queues)) {
    if (queue !== "wallet-events") sent.splice(0, sent.length, ...sent.filter(() => random.chance(0.9)));
  }
  await deliverQueued(payment, (queued) =>
    random.shuffle(queued.flatMap((message) => (random.chance(0.2) ? [message, message] : [message]))),
  );
}

async function beginWalk(seed: number): Promise<Walk> {
  const random = new Random(seed);
  const payment = await watchPayment(2);
  if (random.chance(0.3)) {
    payment.counterId = (await seedCounter(payment.merchant.id)).id;
    await scan(payment);
  } else {
    payment.intentId = (await seedIntent(payment.merchant.id)).id;
  }
  const poorWallet = await seedWallet(1);
  return { payment, random, poorWallet, history: [], promises: [], seenVersion: 0, running: [] };
}

/** Up to three things at once, with a fault in every other step. */
async function takeStep(walk: Walk): Promise<void> {
  const { payment, random, history } = walk;
  if (random.chance(0.5)) {
    const fault = walk.random.pick(FAULTS);
    const isOutage = fault.moment !== "hanging" && random.chance(0.5);
    arm(payment.ports, fault, { isOutage });
    history.push(`${fault.port} fails ${fault.moment}${isOutage ? ", every time" : ""}`);
  }
  const count = random.integer(1, 3);
  const running = Array.from({ length: count }, async () => {
    const [name, action] = chooseAction(walk);
    history.push(name);
    await action(walk).catch((error: Error) => history.push(`  ${name}: ${error.message}`));
  });
  walk.running.push(...running);
  if (await hangs(payment, Promise.all(running))) {
    history.push("what hangs dies");
    payment.ports.fault = null;
    await crash(payment);
  }
}

function chooseAction(walk: Walk): [name: string, action: Action] {
  const lot = walk.random.next();
  if (lot < 0.4) return ["a request", walk.random.pick(REQUESTS)];
  if (lot < 0.43) return ["an ending", walk.random.pick(ENDINGS)];
  return walk.random.pick(Object.entries(MACHINERY));
}

/** True as soon as a call hangs that no deadline ends; false when everything has run. */
async function hangs({ ports }: WatchedPayment, running: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  void running.then(() => {
    isDone = true;
  });
  const isHanging = () => ports.fault?.hasStruck === true && hangsForEver(ports.fault);
  while (!isDone && !isHanging()) await scheduler.wait(1);
  return isHanging();
}

/** The faults end. The merchant reads the intent once, which sets an alarm again that was lost. */
async function finish({ payment, running, promises }: Walk): Promise<void> {
  const { ports, intentId } = payment;
  ports.release();
  await Promise.all(running);
  for (const run of ports.late) await run().catch(() => {});
  moveClock(2 * MINUTE);
  await find(intentId);
  moveClock(31 * MINUTE);
  await heal(payment);
  const end = await expectWhole(payment);
  for (const holds of promises) holds(end);
}

useMutedLog();
useStoppedClock();

/** So that a walk that hangs prints its steps, too. */
async function givenUp(): Promise<never> {
  await scheduler.wait(WALK_MS_MAX);
  throw new Error("the walk hangs");
}

describe("an intent on a bad day", () => {
  it.each(SEEDS)("is whole in the end, and every response holds, with seed %i", async (seed) => {
    const walk = await beginWalk(seed);
    const walking = async () => {
      for (let step = 0; step < STEPS; step++) await takeStep(walk);
      await finish(walk);
    };
    try {
      await Promise.race([walking(), givenUp()]);
    } catch (error) {
      throw new Error(`seed ${seed}: ${error}\n${walk.history.join("\n")}`, { cause: error });
    }
  });
});
