// Which delivery probes a degraded endpoint, and when: a probe is neither wasted nor given to a delivery that would not
// go there. Deliveries that wait for an endpoint and now go to another are found in chunks, wherever they are in the line.
import { describe, expect, it } from "vitest";
import { deliveryTools } from "#core/services/webhooks/deliveries.ts";
import { attemptDeliveries, prepareDeliveries } from "#core/webhooks/deliver.ts";
import { DAY, HOUR, MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { DELIVERIES, messagesFor } from "../support/deliveries.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { runSweep } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDeliveries, seedShop, seedWaitingShop } from "../support/seeded-deliveries.ts";
import { deps, seedCounter, seedIntent } from "../support/seeds.ts";
import { useWebhookScenes } from "../support/webhook-scenes.ts";

const { receiver, receivedIds, says, at } = useWebhookScenes();

const WEBHOOK = `${MERCHANT_API}/webhook`;
const open = () => ({ expiresAt: Date.now() + 30 * DAY });
const newUrl = () => `https://${crypto.randomUUID()}.test/new`;

/** A degraded shop that is due for a probe, with as many deliveries that wait; consumes all that is queued, and what that queues. */
async function waitingShop(count: number) {
  const shop = await at(seedWaitingShop(count));
  const { taken, consume } = shop;
  return {
    ...shop,
    wait: (more: number, createdAt = Date.now() - more) =>
      shop.seed(more, { waitingUrl: shop.url, nextAttemptAt: null, createdAt }),
    consumeAll: async () => {
      for (let queued = taken(); queued.length > 0; queued = taken()) await consume(queued);
    },
  };
}

describe("a degraded endpoint without waiting deliveries", () => {
  it("is probed by the next delivery at once, however long there was none", async () => {
    const shop = await waitingShop(0);
    for (let minute = 0; minute < 11; minute++) {
      moveClock(MINUTE);
      await runSweep();
    }
    expect(shop.taken()).toEqual([]);
    await shop.send(1);
    await shop.consumeAll();
    expect(receiver.requests).toHaveLength(1);
    expect(await shop.statuses()).toEqual(["delivered"]);
  });
});

describe("the sweep", () => {
  it("probes an endpoint behind any number of others for which nothing waits, in some minutes", async () => {
    const shop = await waitingShop(1);
    const { id } = shop.merchant;
    await rowsOf(id).run(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1199)
       INSERT INTO webhook_endpoints SELECT ?, 'https://idle-' || i || '.test', 20, 1, 1, 1 FROM n`,
      id,
    );
    const probes: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      probes.push((await shop.swept()).length);
      moveClock(MINUTE);
    }
    expect(probes).toEqual([0, 0, 1, 0]);
    await rowsOf(id).run("DELETE FROM webhook_endpoints WHERE merchant_id = ?", id);
  });
});

describe("the next probe", () => {
  it("comes ten minutes after the last one was made, however long its message was delayed", async () => {
    const shop = await waitingShop(3);
    says(500);
    const late = await shop.swept();
    moveClock(3 * MINUTE);
    await shop.consume(late);
    expect(receiver.requests).toHaveLength(1);
    const { next_probe_at: next } = await shop.health();
    expect(next).toBe(new Date(Date.now() + 10 * MINUTE).toISOString());
    for (const [passed, requests] of [
      [10 * MINUTE - 1, 1],
      [1, 2],
    ] as const) {
      moveClock(passed);
      await runSweep();
      await shop.consumeAll();
      expect(receiver.requests).toHaveLength(requests);
    }
  });
});

describe("deliveries that wait for an endpoint that is no longer theirs", () => {
  it("take no probe from the others once nobody subscribes to them", async () => {
    const shop = await waitingShop(0);
    const { id } = shop.merchant;
    const unsubscribed = await shop.wait(12, Date.now() - HOUR);
    await rowsOf(id).run("UPDATE events SET type = 'refund.pending' WHERE merchant_id = ?", id);
    const [paid = ""] = await shop.wait(1);
    await runSweep();
    await shop.consumeAll();
    expect(receivedIds()).toEqual([paid]);
    expect(await shop.row(paid)).toMatchObject({ delivery_status: "delivered" });
    for (const event of unsubscribed)
      expect(await shop.row(event)).toMatchObject({
        ...{ delivery_status: "failed", next_attempt_at: null, parked_url: null },
      });
  });

  it("go to the merchant's new endpoint at once, not at the next probe", async () => {
    const shop = await waitingShop(0);
    moveClock(1);
    await shop.setEndpoint("next_probe_at = ?", Date.now() + 9 * MINUTE);
    const ids = await shop.wait(3);
    const url = newUrl();
    await shop.call("PUT", WEBHOOK, { url });
    await shop.consumeAll();
    expect(receivedIds().sort()).toEqual(ids);
    expect(new Set(receiver.requests.map((request) => request.url))).toEqual(new Set([url]));
  });

  it("do not change the health of the old endpoint, which others still use", async () => {
    const { merchant, url, call, probe, rows } = await waitingShop(0);
    const moved = newUrl();
    const moving = await seedCounter(merchant.id, { webhookUrl: url });
    const staying = await seedCounter(merchant.id, { webhookUrl: url });
    const waiting = async ({ id }: { id: string }, count: number, createdAt?: number) =>
      await seedDeliveries(await seedIntent(merchant.id, { counterId: id, ...open() }), count, {
        ...{ waitingUrl: url, nextAttemptAt: null },
        ...(createdAt !== undefined && { createdAt }),
      });
    await waiting(moving, 1, Date.now() - HOUR);
    const others = await waiting(staying, 20);
    says(({ url: to }) => new Response("x", { status: to === url ? 500 : 200 }));
    await call("PUT", `${MERCHANT_API}/counters/${moving.id}`, { webhook_url: moved });
    await probe();
    const { body } = await call("GET", `${MERCHANT_API}/counters/${staying.id}`);
    expect(body.counter.webhook_health.status).toBe("degraded");
    const attempted = (await rows()).filter((row) => row.attempts > 0);
    expect(attempted.filter(({ id }) => others.includes(id))).toHaveLength(1);
    expect(receiver.requests.map(({ url: to }) => to).sort()).toEqual([url, moved].sort());
  });
});

describe("an endpoint that is briefly switched off", () => {
  it("can have its deliveries recovered again and again", async () => {
    const shop = await waitingShop(0);
    const createdAt = Date.now() - HOUR;
    const ids = await shop.wait(3, createdAt);
    const range = { since: new Date(createdAt - 1).toISOString(), until: new Date().toISOString() };
    const recover = async () => (await shop.call("POST", `${DELIVERIES}/recover`, range)).body.recovered;
    await shop.call("PUT", WEBHOOK, { url: null });
    await shop.consumeAll();
    expect(await recover()).toBe(3);
    await shop.consumeAll();
    await shop.call("PUT", WEBHOOK, { url: `${shop.url}/new` });
    moveClock(MINUTE);
    expect(await recover()).toBe(3);
    await shop.consumeAll();
    expect(receivedIds().sort()).toEqual(ids);
  });
});

describe("a resolver that is down", () => {
  it("degrades no endpoint, and the deliveries are retried", async () => {
    const shop = await at(seedShop(open()));
    const { id } = shop.merchant;
    await rowsOf(id).run("UPDATE merchants SET webhook_url = 'https://hooks.shop.com/x' WHERE id = ?", id);
    const tools = deliveryTools(deps, deps.shards.home);
    const dohUrl = "https://resolver.test/dns-query";
    const webhooks = { allowPrivate: false, ownHosts: [], inboxUrl: null, dohUrl };
    const restricted = { ...tools, config: { ...tools.config, webhooks } };
    says(() => Promise.reject(new TypeError("the resolver is down")));
    for (const message of messagesFor(id, await shop.seed(20)))
      await attemptDeliveries(restricted, prepareDeliveries(restricted, [message]));
    expect(await shop.health()).toMatchObject({ status: "healthy", consecutive_failures: 0 });
    expect((await shop.rows())[0]).toMatchObject({ delivery_status: "pending", attempts: 1 });
  });
});

describe("a degraded endpoint that is replaced", () => {
  it("sends 500 a minute to the new one, from the change on", async () => {
    const shop = await waitingShop(1_101);
    await shop.setEndpoint("next_probe_at = ?", Date.now() + 60 * MINUTE);
    await shop.call("PUT", WEBHOOK, { url: newUrl() });
    const released = [shop.taken()];
    for (let minute = 0; minute < 3; minute++) released.push(await shop.swept());
    expect(released.map((messages) => messages.length)).toEqual([500, 500, 101, 0]);
    expect(released.flat().map(({ eventId }) => eventId)).toEqual(shop.ids);
  });

  it("sends those that have moved even behind many that have not", async () => {
    const { merchant, url, taken } = await waitingShop(600);
    const counter = await seedCounter(merchant.id, { webhookUrl: url });
    const ofCounter = await seedIntent(merchant.id, { counterId: counter.id, ...open() });
    const waiting = { waitingUrl: url, nextAttemptAt: null, createdAt: Date.now() + 1 };
    const moved = await seedDeliveries(ofCounter, 2, waiting);
    const move = "UPDATE counters SET webhook_url = 'https://till.test/new' WHERE id = ?";
    await rowsOf(counter.id).run(move, counter.id);
    await runSweep();
    moveClock(MINUTE);
    await runSweep();
    const sent = taken().filter(({ probe }) => probe === undefined);
    expect(sent.map(({ eventId }) => eventId)).toEqual(moved);
  });
});

describe("a URL that is changed at a degraded endpoint", () => {
  async function changePath(probedAgoMs: number) {
    const shop = await waitingShop(2);
    await shop.setEndpoint("next_probe_at = ?", Date.now() + 10 * MINUTE - probedAgoMs);
    const put = (path: string) => shop.call("PUT", WEBHOOK, { url: `${new URL(shop.url).origin}${path}` });
    return { ...shop, put };
  }

  it("is probed at once, and its success releases what waits", async () => {
    const { put, consume, taken, statuses } = await changePath(MINUTE);
    await put("/repaired");
    for (let round = 0; round < 2; round++) await consume(taken());
    expect(await statuses()).toEqual(["delivered"]);
    expect(receiver.requests.map(({ url }) => new URL(url).pathname)).toEqual(["/repaired", "/repaired"]);
  });

  it("is not probed again within a minute of the last probe, so that changes are no way round it", async () => {
    const { put, taken } = await changePath(MINUTE - 1);
    for (const [path, passed, probes] of [
      ["/1", 0, 0],
      ["/2", 1, 1],
      ["/3", 59 * SECOND, 0],
    ] as const) {
      moveClock(passed);
      await put(path);
      expect(taken()).toHaveLength(probes);
    }
  });

  it("changes nothing for an endpoint that has recovered and still has deliveries waiting", async () => {
    const { merchant, put, taken, setEndpoint } = await changePath(5 * MINUTE);
    const row = () =>
      rowsOf(merchant.id).first("SELECT * FROM webhook_endpoints WHERE merchant_id = ?", merchant.id);
    await setEndpoint("degraded_since = NULL");
    const before = await row();
    await put("/other");
    expect(taken()).toEqual([]);
    expect(await row()).toEqual(before);
  });
});
