// Stands in for src/core/domain/shards/shard-ids.ts while a setting begins, and the Workers' clocks differ: some of a merchant's new
// intents, and always the first, are made as before it, and the others in its cell.
import * as real from "#core/domain/shards/shard-ids.ts";

export * from "#core/domain/shards/shard-ids.ts";

const MOMENT_MS = real.CLOCK_SKEW_MS / 2;

const madeBySlot = new Map<string, string[]>();

function isMadeBefore(id: string, slot: string): boolean {
  const made = madeBySlot.get(slot) ?? [];
  madeBySlot.set(slot, made);
  if (!made.includes(id)) made.push(id);
  return made.indexOf(id) % 2 === 0;
}

/** No merchant has registered while it was in force. */
export const digitsAt: typeof real.digitsAt = (id, cells, now) =>
  real.digitsAt(id, now < Date.now() - MOMENT_MS ? [] : cells, now);

/** Makes that of an intent, or of one of its events, which are where it is. */
export const placedId: typeof real.placedId = (id, intent, digits) => {
  const isNew = id === intent.id && digits > 0;
  return real.placedId(id, intent, isNew && isMadeBefore(id, real.slotOf(intent.merchantId)) ? 0 : digits);
};

export const shardOfNew: typeof real.shardOfNew = (id, cells, now) =>
  real.shardOfNew(id, isMadeBefore(id, real.slotOf(id)) ? [] : cells, now);
