import type { DeliveryId } from "../domain/delivery.ts";

/** The queue carries ids alone: address, secret and body are read when the attempt is made. */
export interface DeliveryMessage extends DeliveryId {
  /** In an event's own message: when its first attempt is due. While that stands, nobody else was sent for it. */
  firstDueAt?: number;
  /** The one delivery that may try a degraded address, and its attempts then: a repeated message is no second probe. */
  probe?: { url: string; attempts: number };
}

/** What one `sendBatch` takes. */
const BATCH_MAX = 100;

export async function queueDeliveries(
  queue: Queue<DeliveryMessage>,
  messages: readonly DeliveryMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH_MAX) {
    await queue.sendBatch(messages.slice(start, start + BATCH_MAX).map((body) => ({ body })));
  }
}
