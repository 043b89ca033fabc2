// Sandbox only: what a merchant can have go wrong, a clock that moves its own deadlines, and its inbox for webhooks.

import { err, ok, type Result } from "#core/domain/result.ts";
import type { MerchantActor } from "#core/services/actor.ts";
import type { Refusal } from "#core/services/refusal.ts";
import { queueRetry } from "#core/webhooks/deliver.ts";
import { listActiveFaults, replaceFaults } from "#sandbox/db/faults.ts";
import { listInboxMessages } from "#sandbox/db/inbox.ts";
import { listOpenIntentIds, probeAllSooner, retrySooner } from "#sandbox/db/playground-clock.ts";
import {
  type ActiveFault,
  FAULT_LIFETIME_MS,
  LEDGER_FAULTS,
  type PlaygroundFault,
} from "#sandbox/domain/playground.ts";
import type { SandboxDependencies } from "./dependencies.ts";

/** The most that are moved in one place. */
const INTENTS_MAX = 100;
const RETRIES_MAX = 100;

/** Exactly these, for an hour from now. */
export async function setFaults(
  deps: SandboxDependencies,
  merchantId: string,
  faults: readonly PlaygroundFault[],
): Promise<Result<ActiveFault[], Refusal>> {
  const isLedgerFault = (fault: PlaygroundFault) => LEDGER_FAULTS.some((known) => known === fault);
  if (deps.sandboxLedger === null && faults.some(isLedgerFault)) return err("no_embedded_ledger");
  const now = deps.clock();
  await replaceFaults(deps.db, merchantId, faults, { now, expiresAt: now + FAULT_LIFETIME_MS });
  return ok(await listActiveFaults(deps.db, merchantId, now));
}

export async function listFaults(
  { db, clock }: SandboxDependencies,
  merchantId: string,
): Promise<ActiveFault[]> {
  return await listActiveFaults(db, merchantId, clock());
}

export async function listInbox(
  { db, clock }: SandboxDependencies,
  merchantId: string,
  after: string | null,
) {
  return await listInboxMessages(db, merchantId, after, clock());
}

/**
 * Lets time pass for this merchant: its newest open intents expire sooner, and its webhooks are retried sooner. An intent
 * that is being paid keeps its deadline. Returns how many of each have moved.
 */
export async function advanceClock(
  deps: SandboxDependencies,
  { merchantId, actor }: MerchantActor,
  byMs: number,
) {
  const command = { type: "simulate_expiry", merchantId, byMs } as const;
  const tools = { clock: deps.clock, queue: deps.queues.webhookRetries };
  const advanced = { intents: 0, retries: 0 };
  for (const shard of deps.shards.ofMerchant(merchantId)) {
    const intentIds = await listOpenIntentIds(shard, merchantId, INTENTS_MAX);
    const moved = await Promise.all(intentIds.map((id) => deps.intents.execute(id, command, actor)));
    const now = deps.clock();
    const retries = await retrySooner(shard, merchantId, { byMs, now }, RETRIES_MAX);
    await probeAllSooner(shard, merchantId, { byMs, now });
    // The message that was sent for the old time finds nothing to do.
    for (const { eventId, dueAt } of retries) await queueRetry(tools, { merchantId, eventId }, dueAt);
    advanced.intents += moved.filter(({ ok }) => ok).length;
    advanced.retries += retries.length;
  }
  return advanced;
}
