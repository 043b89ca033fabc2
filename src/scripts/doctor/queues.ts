// The queues of wrangler.toml: what is sent is consumed, and what cannot be consumed is kept.
import { type Check, type Finding, judge } from "./check.ts";
import type { Target } from "./target.ts";
import { listed } from "./wrangler-settings.ts";

export type Queues = Target["wrangler"]["queues"];

const NEEDED = ["WEBHOOKS", "WEBHOOK_RETRIES", "LEDGER_EVENTS", "WALLET_EVENTS"];

const CHECKS: Check<Queues>[] = [
  {
    name: "queues.producers",
    fault: ({ producers = [] }) => {
      const bound = producers.map(({ binding }) => binding);
      return listed(
        "nothing is bound to",
        NEEDED.filter((name) => !bound.includes(name)),
      );
    },
    fix: "Repeat `queues.producers` for this environment in wrangler.toml.",
  },
  {
    name: "queues.consumers",
    fault: (queues) => {
      const consumed = consumersOf(queues).map(({ queue }) => queue);
      return listed(
        "nobody consumes",
        sentTo(queues).filter((queue) => !consumed.includes(queue)),
      );
    },
    fix: "Add a `queues.consumers` for it in wrangler.toml.",
  },
  {
    name: "queues.dead-letters",
    fault: (queues) => {
      const ends = deadLettersOf(queues);
      const droppers = consumersOf(queues).filter(
        ({ queue, dead_letter_queue }) => !dead_letter_queue && !ends.includes(queue),
      );
      return listed(
        "messages that fail too often are deleted in",
        droppers.map(({ queue }) => queue),
      );
    },
    fix: "Give its consumer a `dead_letter_queue`.",
  },
  {
    name: "queues.dead-letters-read",
    fault: (queues) => {
      const consumed = consumersOf(queues).map(({ queue }) => queue);
      return listed(
        "nobody reads",
        deadLettersOf(queues).filter((queue) => !consumed.includes(queue)),
      );
    },
    fix: "Correct the name of the `dead_letter_queue`, or add a `queues.consumers` for it in wrangler.toml.",
  },
  {
    name: "queues.no-waiting",
    fault: (queues) => {
      const slow = consumersOf(queues).filter(({ max_batch_timeout }) => max_batch_timeout !== 0);
      return listed(
        "messages wait for others in",
        slow.map(({ queue }) => queue),
      );
    },
    fix: "Set `max_batch_timeout = 0` for its consumer: a cashier is waiting.",
    isAdvice: true,
  },
];

export async function checkQueues(queues: Queues): Promise<Finding[]> {
  return await judge(CHECKS, queues);
}

function consumersOf({ consumers = [] }: Queues) {
  return consumers;
}

function sentTo({ producers = [] }: Queues): string[] {
  return [...new Set(producers.map(({ queue }) => queue ?? ""))];
}

function deadLettersOf(queues: Queues): string[] {
  return [...new Set(consumersOf(queues).flatMap(({ dead_letter_queue: queue }) => queue ?? []))];
}
