// What the sweep does for intents. What it does without any is a cost of its own.

import { DELIVERED_KEPT_DAYS } from "#core/domain/webhooks/delivery.ts";
import { cleanUp } from "#core/services/operations/clean-up.ts";
import { beginSweep } from "#core/services/operations/resume-sweep.ts";
import { cloneRows } from "../../bench/clone-rows.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../clock.ts";
import { eventsOf } from "../intent-rows.ts";
import { runSweep } from "../queues.ts";
import { databaseOf } from "../rows.ts";
import { seedDeliveries } from "../seeded-deliveries.ts";
import { deps, seedIntent, seedMerchant } from "../seeds.ts";
import { type Counts, plus, UNITS } from "./counts.ts";
import { type Meters, startMeters } from "./meters.ts";

/** The clean-up reads the events of 400 days, once a day. */
const LATER_CLEAN_UPS = 400 - DELIVERED_KEPT_DAYS;

/** A run of the sweep with nothing to do, for one merchant. */
export async function measureIdleSweep(): Promise<Counts> {
  await seedMerchant();
  await runSweep();
  const meters = await startMeters();
  // The size of D1 is asked in the first minute of an hour.
  moveClock(Date.now() % HOUR < HOUR - MINUTE ? MINUTE : 2 * MINUTE);
  await runSweep();
  return meters.take();
}

/** What a part of the sweep does for this intent: its run when the intent is due, less a run before. */
export async function attributed(
  meters: Meters,
  part: () => Promise<void>,
  dueAfterMs: number,
): Promise<void> {
  await part();
  const idle = meters.take();
  moveClock(dueAfterMs);
  await part();
  for (const unit of UNITS) meters.count(unit, -idle[unit]);
}

/** An id whose clean-up is that many minutes past noon. */
export function idWithMinute(minute: number): string {
  const prefix = Math.floor(((12 * 60 + minute + 0.5) / (24 * 60)) * 2 ** 32).toString(16);
  return `${prefix}${crypto.randomUUID().slice(8)}`;
}

/** Its body is already deleted. Without it, no event at all would be read at the price of one. */
export async function seedOldEvent(merchantId: string): Promise<void> {
  const now = Date.now();
  const intent = await seedIntent(merchantId, { expiresAt: now + 10_000 * DAY });
  const createdAt = now - (DELIVERED_KEPT_DAYS + 1) * DAY;
  await seedDeliveries(intent, 1, { status: "delivered", nextAttemptAt: null, createdAt });
  await cleanUp(beginSweep(deps));
}

export async function measureCleanUp(meters: Meters): Promise<Counts> {
  meters.take();
  await cleanUp(beginSweep(deps));
  return meters.take();
}

/** What a run does with so many intents whose time has come, and what later runs do with them. */
export async function measureCleanUps(meters: Meters, idle: Counts): Promise<Counts> {
  const deletion = await measureCleanUp(meters);
  moveClock(DAY);
  const later = await measureCleanUp(meters);
  return plus(plus(deletion, idle, -1), plus(later, idle, -1), LATER_CLEAN_UPS);
}

/** Copies of an intent and of its events, ten minutes apart: the clean-up finds events by their time. */
export async function seedCopies(intentId: string, count: number): Promise<void> {
  const numbered = (column: string) => `substr(sample.${column}, 1, 28) || printf('%08x', i)`;
  const earlier = (column: string) => `sample.${column} - (i + 1) * ${10 * MINUTE}`;
  const created_at = earlier("created_at");
  const times = { created_at, updated_at: earlier("updated_at"), completed_at: earlier("completed_at") };
  const intents = { table: "payment_intents", sampleId: intentId, values: { ...times, id: numbered("id") } };
  await cloneRows(databaseOf(intentId), { ...intents, count });
  const id = `printf('%08x-%04x', (${created_at}) / 65536, (${created_at}) % 65536) || substr(sample.id, 14)`;
  const values = { id, created_at, intent_id: numbered("intent_id") };
  for (const { id: sampleId } of await eventsOf(intentId)) {
    await cloneRows(databaseOf(intentId), { table: "events", sampleId, values, count });
  }
}
