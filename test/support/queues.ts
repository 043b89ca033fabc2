// The queues and the sweep in the test's hands: what was sent, batches for the consumer, and the scheduled run.

import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runDurableObjectAlarm,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, vi } from "vitest";
import worker from "#sandbox.ts";
import { CELL_NAMES } from "./cell-names.ts";
import { MINUTE, moveClock } from "./clock.ts";
import { assertSendable } from "./platform-limits.ts";

export interface QueueOutcome {
  /** Indexes of the acknowledged and the retried messages. */
  acked: number[];
  retried: number[];
  /** The delay requested with each retry. */
  retryDelaysSeconds: (number | undefined)[];
}

/** Batches that a test made. The platform also delivers what earlier test files have sent with a delay. */
export const batchesOfTests = new WeakSet<object>();

/** Passes the messages to the Worker's consumer as one batch. */
export async function consume(queue: string, bodies: unknown[]): Promise<QueueOutcome> {
  const messages = bodies.map((body, index) => ({
    id: String(index),
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch(queue, messages);
  batchesOfTests.add(batch);
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

export interface SentMessage {
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on whatever was sent
  body: any;
  delaySeconds: number | undefined;
}

const ACCEPTED = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };

type Around = (run: () => Promise<void>) => Promise<unknown>;

/** Messages sent to the queue go only into the returned list. `around` may make the sending fail. */
export function captureQueue(
  queue: Queue | undefined,
  sent: SentMessage[] = [],
  around: Around = (run) => run(),
): SentMessage[] {
  if (queue === undefined) throw new Error("no such queue");
  vi.spyOn(queue, "send").mockImplementation((async (body, options) => {
    assertSendable([body]);
    await around(async () => void sent.push({ body, delaySeconds: options?.delaySeconds }));
    return ACCEPTED;
  }) satisfies Queue["send"]);
  vi.spyOn(queue, "sendBatch").mockImplementation((async (messages) => {
    const batch = [...messages].map(({ body, delaySeconds }) => ({ body, delaySeconds }));
    assertSendable(batch.map(({ body }) => body));
    await around(async () => void sent.push(...batch));
    return ACCEPTED;
  }) satisfies Queue["sendBatch"]);
  return sent;
}

class CapturedQueues {
  /** Messages on both webhook queues, in the order they were sent. */
  readonly webhooks: SentMessage[] = [];
  readonly ledgerSettlements: SentMessage[] = [];
  readonly #onLedgerEvents: SentMessage[] = [];

  start(): this {
    for (const sent of [this.webhooks, this.ledgerSettlements, this.#onLedgerEvents]) sent.length = 0;
    captureQueue(env.WEBHOOK_RETRIES, captureQueue(env.WEBHOOKS, this.webhooks));
    captureQueue(env.LEDGER_EVENTS, this.#onLedgerEvents);
    captureQueue(env.LEDGER_SETTLEMENTS, this.ledgerSettlements);
    return this;
  }

  get ledgerEvents(): SentMessage[] {
    return this.#onLedgerEvents.filter(({ body }) => !("unprojectedIntentId" in body));
  }

  /** Returns those that objects send on the queue of the ledger's events. */
  get wakeUps(): SentMessage[] {
    return this.#onLedgerEvents.filter(({ body }) => "unprojectedIntentId" in body);
  }
}

export function captureQueues(): CapturedQueues {
  return new CapturedQueues().start();
}

/** The messages are those of the current test. */
export function useQueues(): CapturedQueues {
  const queues = new CapturedQueues();
  beforeEach(() => void queues.start());
  return queues;
}

/** Retries of webhooks come without the random part of their delay. */
export function useNoJitter(): void {
  beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
}

/** Takes the queued messages and returns those of one merchant: the tests of a file share their storage. */
export function takeMessages(queued: SentMessage[], merchantId: string) {
  return queued.splice(0).flatMap(({ body }) => (body.merchantId === merchantId ? [body] : []));
}

/** Runs that of home, and of each cell whose alarm is set. */
export async function runSweep(): Promise<void> {
  await worker.scheduled({} as ScheduledController, env);
  for (const name of CELL_NAMES) await runDurableObjectAlarm(env.CELL_OBJECTS.getByName(name));
}

/** Runs a sweep every minute, and everything that is queued for the merchant. */
export async function runMinutes(queued: SentMessage[], merchantId: string, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    moveClock(MINUTE);
    await runSweep();
    for (let rounds = 0; rounds < 5 && queued.length > 0; rounds++) {
      const messages = takeMessages(queued, merchantId);
      if (messages.length > 0) await consume("webhooks", messages);
    }
  }
}
