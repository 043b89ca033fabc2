// What a merchant that has signed up may do in a minute: 60 intents, and 60 webhooks, with those that it asks for as a test.
import type { RateLimits } from "#core/domain/ports/limits.ts";
import { timeOf } from "#core/domain/shards/shard-ids.ts";
import type { BatchHandler } from "#core/part.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { queueRetry } from "#core/webhooks/deliver.ts";
import type { DeliveryMessage } from "#core/webhooks/message.ts";
import { postponeDelivery } from "#sandbox/db/postponed-deliveries.ts";
import { hasSignedUp } from "#sandbox/domain/sign-ups.ts";

const UUID_LENGTH = 36;

/** A merchant's intents count together, also where it is spread over cells. */
export function withSignUpLimits(limits: RateLimits): RateLimits {
  const allow: RateLimits["allow"] = async (limit, key) => {
    const merchantId = key.slice(0, UUID_LENGTH);
    const isLimited = limit === "creations" && hasSignedUp(merchantId);
    // That limit is 60 a minute as well.
    if (isLimited && !(await limits.allow("webhooks", `intents ${merchantId}`))) return false;
    return await limits.allow(limit, key);
  };
  return { allow };
}

/** What is above the limit waits, and is not lost: the row says when it is due. All others' go on as one batch. */
export function limitDeliveries(deliver: BatchHandler): BatchHandler {
  return (messages, deps, env, ctx) => {
    const isLimited = ({ body }: Message) => hasSignedUp((body as DeliveryMessage | null)?.merchantId ?? "");
    const free = messages.filter((message) => !isLimited(message));
    const delivering = free.length === 0 ? [] : deliver(free, deps, env, ctx);
    return messages.map(async (message) => {
      if (!isLimited(message)) return await delivering[free.indexOf(message)];
      if (await mayWait(deps, message.body as DeliveryMessage)) return undefined;
      return await deliver([message], deps, env, ctx)[0];
    });
  };
}

const WAIT_MS_MIN = 60_000;
const WAIT_MS_MAX = 6 * 60 * 60_000;

/**
 * Returns whether it waits. Each waits at least as long again as it is old, so that a backlog is not looked through every minute:
 * one of a day is postponed a dozen times.
 */
async function mayWait(deps: Dependencies, message: DeliveryMessage): Promise<boolean> {
  const { merchantId, eventId } = message;
  if (await deps.rateLimits.allow("webhooks", merchantId)) return false;
  const shard = deps.shards.ofEvent(eventId);
  if (shard === null) return false;
  const now = deps.clock();
  const waitMs = Math.min(Math.max(WAIT_MS_MIN, now - timeOf(eventId)), WAIT_MS_MAX);
  const dueAt = Math.ceil(now + waitMs * (1 + Math.random() / 2));
  if (!(await postponeDelivery(shard, message, { now, dueAt }))) return false;
  await queueRetry({ clock: deps.clock, queue: deps.queues.webhookRetries }, message, dueAt);
  return true;
}
