// A merchant makes the service send many requests to a host that is not its own, or that fails. Needs a service that sends to
// loopback addresses.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { DELIVERIES } from "../support/deliveries.ts";
import { confirm, makeIntent } from "../support/intents.ts";
import { until } from "../support/objects.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../support/parties.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { flood, waitForTime } from "./flood.ts";

const INTENTS = 30;
const GONE = 3;
const ON_REQUEST = 80;
/** LIMIT_WEBHOOKS */
const ON_REQUEST_MAX = 60;
/** Longer than the first retry waits. */
const SETTLED_AFTER_MS = 12_000;

interface Receiver {
  url: string;
  /** The requests to this path. */
  countOf(path: string): number;
  close(): void;
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
async function sell(shop: TestMerchant, addresses: readonly string[]): Promise<string[]> {
  const wallet = await makeWallet({ balance: addresses.length, token: shop.token });
  return await Promise.all(
    addresses.map(async (callback_url) => {
      const { id } = await makeIntent(shop, { amount: 1, callback_url });
      await confirm(wallet, id);
      return id;
    }),
  );
}

describe("webhooks as a weapon", () => {
  let receiver: Receiver;
  let attacker: TestMerchant;
  let goneIntent: string;
  beforeAll(async () => {
    receiver = await startReceiver();
    attacker = await makeMerchant();
    [goneIntent = ""] = await sell(attacker, Array<string>(GONE).fill(`${receiver.url}/gone`));
    await until(async () => (await listDeliveries("status=failed")).length >= GONE);
  });
  afterAll(() => receiver.close());

  const listDeliveries = async (query: string): Promise<{ id: string }[]> =>
    (await call("GET", `${DELIVERIES}?${query}`, { token: attacker.token })).body.deliveries;

  it("are recovered once, however often that is asked for", async () => {
    const json = { since: "2020-01-01T00:00:00Z", until: "2099-01-01T00:00:00Z" };
    const recover = () => call("POST", `${DELIVERIES}/recover`, { token: attacker.token, json });
    const begun = (await Promise.all([recover(), recover(), recover()])).filter(
      ({ status }) => status === 200,
    );
    expect(begun.map(({ body }) => body.recovered)).toEqual([GONE]);
    expect([409, 429]).toContain((await recover()).status);
  });

  it("are sent on request so many times a minute", async () => {
    const deliveries = await listDeliveries(`payment_intent_id=${goneIntent}`);
    const paths = [
      `${MERCHANT_API}/webhook/test`,
      ...deliveries.map(({ id }) => `${DELIVERIES}/${id}/redeliver`),
    ];
    await waitForTime();
    const statuses = await flood(ON_REQUEST, (index) =>
      call("POST", paths[index % paths.length] ?? "", { token: attacker.token }),
    );
    const sent = statuses.filter((status) => status === 200).length;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(ON_REQUEST_MAX);
  });

  it("reach a dead host once each at most, and not in the way of another merchant's", async () => {
    await sell(
      attacker,
      Array.from({ length: INTENTS }, (_, n) => `${receiver.url}/dead?n=${n}`),
    );
    await sleep(SETTLED_AFTER_MS);
    expect(receiver.countOf("/dead")).toBeGreaterThan(0);
    expect(receiver.countOf("/dead")).toBeLessThanOrEqual(INTENTS);
    await sell(await makeMerchant(), [`${receiver.url}/other`]);
    await until(() => receiver.countOf("/other") > 0);
  });
});
