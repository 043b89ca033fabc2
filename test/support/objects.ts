// Payment intents below HTTP: commands to their Durable Objects, whose alarms and storage are in the test's hands.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { RestrictionsCheck } from "#core/domain/merchants/restrictions.ts";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { type IntentDocument, RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { moveClock } from "./clock.ts";
import { ACTOR, deps } from "./seeds.ts";

export function objectOf(intentId: string) {
  return env.PAYMENT_INTENTS.getByName(intentId);
}

export function execute(intentId: string, command: IntentCommand, check?: RestrictionsCheck) {
  return deps.intents.execute(intentId, command, ACTOR, check);
}

export function find(intentId: string) {
  return deps.intents.find(intentId);
}

export function pay(intentId: string, walletId: string) {
  return execute(intentId, { type: "confirm", walletId });
}

export function fireAlarm(intentId: string): Promise<boolean> {
  return runDurableObjectAlarm(objectOf(intentId));
}

export function evict(intentId: string): Promise<void> {
  return evictDurableObject(objectOf(intentId));
}

export interface StoredState {
  keys: string[];
  document: IntentDocument | undefined;
  alarmAt: number | null;
}

export const NOTHING_STORED: StoredState = { keys: [], document: undefined, alarmAt: null };

export function stored(intentId: string): Promise<StoredState> {
  return runInDurableObject(objectOf(intentId), async (_, { storage }) => ({
    keys: [...storage.kv.list()].map(([key]) => key),
    document: await storage.get<IntentDocument>("document"),
    alarmAt: await storage.getAlarm(),
  }));
}

/** Waits until the object has recorded that D1 and the queue have everything. */
export async function published(intentId: string): Promise<void> {
  await until(async () => {
    const { document } = await stored(intentId);
    return (
      document === undefined ||
      (document.outbox.length === 0 && document.projectedVersion === document.intent.version)
    );
  });
}

/** Waits for what continues after a response; returns as soon as the condition holds. */
export async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 5000; attempt++) {
    if (await isReached()) return;
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new Error("the condition was never reached");
}

/** Moves the clock past the recovery window and fires the alarm until the object has deleted its storage. */
export async function collect(intentId: string): Promise<void> {
  await published(intentId);
  moveClock(RECOVERY_WINDOW_MS);
  for (let alarms = 0; alarms < 5; alarms++) {
    const { keys, alarmAt } = await stored(intentId);
    if (keys.length === 0) return;
    // What D1 had lost is kept for as long again.
    if ((alarmAt ?? 0) > Date.now() + RECOVERY_WINDOW_MS / 2) moveClock(RECOVERY_WINDOW_MS);
    await published(intentId);
    await fireAlarm(intentId);
  }
  throw new Error("the object never deleted its storage");
}
