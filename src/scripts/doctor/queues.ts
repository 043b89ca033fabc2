// The queues of wrangler.toml: what is sent is consumed, and what cannot be consumed is kept.
import { type Check, type Finding, judge, lacking, listed } from "./check.ts";
import type { Target } from "./target.ts";

export type Queues = Target["wrangler"]["queues"];

const NEEDED = ["WEBHOOKS", "WEBHOOK_RETRIES", "LEDGER_EVENTS", "WALLET_EVENTS", "PUSHES"];

const CHECKS: Check<Queues>[] = [
  {
    name: "queues.producers",
    fault: ({ producers = [] }) =>
      lacking(
        "nothing is bound to",
        producers.map(({ binding }) => binding),
        NEEDED,
      ),
    fix: "Repeat `queues.producers` for this environment in wrangler.toml.",
  },
  {
    name: "queues.consumers",
    fault: (queues) => lacking("nobody consumes", consumedOf(queues), sentTo(queues)),
    fix: "Add a `queues.consumers` for it in wrangler.toml.",
  },
  {
    name: "queues.dead-letters",
    fault: ({ consumers = [] }) => {
      const ends = deadLettersOf({ consumers });
      const droppers = consumers.filter(
        ({ queue, dead_letter_queue }) => !dead_letter_queue && !ends.includes(queue),
      );
      return listed("messages that fail too often are deleted in", consumedOf({ consumers: droppers }));
    },
    fix: "Give its consumer a `dead_letter_queue`.",
  },
  {
    name: "queues.dead-letters-read",
    fault: (queues) => lacking("nobody reads", consumedOf(queues), deadLettersOf(queues)),
    fix: "Correct the name of the `dead_letter_queue`, or add a `queues.consumers` for it in wrangler.toml.",
  },
  {
    name: "queues.no-waiting",
    fault: ({ consumers = [] }) => {
      const slow = consumers.filter(({ max_batch_timeout }) => max_batch_timeout !== 0);
      return listed("messages wait for others in", consumedOf({ consumers: slow }));
    },
    fix: "Set `max_batch_timeout = 0` for its consumer: a cashier is waiting.",
    isAdvice: true,
  },
];

export async function checkQueues(queues: Queues): Promise<Finding[]> {
  return await judge(CHECKS, queues);
}

function consumedOf({ consumers = [] }: Pick<Queues, "consumers">): string[] {
  return consumers.map(({ queue }) => queue);
}

function sentTo({ producers = [] }: Queues): string[] {
  return [...new Set(producers.map(({ queue }) => queue ?? ""))];
}

function deadLettersOf({ consumers = [] }: Pick<Queues, "consumers">): string[] {
  return [...new Set(consumers.flatMap(({ dead_letter_queue: queue }) => queue ?? []))];
}
