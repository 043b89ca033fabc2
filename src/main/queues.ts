// The consumers of the queues; parts and sandbox/queues.ts add theirs. Each message is acknowledged or retried on its own: a bad
// one affects no other, even where a batch's messages share a statement.

import { addRows } from "#core/domain/open-list.ts";
import type { UnprojectedMessage } from "#core/domain/ports/payment-intents.ts";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { log } from "#core/lib/log.ts";
import type { BatchHandler, Part } from "#core/part.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { awaitProjection, recordLedgerEvent } from "#core/services/payment-intents/ledger-events.ts";
import { liveWalletsOf } from "#core/services/wallet/live-wallet.ts";
import { handleWalletEvent } from "#core/services/wallet/wallet-events.ts";
import { deliveryTools } from "#core/services/webhooks/deliveries.ts";
import { attemptDeliveries, prepareDeliveries } from "#core/webhooks/deliver.ts";
import { type DeliveryMessage, TooEarly } from "#core/webhooks/message.ts";
import { parseLedgerEvent } from "#core/wire/payment-intents/ledger.ts";
import * as parts from "./parts.ts";

const RETRY_DELAY_SECONDS = 10;
const RETRY_DELAY_SECONDS_MAX = 12 * 60 * 60;

/** `attempts` counts this one. */
type Handler = (body: unknown, deps: Dependencies, env: Env, attempts: number) => Promise<void>;

/** Handles messages that share nothing. */
export function each(handler: Handler): BatchHandler {
  return (messages, deps, env) => messages.map(({ body, attempts }) => handler(body, deps, env, attempts));
}

/**
 * The row says what is due, so a message is done when its attempt begins: a receiver that hangs for 15 seconds must not
 * hold up the following batches.
 */
const deliver: BatchHandler = (messages, deps, _, ctx) => {
  const shardOf = ({ body }: Message) => deps.shards.ofEvent((body as DeliveryMessage | null)?.eventId ?? "");
  const prepared = new Map<Message, Promise<unknown> | undefined>();
  for (const [shard, ofShard] of Map.groupBy(messages, shardOf)) {
    const bodies = ofShard.map(({ body }) => body as DeliveryMessage);
    if (shard === null) {
      for (const { eventId } of bodies) log("error", "webhook_place_unknown", { event_id: eventId });
      continue;
    }
    const tools = deliveryTools(deps, shard);
    const preparing = prepareDeliveries(tools, bodies);
    ctx.waitUntil(attemptDeliveries(tools, preparing));
    for (const [index, each] of ofShard.entries()) prepared.set(each, preparing[index]);
  }
  return messages.map((each) => prepared.get(each) ?? Promise.resolve());
};

/** All wallets of a batch are looked up at once. */
const passWalletEvents: BatchHandler = (messages, deps) => {
  const findLive = liveWalletsOf(deps);
  return messages.map(({ body, attempts }) =>
    handleWalletEvent(deps, body as WalletEventMessage, attempts, findLive),
  );
};

/** A message of any of these queues; a ledger's event has the transaction as its data. */
interface DeadMessage {
  id?: string;
  transactionId?: string;
  unprojectedIntentId?: string;
  data?: { transaction_id?: string };
}

/** What has failed too often is reported, by whatever names it. */
function reportDead(queue: string): BatchHandler {
  return each(async (body) => {
    const { id, transactionId, unprojectedIntentId, data } = body as DeadMessage;
    const subject = id ?? transactionId ?? unprojectedIntentId ?? data?.transaction_id;
    log("error", "queue_message_dead", { queue, subject });
  });
}

/** Each queue's consumer, and that of its dead letters. */
export function withDeadLetters(consumers: Record<string, BatchHandler>): Record<string, BatchHandler> {
  const handlers = Object.entries(consumers).flatMap(([queue, handler]) => [
    [queue, handler],
    [`${queue}-dead`, reportDead(queue)],
  ]);
  return Object.fromEntries(handlers);
}

const CORE_HANDLERS: Record<string, BatchHandler> = {
  webhooks: deliver,
  "webhook-retries": deliver,
  "webhooks-dead": each(async (body) => {
    const { eventId } = body as DeliveryMessage;
    log("error", "webhook_message_dead", { event_id: eventId });
  }),
  ...withDeadLetters({
    "wallet-events": passWalletEvents,
    "ledger-events": each(async (body, deps) => {
      if (isUnprojected(body)) return await awaitProjection(deps, body.unprojectedIntentId);
      const event = parseLedgerEvent(body);
      if (event !== null) await recordLedgerEvent(deps, event);
    }),
  }),
};

const OF_PARTS = Object.values<Part>(parts).map(({ queues }) => withDeadLetters(queues ?? {}));

export const HANDLERS = addRows(CORE_HANDLERS, ...OF_PARTS);

function isUnprojected(body: unknown): body is UnprojectedMessage {
  return typeof body === "object" && body !== null && "unprojectedIntentId" in body;
}

export async function handleBatch(
  batch: MessageBatch,
  deps: Dependencies,
  env: Env,
  ctx: ExecutionContext,
  handlers = HANDLERS,
): Promise<void> {
  // `webhooks-2-live` is a further queue of the kind `webhooks`.
  const handler = handlers[batch.queue.replace(/(-\d+)?(-live)?$/, "")];
  if (handler === undefined) throw new Error(`no handler for queue ${batch.queue}`);
  const handling = (async () => {
    await deps.shards.check(deps.clock());
    return handler(batch.messages, deps, env, ctx);
  })();
  await Promise.all(
    batch.messages.map(async (message, index) => {
      try {
        await (await handling)[index];
        message.ack();
      } catch (error) {
        if (error instanceof TooEarly)
          return message.retry({ delaySeconds: Math.min(error.delaySeconds, RETRY_DELAY_SECONDS_MAX) });
        log("error", "queue_message_failed", { queue: batch.queue, attempts: message.attempts, error });
        message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
      }
    }),
  );
}

/** Doubles with every attempt, up to the longest delay that a queue accepts. */
function retryDelaySeconds(attempts: number): number {
  return Math.min(RETRY_DELAY_SECONDS * 2 ** (attempts - 1), RETRY_DELAY_SECONDS_MAX);
}
