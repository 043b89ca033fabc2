// Queues that deliver at least once, in any order, and forget what was retried too often.

import { assertSendable } from "../../support/platform-limits.ts";
import type { Random } from "../../support/random.ts";
import { type Actor, currentActor } from "./actor.ts";
import type { Effects } from "./effects.ts";
import type { WakeUps } from "./wake-ups.ts";

/** They equal those in wrangler.toml. */
const CONSUMERS: Record<string, { batch: number; retries: number; deadLetters: string | null }> = {
  webhooks: { batch: 6, retries: 10, deadLetters: "webhooks-dead" },
  "webhook-retries": { batch: 6, retries: 10, deadLetters: "webhooks-dead" },
  "webhooks-dead": { batch: 10, retries: 3, deadLetters: null },
  "ledger-events": { batch: 10, retries: 10, deadLetters: "ledger-events-dead" },
  "ledger-events-dead": { batch: 10, retries: 3, deadLetters: null },
  "wallet-events": { batch: 10, retries: 20, deadLetters: "wallet-events-dead" },
  pushes: { batch: 6, retries: 3, deadLetters: "pushes-dead" },
  "pushes-dead": { batch: 10, retries: 3, deadLetters: null },
  "wallet-events-dead": { batch: 10, retries: 3, deadLetters: null },
};
/** A consumer that dies has its messages delivered again after this. */
const VISIBILITY_MS = 30_000;
const LATE_MS_MAX = 5 * 60_000;
const WAKE_UPS = "ledger-events";

interface Message {
  body: unknown;
  attempts: number;
}

/** Handles a batch and settles when it is done; the actor tells whether the consumer died. */
export type Consume = (batch: MessageBatch) => { actor: Actor; done: Promise<void> } | null;

export class Queues {
  readonly #effects: Effects;
  readonly #random: Random;
  readonly #wakeUps: WakeUps;
  readonly #waiting = new Map<string, Message[]>();
  /** Messages of an earlier generation are lost. */
  #generation = 0;
  consume: Consume = () => null;
  /** The queues of messages that were retried too often. */
  readonly dead: string[] = [];

  constructor(effects: Effects, random: Random, wakeUps: WakeUps) {
    this.#effects = effects;
    this.#random = random;
    this.#wakeUps = wakeUps;
  }

  binding(queue: string): Queue {
    const sendAll = (messages: readonly { body: unknown; delaySeconds?: number }[]) => {
      const copies = messages.map(({ body, delaySeconds = 0 }) => ({
        text: JSON.stringify(body),
        delaySeconds,
      }));
      assertSendable(messages.map(({ body }) => body));
      for (const { body } of messages) this.#wakeUps.sending(body);
      return this.#effects.perform("queue", `${queue} ${copies.length}`, () => {
        for (const { body } of messages) this.#wakeUps.accepted(body);
        for (const { text, delaySeconds } of copies) {
          this.#deliverLater(queue, { body: JSON.parse(text), attempts: 1 }, delaySeconds * 1000);
        }
      });
    };
    const binding = {
      send: (body: unknown, options: { delaySeconds?: number } = {}) => sendAll([{ body, ...options }]),
      sendBatch: (messages: readonly { body: unknown; delaySeconds?: number }[]) => sendAll(messages),
    };
    return binding as unknown as Queue;
  }

  /** A local queue lives in memory. */
  loseEverything(): void {
    this.#waiting.clear();
    this.#generation += 1;
    for (const body of this.#wakeUps.loseQueued()) this.#deliverLater(WAKE_UPS, { body, attempts: 1 }, 0);
  }

  #deliverLater(queue: string, message: Message, delayMs: number): void {
    const { scheduler, faults } = this.#effects;
    const generation = this.#generation;
    const arrive = () => {
      if (generation !== this.#generation) return;
      const waiting = this.#waiting.get(queue) ?? [];
      this.#waiting.set(queue, waiting);
      waiting.push(message);
      scheduler.after(this.#random.integer(0, 20), () => this.#deliver(queue));
    };
    const lateMs = faults.strikes("queue_delivers_late") ? this.#random.integer(1_000, LATE_MS_MAX) : 0;
    scheduler.after(delayMs + lateMs + this.#random.integer(1, 60), arrive);
    if (faults.strikes("queue_delivers_twice")) {
      scheduler.after(delayMs + this.#random.integer(1, 2_000), arrive);
    }
  }

  #deliver(queue: string): void {
    const waiting = this.#waiting.get(queue) ?? [];
    const consumer = CONSUMERS[queue];
    if (waiting.length === 0 || consumer === undefined) return;
    const taken = waiting.splice(0, consumer.batch);
    const settled = new Set<Message>();
    const messages = taken.map((message) => ({
      id: String(message.attempts),
      body: message.body,
      attempts: message.attempts,
      ack: () => {
        settled.add(message);
        this.#wakeUps.consumed(message.body);
        // What it does in the background has begun at most.
        if (this.#effects.faults.strikes("consumer_dies")) currentActor().die();
      },
      retry: ({ delaySeconds = 0 } = {}) => {
        settled.add(message);
        this.#retry(queue, message, delaySeconds * 1000);
      },
    }));
    const handling = this.consume({ queue, messages } as unknown as MessageBatch);
    const generation = this.#generation;
    const retryUnsettled = () => {
      for (const message of taken) {
        if (generation === this.#generation && !settled.has(message)) this.#retry(queue, message, 0);
      }
    };
    if (handling === null) return void this.#effects.scheduler.after(VISIBILITY_MS, retryUnsettled);
    const { actor, done } = handling;
    let isDone = false;
    const checkLater = () =>
      this.#effects.scheduler.after(VISIBILITY_MS, () => {
        if (!actor.isAlive) retryUnsettled();
        else if (!isDone) checkLater();
      });
    checkLater();
    done.then(() => {
      isDone = true;
    }, retryUnsettled);
  }

  #retry(queue: string, message: Message, delayMs: number): void {
    const consumer = CONSUMERS[queue];
    if (consumer === undefined) return;
    if (message.attempts <= consumer.retries) {
      this.#deliverLater(queue, { ...message, attempts: message.attempts + 1 }, delayMs);
    } else if (consumer.deadLetters !== null) {
      this.dead.push(queue);
      this.#deliverLater(consumer.deadLetters, { ...message, attempts: 1 }, delayMs);
    }
  }
}
