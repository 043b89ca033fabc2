// Writes what wrangler.toml binds, and what the doctor demands of a realm, into .github/reference.
import { unstable_readConfig as readWranglerConfig, type Unstable_Config as WranglerConfig } from "wrangler";
import { LIMITS, QUEUES, STORES } from "../../core/guide/bindings.ts";
import { realmSettings } from "../doctor/realm-settings.ts";
import { table, writePage } from "./reference-page.ts";

const { ratelimits, queues }: WranglerConfig = readWranglerConfig({ config: "wrangler.toml" });

writePage(
  "bindings",
  "Bindings and limits",
  "They are in `wrangler.toml`, and `live` has the same. `npm run deploy` creates them.",
  "## Rate limits",
  "A merchant that needs more needs a higher limit there, which then holds for all.",
  table(
    ["Binding", "Counts, separately in each of Cloudflare's locations", "a minute"],
    Object.entries(LIMITS).map(([name, counts]) => [`\`${name}\``, counts, limitOf(name)]),
  ),
  "## Queues",
  "A message that fails too often is logged as `queue_message_dead`, and the sweep finds what it was for; only an event for a wallet platform, or a push, is lost. Beyond 5,000 messages a second, add `WEBHOOKS_2` and so on, each with a consumer as the first has.",
  table(
    ["Binding", "Queue", "Carries", "Messages at once", "Retries"],
    Object.entries(QUEUES).map(([name, carries]) => {
      const queue = queues.producers?.find(({ binding }) => binding === name)?.queue ?? "";
      const consumer = queues.consumers?.find((each) => each.queue === queue);
      const { max_batch_size: size = 10, max_retries: retries = 3 } = consumer ?? {};
      return [`\`${name}\``, `\`${queue}\``, carries, String(size), String(retries)];
    }),
  ),
  "## Databases and objects",
  table(
    ["Binding", "Holds"],
    Object.entries(STORES).map(([name, holds]) => [`\`${name}\``, holds]),
  ),
  "## Without Cloudflare",
  "API and pages need a runtime with the Web's `fetch`, `crypto` and streams, such as workerd; D1 is SQLite through Drizzle, whose batch has to be a transaction; the sweep, any scheduler; the queues, any with a delay per message and dead letters. To write anew is the object of an intent: one writer at a time, a stored document, and a timer that survives a restart.",
);
writePage(
  "realm",
  "Settings of the realm",
  "`payment-platform-realm.json` has all of them, and `npm run doctor` checks them. `payments-service` needs `manage-clients`, `manage-users` and `view-realm` of `realm-management`: its secret is enough to become administrator. Customers who are to stay signed in for longer than a day need longer session limits in the realm. `PUBLIC_URL` is an example here.",
  table(
    ["Check", "Setting", "What to do, and why"],
    realmSettings({ publicUrl: "https://payments.example.com", hasOwnWallet: true }).map(
      ({ check, paths, fix }) => [
        `\`${check}\``,
        Object.keys(paths)
          .map((path) => `\`${path}\``)
          .join(", "),
        fix,
      ],
    ),
  ),
);

function limitOf(name: string): string {
  const { simple } = ratelimits.find((each) => each.name === name) ?? {};
  if (simple === undefined) throw new Error(`wrangler.toml does not bind ${name}`);
  return simple.limit.toLocaleString("en");
}
