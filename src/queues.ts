// The consumers of the queues; sandbox/queues.ts adds its own. Each message is acknowledged or retried on its own: a bad one affects no other.

import type { UnprojectedMessage } from "./domain/ports/payment-intents.ts";
import type { WalletEventMessage } from "./domain/ports/wallet.ts";
import { log } from "./lib/log.ts";
import type { Dependencies } from "./services/dependencies.ts";
import { awaitProjection, recordLedgerEvent } from "./services/payment-intents/ledger-events.ts";
import { handleWalletEvent } from "./services/wallet/wallet-events.ts";
import { deliveryTools } from "./services/webhooks/deliveries.ts";
import { prepareDelivery } from "./webhooks/deliver.ts";
import type { DeliveryMessage } from "./webhooks/message.ts";
import { parseLedgerEvent } from "./wire/payment-intents/ledger.ts";

const RETRY_DELAY_SECONDS = 10;
const RETRY_DELAY_SECONDS_MAX = 12 * 60 * 60;

/** Work that continues after the message is acknowledged and the batch is done. */
type FollowUp = () => Promise<void>;
/** `attempts` counts this one. */
export type Handler = (
  body: unknown,
  deps: Dependencies,
  env: Env,
  attempts: number,
) => Promise<FollowUp | null>;

/**
 * The row says what is due, so the message is done when the attempt begins: a receiver that hangs for 15 seconds must
 * not hold up the following batches.
 */
const beginDelivery: Handler = (body, deps) => prepareDelivery(deliveryTools(deps), body as DeliveryMessage);

/** A message of any of these queues; a ledger's event has the transaction as its data. */
interface DeadMessage {
  id?: string;
  transactionId?: string;
  unprojectedIntentId?: string;
  data?: { transaction_id?: string };
}

/** What has failed too often, by whatever names it. */
export function reportDead(queue: string): Handler {
  return async (body) => {
    const { id, transactionId, unprojectedIntentId, data } = body as DeadMessage;
    const subject = id ?? transactionId ?? unprojectedIntentId ?? data?.transaction_id;
    log("error", "queue_message_dead", { queue, subject });
    return null;
  };
}

export const HANDLERS: Record<string, Handler> = {
  webhooks: beginDelivery,
  "webhook-retries": beginDelivery,
  "webhooks-dead": async (body) => {
    const { eventId } = body as DeliveryMessage;
    log("error", "webhook_message_dead", { event_id: eventId });
    return null;
  },
  "wallet-events": async (body, deps, _, attempts) => {
    await handleWalletEvent(deps, body as WalletEventMessage, attempts);
    return null;
  },
  "ledger-events": async (body, deps) => {
    if (isUnprojected(body)) {
      await awaitProjection(deps, body.unprojectedIntentId);
      return null;
    }
    const event = parseLedgerEvent(body);
    if (event !== null) await recordLedgerEvent(deps, event);
    return null;
  },
  "wallet-events-dead": reportDead("wallet-events"),
  "ledger-events-dead": reportDead("ledger-events"),
};

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
  const handler = handlers[batch.queue.replace(/-live$/, "")];
  if (handler === undefined) throw new Error(`no handler for queue ${batch.queue}`);
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        const followUp = await handler(message.body, deps, env, message.attempts);
        message.ack();
        if (followUp !== null) ctx.waitUntil(followUp());
      } catch (error) {
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
