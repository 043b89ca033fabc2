// A merchant with wallets of its own subscribes browsers that are none: at a host that fails, and at one that never answers.
// Needs a service that pushes to loopback addresses.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { makeApproval, readWalletEvents } from "../support/approvals.ts";
import { makeCounter } from "../support/counters.ts";
import { withdraw } from "../support/intents.ts";
import { until } from "../support/objects.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../support/parties.ts";
import { newBrowser, PUSH, subscribe } from "../support/push.ts";
import { waitForTime } from "./flood.ts";

const WALLETS = 3;
const BROWSERS = 10;
/** How many each wallet gets. Each is withdrawn, since a wallet has five open requests at most. */
const REQUESTS = 5;
/** Not 450. An origin is closed after five failures; those under way then are a few batches of six. */
const SENT_MAX = 60;
/** A push times out after ten. */
const TOLD_WITHIN_MS = 5_000;

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function startReceiver(respond: RequestListener) {
  const received = { requests: 0, url: "" };
  const server = createServer((request, response) => {
    received.requests += 1;
    request.resume();
    respond(request, response);
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  received.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return received;
}

/** Every request is pushed to all of its wallet's browsers. */
async function askWallets(merchant: TestMerchant, at: string): Promise<void> {
  const counter_id = (await makeCounter(merchant)).id;
  for (let made = 0; made < WALLETS; made++) {
    const wallet = await makeWallet({ token: merchant.token });
    for (let each = 0; each < BROWSERS; each++) await subscribe(wallet, newBrowser(at));
    for (let asked = 0; asked < REQUESTS; asked++) {
      const { id } = await makeApproval(merchant, wallet, { counter_id });
      if (asked < REQUESTS - 1) await withdraw(merchant, id);
    }
  }
}

describe("push messages as a weapon", () => {
  it("lead to no host but those of push services", async () => {
    const wallet = await makeWallet();
    const { subscription } = newBrowser("https://victim.example.com");
    const { status, body } = await call("PUT", PUSH, { token: wallet.token, json: subscription });
    expect([status, body.code]).toEqual([400, "push_service_unknown"]);
  });

  it("are soon no longer sent to a host that fails", async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(500).end());
    await waitForTime();
    await askWallets(await makeMerchant(), receiver.url);
    await until(() => receiver.requests > 0);
    expect(receiver.requests).toBeLessThanOrEqual(SENT_MAX);
  });

  it("do not keep another shop's customer from being told while a host never answers", async () => {
    const receiver = await startReceiver(() => {});
    await askWallets(await makeMerchant(), receiver.url);
    await until(() => receiver.requests > 0);
    const [shop, customer] = [await makeMerchant(), await makeWallet()];
    const { id } = await makeApproval(shop, customer);
    const asked = Date.now();
    await until(async () => {
      const events: { subject: string }[] = await readWalletEvents(customer);
      return events.some(({ subject }) => subject === id);
    });
    expect(Date.now() - asked).toBeLessThan(TOLD_WITHIN_MS);
  });
});
