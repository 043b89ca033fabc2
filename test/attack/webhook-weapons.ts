// A merchant that makes the service send many requests to a host that is not its own, or that fails. Needs a service that
// sends to loopback addresses.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Attempts } from "./attempts.ts";
import { flood } from "./floods.ts";
import { waitForTime } from "./guesses.ts";
import { type Json, send, type Target } from "./requests.ts";
import { API, confirm, createIntent, must, openWallet, type Shop } from "./shops.ts";

const INTENTS = 30;
const GONE = 3;
const ON_REQUEST = 80;
/** LIMIT_WEBHOOKS */
const ON_REQUEST_MAX = 60;
/** Longer than the first retry waits. */
const SETTLED_AFTER_MS = 12_000;
const DELIVERIES = `${API}/webhook-deliveries`;

interface Receiver {
  url: string;
  /** The requests to this path. */
  countOf(path: string): number;
  close(): void;
}

export async function tryWebhookWeapons(target: Target, victim: Shop, attacker: Shop): Promise<Attempts> {
  const attempts = new Attempts();
  const receiver = await startReceiver();
  const { url } = receiver;
  const [goneIntent = ""] = await sell(target, attacker, Array<string>(GONE).fill(`${url}/gone`));
  await waitUntilFailed(target, attacker);
  await tryOnRequest(target, attacker, goneIntent, attempts);

  await sell(
    target,
    attacker,
    Array.from({ length: INTENTS }, (_, n) => `${url}/dead?n=${n}`),
  );
  await sleep(SETTLED_AFTER_MS);
  const posts = receiver.countOf("/dead");
  attempts.note(`${INTENTS} intents for one dead host`, posts === 0 && "it was never tried");
  attempts.note("requests to it", posts > INTENTS && `were ${posts}`);
  await sell(target, victim, [`${url}/other`]);
  await sleep(2_000);
  attempts.note("another merchant's webhook there", receiver.countOf("/other") === 0 && "was not sent");
  receiver.close();
  return attempts;
}

/** Fails, except at `/other`. */
async function startReceiver(): Promise<Receiver> {
  const paths: string[] = [];
  const statuses: Record<string, number> = { "/gone": 410, "/other": 200 };
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    paths.push(path);
    request.resume();
    response.writeHead(statuses[path] ?? 500).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    countOf: (path) => paths.filter((requested) => requested === path).length,
    close: () => void server.close().closeAllConnections(),
  };
}

/** Returns the ids of intents that have been paid, each with one of these addresses. */
async function sell(target: Target, { token }: Shop, addresses: readonly string[]): Promise<string[]> {
  const wallet = await openWallet(target, token, addresses.length);
  return await Promise.all(
    addresses.map(async (callback_url) => {
      const intent = await createIntent(target, token, { amount: 1, callback_url });
      await confirm(target, intent, wallet);
      return intent;
    }),
  );
}

async function waitUntilFailed(target: Target, { token }: Shop): Promise<void> {
  for (let poll = 0; poll < 30; poll += 1) {
    const { deliveries } = await must(target, "GET", `${DELIVERIES}?status=failed`, { token });
    if (deliveries.length >= GONE) return;
    await sleep(500);
  }
}

/** A repeated recovery is refused, and redeliveries and pings together have a limit. */
async function tryOnRequest(
  target: Target,
  { token }: Shop,
  intent: string,
  attempts: Attempts,
): Promise<void> {
  const recover = () =>
    send(target, "POST", `${DELIVERIES}/recover`, {
      token,
      json: { since: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" },
    });
  const recoveries = await Promise.all([recover(), recover(), recover()]);
  const begun = recoveries.filter(({ status }) => status === 200);
  attempts.note("three recoveries at once", begun.length !== 1 && `${begun.length} were begun`);
  const recovered = begun.reduce((sum, { json }) => sum + json.recovered, 0);
  attempts.note("deliveries recovered", recovered !== GONE && `were ${recovered}`);
  attempts.noteStatus("a recovery right after", await recover(), 409, 429);

  const { deliveries } = await must(target, "GET", `${DELIVERIES}?payment_intent_id=${intent}`, { token });
  const paths = [`${API}/webhook/test`, ...deliveries.map(({ id }: Json) => `${DELIVERIES}/${id}/redeliver`)];
  await waitForTime();
  const statuses = await flood(ON_REQUEST, (index) =>
    send(target, "POST", paths[index % paths.length] as string, { token }),
  );
  const sent = statuses.filter((status) => status === 200).length;
  attempts.note(`${ON_REQUEST} pings and redeliveries`, sent > ON_REQUEST_MAX && `${sent} were sent`);
  attempts.note("pings and redeliveries at all", sent === 0 && "none was sent");
}
