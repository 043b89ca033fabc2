import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import worker from "../../src/index.ts";

export interface QueueOutcome {
  /** Positions of the messages that are done, and of those that come again. */
  acked: number[];
  retried: number[];
  /** As asked for with each retry. */
  retryDelaysSeconds: (number | undefined)[];
}

/** Hands the messages to the Worker's consumer as one batch. */
export async function consume(queue: string, bodies: unknown[]): Promise<QueueOutcome> {
  const messages = bodies.map((body, index) => ({
    id: String(index),
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch(queue, messages);
  const retries = batch.messages.map((message) => vi.spyOn(message, "retry"));
  const context = createExecutionContext();
  await worker.queue(batch, env, context);
  await waitOnExecutionContext(context);
  const result = await getQueueResult(batch, context);
  return {
    acked: result.explicitAcks.map(Number).sort((a, b) => a - b),
    retried: result.retryMessages.map(({ msgId }) => Number(msgId)).sort((a, b) => a - b),
    retryDelaysSeconds: retries.flatMap((retry) =>
      retry.mock.calls.map(([options]) => options?.delaySeconds),
    ),
  };
}
