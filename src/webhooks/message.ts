import type { DeliveryId } from "../domain/delivery.ts";

/** The queue carries only ids: URL, secret and body are read when the attempt is made. */
export interface DeliveryMessage extends DeliveryId {
  /** In an event's own message: when the first attempt is due. While the row says the same, it is the only message. */
  firstDueAt?: number;
  /** In a probe of a degraded endpoint: the attempts so far, so that a repeated message is not a second probe. */
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
