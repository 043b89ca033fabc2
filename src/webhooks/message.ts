import type { DeliveryId } from "../domain/delivery.ts";

/** The queue carries only ids: URL, secret and body are read when the attempt is made. */
export interface DeliveryMessage extends DeliveryId {
  /** When the first attempt is due; set in an event's own message. While the row says the same, there is no other message. */
  firstDueAt?: number;
  /** Marks the probe of a degraded endpoint. It has the attempts so far, so that a repeated message is not a second probe. */
  probe?: { origin: string; attempts: number };
}

/** The most messages that one `sendBatch` accepts. */
const BATCH_MAX = 100;

export async function queueDeliveries(
  queue: Queue<DeliveryMessage>,
  messages: readonly DeliveryMessage[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH_MAX) {
    await queue.sendBatch(messages.slice(start, start + BATCH_MAX).map((body) => ({ body })));
  }
}
