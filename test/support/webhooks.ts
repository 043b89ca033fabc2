// The whole way of a webhook, from the queue's message to the receiver, in the test's own hands.
import { Webhook } from "standardwebhooks";
import { captureQueues } from "./faults.ts";
import { consume } from "./queues.ts";
import { type ReceivedRequest, startReceiver } from "./receiver.ts";

/** Repaired by faults.ts' repair(). */
export function startDeliveries() {
  const queues = captureQueues();
  const receiver = startReceiver();
  return {
    receiver,
    queued: queues.webhooks,
    /** Delivers what is queued; returns what was received: address and event, in order of arrival. */
    async deliverAll(): Promise<ReceivedRequest[]> {
      receiver.requests.splice(0);
      await consume(
        "webhooks",
        queues.webhooks.splice(0).map(({ body }) => body),
      );
      return receiver.requests;
    },
  };
}

/** By the Standard Webhooks library and not by our own code. */
export function isSignedWith(secret: string, request: ReceivedRequest | undefined): boolean {
  if (request === undefined) throw new Error("nothing was received");
  try {
    new Webhook(secret).verify(request.body, request.headers);
    return true;
  } catch {
    return false;
  }
}
