// What wrangler.toml binds the Worker to.
import type { Environment } from "../prepare.ts";
import { databaseIdOf, hostOf, routedHosts } from "../wrangler-facts.ts";
import { type Check, type Finding, judge, lacking, listed } from "./check.ts";
import type { Target, Variables } from "./target.ts";
import { isOfThisMachine } from "./variables.ts";

type WranglerConfig = Target["wrangler"];

interface Settings {
  environment: Environment;
  variables: Variables;
  wrangler: WranglerConfig;
}

const FLAGS = ["global_fetch_strictly_public", "queue_consumer_no_wait_for_wait_until"];
const OBJECTS = ["CellObject", "PaymentIntentObject", "WalletObject"];

const CHECKS: Check<Settings>[] = [
  {
    name: "wrangler.flags",
    fault: ({ wrangler }) => lacking("lacks", wrangler.compatibility_flags, FLAGS),
    fix: "Put it back into `compatibility_flags` in wrangler.toml.",
  },
  {
    name: "wrangler.cron",
    fault: ({ wrangler }) =>
      wrangler.triggers.crons?.includes("* * * * *") ? null : "nothing starts the sweep every minute",
    fix: 'Put `crons = ["* * * * *"]` back into wrangler.toml.',
  },
  {
    name: "wrangler.objects",
    fault: ({ wrangler }) => {
      const names = wrangler.durable_objects.bindings.map(({ class_name }) => class_name);
      return lacking("nothing is bound to", names, OBJECTS);
    },
    fix: "Repeat `durable_objects` and `exports` for this environment in wrangler.toml.",
  },
  {
    name: "wrangler.database",
    fault: ({ wrangler }) => (databaseIdOf(wrangler) === null ? "DB has no database_id" : null),
    fix: "Run `npm run deploy`, which creates the database and notes its id.",
  },
];

const LIVE_CHECKS: Check<Settings>[] = [
  {
    name: "wrangler.route",
    fault: ({ wrangler, variables }) => {
      const host = hostOf(variables.PUBLIC_URL);
      return routedHosts(wrangler).includes(host) ? null : `no route is for ${host}, the host of PUBLIC_URL`;
    },
    fix: "Name the host of PUBLIC_URL in `routes` of wrangler.toml.",
  },
  {
    name: "wrangler.place",
    fault: ({ variables: { LOCATION, JURISDICTION } }) =>
      LOCATION || JURISDICTION ? null : "objects begin near their first callers, wherever D1 is",
    fix: "Set LOCATION to where D1 was made.",
    isAdvice: true,
  },
  {
    name: "wrangler.other-ways-in",
    fault: ({ wrangler: { workers_dev, preview_urls } }) =>
      workers_dev || preview_urls
        ? "the firewall's rules do not cover workers.dev and preview addresses"
        : null,
    fix: "Set `workers_dev` and `preview_urls` to false in wrangler.toml.",
  },
];

export async function checkSettings(settings: Settings): Promise<Finding[]> {
  const isDeployed = !isOfThisMachine(settings.variables.PUBLIC_URL);
  const checks = CHECKS.filter(({ name }) => isDeployed || name !== "wrangler.database");
  return await judge(
    isDeployed && settings.environment === "live" ? [...checks, ...LIVE_CHECKS] : checks,
    settings,
  );
}

/** The names of everything but variables that the Worker is bound to. */
export function boundNames({
  d1_databases,
  durable_objects,
  queues,
  ratelimits,
  services,
}: WranglerConfig): string[] {
  return [
    ...d1_databases.map(({ binding }) => binding),
    ...durable_objects.bindings.map(({ name }) => name),
    ...(queues.producers ?? []).map(({ binding }) => binding),
    ...(ratelimits ?? []).map(({ name }) => name),
    ...(services ?? []).map(({ binding }) => binding),
  ];
}

type Queues = WranglerConfig["queues"];

const NEEDED_QUEUES = ["WEBHOOKS", "WEBHOOK_RETRIES", "LEDGER_EVENTS", "WALLET_EVENTS", "PUSHES"];

const QUEUE_CHECKS: Check<Queues>[] = [
  {
    name: "queues.producers",
    fault: ({ producers = [] }) =>
      lacking(
        "nothing is bound to",
        producers.map(({ binding }) => binding),
        NEEDED_QUEUES,
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

/** What is sent is consumed, and what cannot be consumed is kept. */
export async function checkQueues(queues: Queues): Promise<Finding[]> {
  return await judge(QUEUE_CHECKS, queues);
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
