import type { DeliveryId } from "#core/domain/webhooks/delivery.ts";

/** The queue carries only ids: URL, secret and body are read when the attempt is made. */
export interface DeliveryMessage extends DeliveryId {
  /** When the first attempt is due; set in an event's own message. While the row says the same, there is no other message. */
  firstDueAt?: number;
  /** The due time that another message was sent for, without a delay: while the row says the same, it is due by any clock. */
  dueAt?: number;
  /** The due time that a retry was sent for, with the delay until then. */
  delayedUntil?: number;
  /** Marks the probe of a degraded endpoint. It has the attempts so far, so that a repeated message is not a second probe. */
  probe?: { origin: string; attempts: number };
}

/** The queue has brought a message before its time. */
export class TooEarly extends Error {
  readonly delaySeconds: number;

  constructor(byMs: number) {
    super("the delivery is not due yet");
    this.delaySeconds = Math.ceil(byMs / 1000);
  }
}

/** The most messages that one `sendBatch` accepts. */
const BATCH_MAX = 100;

/** Serves deliveries whose rows have just been given this due time. */
export async function queueDue(
  queue: Queue<DeliveryMessage>,
  deliveries: readonly DeliveryId[],
  dueAt: number,
): Promise<void> {
  await queueDeliveries(
    queue,
    deliveries.map(({ merchantId, eventId }) => ({ merchantId, eventId, dueAt })),
  );
}

export async function queueDeliveries(
  queue: Queue<DeliveryMessage>,
  messages: readonly DeliveryMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH_MAX) {
    await queue.sendBatch(messages.slice(start, start + BATCH_MAX).map((body) => ({ body })));
  }
}
