// A merchant's cell, whose alarm is in the test's hands.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { asc, eq } from "drizzle-orm";
import { onTestFinished, vi } from "vitest";
import type { Shard } from "#core/db/client.ts";
import { copyAccount } from "#core/db/merchants/account-copies.ts";
import { auditEntries } from "#core/db/schema/audit.ts";
import { sweepPositions } from "#core/db/schema/operations.ts";
import { paymentIntents } from "#core/db/schema/payment-intents.ts";
import { events } from "#core/db/schema/webhooks.ts";
import { CellObject } from "#core/shards/cell-object.ts";
import { SPREAD_SLOT } from "./cell-names.ts";
import { deps } from "./seeds.ts";

export function cellOf(merchantId: string): Shard {
  const [cell, ...others] = deps.shards.ofMerchant(merchantId);
  if (cell === undefined || others.length === 0) throw new Error("the merchant has no cell");
  return cell;
}

export const idInCell = (cell: string) => `${crypto.randomUUID().slice(0, -6)}${cell}00000`;

export const spreadId = () => `${crypto.randomUUID().slice(0, -6)}${SPREAD_SLOT}0`;

/** Leaves a copy of the merchant's account, and nothing that earlier tests have left unfinished, nor an alarm. */
export async function emptiedCellOf(merchantId: string): Promise<Shard> {
  const cell = cellOf(merchantId);
  await copyAccount(deps.shards, merchantId, cell);
  for (const table of [paymentIntents, events, auditEntries, sweepPositions]) await cell.delete(table);
  await loseAlarm(cell);
  return cell;
}

/** Statements by cell. */
export function countAtCells(): Map<string, number> {
  const counts = new Map<string, number>();
  const { run } = CellObject.prototype;
  vi.spyOn(CellObject.prototype, "run").mockImplementation(function (this: CellObject, statements, ...rest) {
    const name = (this as unknown as { ctx: DurableObjectState }).ctx.id.name ?? "";
    counts.set(name, (counts.get(name) ?? 0) + statements.length);
    return run.call(this, statements, ...rest);
  });
  return counts;
}

const objectOf = ({ name: shard }: Shard) => env.CELL_OBJECTS.getByName(shard);

export async function fireCellAlarm(cell: Shard): Promise<void> {
  if (!(await runDurableObjectAlarm(objectOf(cell)))) throw new Error("the cell has no alarm");
}

/** How far off the alarm is; null without one. */
export async function alarmInMs(cell: Shard): Promise<number | null> {
  const at = await runInDurableObject(objectOf(cell), (_, { storage }) => storage.getAlarm());
  return at === null ? null : at - Date.now();
}

export async function loseAlarm(cell: Shard): Promise<void> {
  await runInDurableObject(objectOf(cell), (_, { storage }) => storage.deleteAlarm());
  await evictDurableObject(objectOf(cell));
}

/** Lists them in order of time. */
export function eventsIn(shard: Shard, merchantId: string) {
  return shard.select().from(events).where(eq(events.merchantId, merchantId)).orderBy(asc(events.id));
}

/** The first writes to the cell wait until they are released; or the one with that number. */
export function holdWrites(cell: Shard, number = 1) {
  const batch = cell.batch.bind(cell);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = vi.spyOn(cell, "batch");
  for (let before = 1; before < number; before++) held.mockImplementationOnce(batch);
  held.mockImplementationOnce((async (statements: never) => {
    await released;
    return await batch(statements);
  }) as typeof cell.batch);
  onTestFinished(() => void release());
  return { held, release };
}
