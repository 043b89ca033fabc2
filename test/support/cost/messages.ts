import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { moveClock, SECOND } from "../clock.ts";
import { captureQueue, consume, type SentMessage } from "../queues.ts";
import type { Meters } from "./meters.ts";

/** A queue operation covers 64,000 bytes, of which about 100 are the message's metadata. */
const OPERATION_BYTES = 64_000;
const METADATA_BYTES = 100;

/** Their keys are queues. */
export type Messages = Record<string, SentMessage[]>;

/** The embedded ledger's own messages are left out. Undone by repair(). */
export function captureMessages(): Messages {
  captureQueue(env.LEDGER_SETTLEMENTS);
  return {
    webhooks: captureQueue(env.WEBHOOKS),
    "webhook-retries": captureQueue(env.WEBHOOK_RETRIES),
    "wallet-events": captureQueue(env.WALLET_EVENTS),
    "ledger-events": captureQueue(env.LEDGER_EVENTS),
  };
}

/**
 * Consumes the messages in batches, by default each as one of its own. Those that were sent with a delay stay in their queue unless they are
 * wanted, and then the clock moves.
 */
export async function consumeAll(
  messages: Messages,
  meters: Meters,
  { delayedToo, batchSize = 1 }: { delayedToo: boolean; batchSize?: number },
): Promise<void> {
  for (const [queue, sent] of Object.entries(messages)) {
    const due = sent.filter(({ delaySeconds = 0 }) => delayedToo || delaySeconds === 0);
    for (let start = 0; start < due.length; start += batchSize) {
      const batch = due.slice(start, start + batchSize);
      for (const message of batch) {
        sent.splice(sent.indexOf(message), 1);
        moveClock((message.delaySeconds ?? 0) * SECOND);
        // It was written; now it is read, and deleted.
        meters.count("queueOperations", 3 * operationsFor(message.body));
      }
      const bodies = batch.map(({ body }) => body);
      expect(await consume(queue, bodies)).toMatchObject({ acked: [...bodies.keys()] });
    }
  }
}

function operationsFor(body: unknown): number {
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length + METADATA_BYTES;
  return Math.ceil(bytes / OPERATION_BYTES);
}
