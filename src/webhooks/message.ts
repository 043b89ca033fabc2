import type { DueDelivery } from "../domain/delivery.ts";

/**
 * The queue carries ids alone: address, secret and body are read when the attempt is made. A message whose `dueAt` is
 * no longer the row's has been overtaken and does nothing.
 */
export interface DeliveryMessage extends DueDelivery {
  /** The degraded address that this delivery may try though others wait for it. */
  probeOf?: string;
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
