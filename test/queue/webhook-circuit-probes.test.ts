// Which delivery probes a degraded endpoint, and when: a probe is neither wasted nor given to a delivery that would not
// go there.

import { describe, expect, it } from "vitest";
import { originOf } from "../../src/domain/delivery.ts";
import { deliveryTools } from "../../src/services/webhooks/deliveries.ts";
import { attemptDeliveries, prepareDeliveries } from "../../src/webhooks/deliver.ts";
import { DAY, HOUR, MINUTE, moveClock } from "../support/clock.ts";
import { callAs, DELIVERIES, deliver, deliveryRows, messagesFor, readHealth } from "../support/deliveries.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { consume, runSweep, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { type Shop, seedDegraded, seedDeliveries, seedShop } from "../support/seeded-deliveries.ts";
import { deps, seedCounter, seedIntent } from "../support/seeds.ts";

const { queues, receiver } = useScheduledDeliveries();

async function seedDegradedShop(): Promise<Shop> {
  const shop = await seedShop({ expiresAt: Date.now() + 30 * DAY });
  await seedDegraded(shop.merchant.id, shop.url, 0);
  return shop;
}

async function consumeAll(merchantId: string): Promise<void> {
  for (
    let messages = takeMessages(queues.webhooks, merchantId);
    messages.length > 0;
    messages = takeMessages(queues.webhooks, merchantId)
  ) {
    await consume("webhook-retries", messages);
  }
}

describe("a degraded endpoint without parked deliveries", () => {
  it("is probed by the next delivery at once, however long there was none", async () => {
    const { merchant, intent } = await seedDegradedShop();
    for (let minute = 0; minute < 11; minute++) {
      moveClock(MINUTE);
      await runSweep();
    }
    expect(takeMessages(queues.webhooks, merchant.id)).toEqual([]);

    await deliver(merchant.id, await seedDeliveries(intent, 1));
    await consumeAll(merchant.id);

    expect(receiver.requests).toHaveLength(1);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });
});

describe("the sweep", () => {
  it("probes an endpoint behind any number of others for which nothing waits, in some minutes", async () => {
    const { merchant, intent, url } = await seedDegradedShop();
    await rowsOf(merchant.id).run(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1199)
       INSERT INTO webhook_endpoints SELECT ?, 'https://idle-' || i || '.test', 20, 1, 1, 1 FROM n`,
      merchant.id,
    );
    await seedDeliveries(intent, 1, { parkedUrl: url, nextAttemptAt: null });
    const probes: number[] = [];
    for (let minute = 0; minute < 4; minute++) {
      await runSweep();
      probes.push(takeMessages(queues.webhooks, merchant.id).length);
      moveClock(MINUTE);
    }
    expect(probes).toEqual([0, 0, 1, 0]);
    await rowsOf(merchant.id).run("DELETE FROM webhook_endpoints WHERE merchant_id = ?", merchant.id);
  });
});

describe("the next probe", () => {
  it("comes ten minutes after the last one was made, however long its message was delayed", async () => {
    const { merchant, intent, url } = await seedDegradedShop();
    await seedDeliveries(intent, 3, { parkedUrl: url, nextAttemptAt: null });
    receiver.response = () => new Response("no", { status: 500 });
    await runSweep();
    const late = takeMessages(queues.webhooks, merchant.id);
    moveClock(3 * MINUTE);
    await consume("webhook-retries", late);
    expect(receiver.requests).toHaveLength(1);
    const { next_probe_at: next } = await readHealth(merchant.id);
    expect(next).toBe(new Date(Date.now() + 10 * MINUTE).toISOString());
    moveClock(10 * MINUTE - 1);
    await runSweep();
    await consumeAll(merchant.id);
    expect(receiver.requests).toHaveLength(1);
    moveClock(1);
    await runSweep();
    await consumeAll(merchant.id);
    expect(receiver.requests).toHaveLength(2);
  });
});

describe("deliveries parked for an endpoint that is no longer theirs", () => {
  it("take no probe from the others once nobody subscribes to them", async () => {
    const { merchant, intent, url } = await seedDegradedShop();
    const createdAt = Date.now() - HOUR;
    const unsubscribed = await seedDeliveries(intent, 12, { parkedUrl: url, nextAttemptAt: null, createdAt });
    await rowsOf(merchant.id).run(
      "UPDATE events SET type = 'refund.pending' WHERE merchant_id = ?",
      merchant.id,
    );
    const [paid = ""] = await seedDeliveries(intent, 1, { parkedUrl: url, nextAttemptAt: null });

    await runSweep();
    await consumeAll(merchant.id);

    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual([paid]);
    const rows = await deliveryRows(merchant.id);
    expect(rows.find(({ id }) => id === paid)).toMatchObject({ delivery_status: "delivered" });
    for (const row of rows.filter(({ id }) => unsubscribed.includes(id))) {
      expect(row).toMatchObject({ delivery_status: "failed", next_attempt_at: null, parked_url: null });
    }
  });

  it("go to the merchant's new endpoint at once, not at the next probe", async () => {
    const { merchant, intent, url } = await seedDegradedShop();
    moveClock(1);
    await rowsOf(merchant.id).run(
      "UPDATE webhook_endpoints SET next_probe_at = ? WHERE url = ?",
      Date.now() + 9 * MINUTE,
      originOf(url),
    );
    const ids = await seedDeliveries(intent, 3, { parkedUrl: url, nextAttemptAt: null });
    const newUrl = `https://${crypto.randomUUID()}.test/new`;

    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: newUrl });
    await consumeAll(merchant.id);

    const received = receiver.requests.map(({ url: to, headers }) => [to, headers["webhook-id"]]);
    expect(received.sort()).toEqual(ids.map((id) => [newUrl, id]));
  });

  it("do not change the health of the old endpoint, which others still use", async () => {
    const { merchant, url } = await seedDegradedShop();
    const newUrl = `https://${crypto.randomUUID()}.test/new`;
    const open = { expiresAt: Date.now() + 30 * DAY };
    const moving = await seedCounter(merchant.id, { webhookUrl: url });
    const staying = await seedCounter(merchant.id, { webhookUrl: url });
    const old = { parkedUrl: url, nextAttemptAt: null, createdAt: Date.now() - HOUR };
    await seedDeliveries(await seedIntent(merchant.id, { counterId: moving.id, ...open }), 1, old);
    const waiting = await seedDeliveries(
      await seedIntent(merchant.id, { counterId: staying.id, ...open }),
      20,
      { parkedUrl: url, nextAttemptAt: null },
    );
    receiver.response = ({ url: to }) => new Response("x", { status: to === url ? 500 : 200 });

    await callAs(merchant.id, "PUT", `${MERCHANT_API}/counters/${moving.id}`, { webhook_url: newUrl });
    await runSweep();
    await consume("webhook-retries", takeMessages(queues.webhooks, merchant.id));

    const { body } = await callAs(merchant.id, "GET", `${MERCHANT_API}/counters/${staying.id}`);
    expect(body.counter.webhook_health.status).toBe("degraded");
    const attempted = (await deliveryRows(merchant.id)).filter((row) => row.attempts > 0);
    expect(attempted.filter(({ id }) => waiting.includes(id))).toHaveLength(1);
    expect(receiver.requests.map(({ url: to }) => to).sort()).toEqual([url, newUrl].sort());
  });
});

describe("an endpoint that is briefly switched off", () => {
  it("can have its deliveries recovered again and again", async () => {
    const { merchant, intent, url } = await seedDegradedShop();
    const createdAt = Date.now() - HOUR;
    const ids = await seedDeliveries(intent, 3, { parkedUrl: url, nextAttemptAt: null, createdAt });
    const put = (to: string | null) => callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: to });
    const range = { since: new Date(createdAt - 1).toISOString(), until: new Date().toISOString() };
    const recover = async () =>
      (await callAs(merchant.id, "POST", `${DELIVERIES}/recover`, range)).body.recovered;
    await put(null);
    await consumeAll(merchant.id);
    expect(await recover()).toBe(3);
    await consumeAll(merchant.id);
    await put(`${url}/new`);
    moveClock(MINUTE);

    expect(await recover()).toBe(3);
    await consumeAll(merchant.id);

    expect(receiver.requests.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(ids);
  });
});

describe("a resolver that is down", () => {
  it("degrades no endpoint, and the deliveries are retried", async () => {
    const { merchant, intent } = await seedShop({ expiresAt: Date.now() + 30 * DAY });
    await rowsOf(merchant.id).run(
      "UPDATE merchants SET webhook_url = 'https://hooks.shop.com/x' WHERE id = ?",
      merchant.id,
    );
    const tools = deliveryTools(deps, deps.places.home);
    const webhooks = {
      allowPrivate: false,
      ownHosts: [],
      inboxUrl: null,
      dohUrl: "https://resolver.test/dns-query",
    };
    const restricted = { ...tools, config: { ...tools.config, webhooks } };
    receiver.response = () => Promise.reject(new TypeError("the resolver is down"));
    for (const message of messagesFor(merchant.id, await seedDeliveries(intent, 20))) {
      await attemptDeliveries(restricted, prepareDeliveries(restricted, [message]));
    }

    expect(await readHealth(merchant.id)).toMatchObject({ status: "healthy", consecutive_failures: 0 });
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "pending", attempts: 1 });
  });
});
