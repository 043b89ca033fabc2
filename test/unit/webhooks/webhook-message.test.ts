import { describe, expect, it } from "vitest";
import { type DeliveryMessage, queueDeliveries } from "../../../src/webhooks/message.ts";

describe("queueDeliveries", () => {
  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])("sends %i messages in batches of %j", async (count, sizes) => {
    const messages = Array.from({ length: count }, (_, n) => ({
      merchantId: "merchant-1",
      eventId: `event-${n}`,
    }));
    const batches: DeliveryMessage[][] = [];
    const queue = {
      sendBatch: async (batch: Iterable<MessageSendRequest<DeliveryMessage>>) => {
        batches.push(Array.from(batch, ({ body }) => body));
      },
    } as unknown as Queue<DeliveryMessage>;
    await queueDeliveries(queue, messages);
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(batches.flat()).toEqual(messages);
  });
});
