// When an endpoint is degraded, for whom, and what a delivery to it does.
import { describe, expect, it } from "vitest";
import { HOUR, MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { DELIVERIES, HEALTHY } from "../support/deliveries.ts";
import { until } from "../support/objects.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { runSweep } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";
import { seedDegraded, seedDeliveries, seedShop, seedWaitingShop } from "../support/seeded-deliveries.ts";
import { seedCounter, seedIntent, seedMerchant } from "../support/seeds.ts";
import { useWebhookScenes } from "../support/webhook-scenes.ts";

const { queues, receiver, receivedIds, says, sceneOf, at } = useWebhookScenes(500);

/** Returns one of which twenty deliveries have failed once each. */
async function degradedShop() {
  const shop = await at(seedShop());
  const failedIds = await shop.send(20);
  queues.webhooks.length = 0;
  receiver.requests.length = 0;
  return { ...shop, failedIds };
}

describe("an endpoint that has failed", () => {
  it("nineteen times in a row is healthy, and a success restarts the count", async () => {
    const shop = await at(seedShop());
    await shop.send(19);
    expect(await shop.health()).toEqual({ ...HEALTHY, consecutive_failures: 19 });
    says(200);
    await shop.send(1);
    expect(await shop.health()).toEqual(HEALTHY);
    says(500);
    await shop.send(19);
    expect(await shop.health()).toEqual({ ...HEALTHY, consecutive_failures: 19 });
  });

  it("twenty times in a row, over several deliveries, is degraded, as its merchant sees", async () => {
    const shop = await at(seedShop());
    const degradedAt = Date.now() + 60 * SECOND;
    const ids = await shop.seed(7);
    for (const count of [7, 7, 6]) {
      await shop.deliver(ids.slice(0, count));
      moveClock(30 * SECOND);
    }
    expect(await shop.health()).toEqual({
      status: "degraded",
      consecutive_failures: 20,
      degraded_since: new Date(degradedAt).toISOString(),
      next_probe_at: new Date(degradedAt + 10 * MINUTE).toISOString(),
    });
  });
});

describe("a success and a failure at one endpoint, at once", () => {
  it.each([200, 500])(
    "leave the failure counted until the next success when the %i comes first",
    async (first) => {
      const shop = await at(seedShop());
      const ids = await shop.seed(2);
      says(async ({ init }) => {
        const isFirst = receiver.requests[0]?.init === init;
        await until(
          async () =>
            receiver.requests.length === 2 &&
            (isFirst || (await shop.rows()).some(({ attempts }) => attempts === 1)),
        );
        return new Response("", { status: isFirst ? first : 700 - first });
      });
      await Promise.all(ids.map((id) => shop.deliver([id])));
      expect((await shop.statuses()).sort()).toEqual(["delivered", "pending"]);
      expect(await shop.health()).toEqual({ ...HEALTHY, consecutive_failures: 1 });
      says(200);
      await shop.deliver(await seedDeliveries(await seedIntent(shop.merchant.id), 1));
      expect(await shop.health()).toEqual(HEALTHY);
    },
  );
});

describe("a delivery to a degraded endpoint", () => {
  it("waits for the next probe when it comes due, and uses no attempt", async () => {
    const shop = await degradedShop();
    const [fresh = ""] = await shop.seed(1);
    const [failed = ""] = shop.failedIds;
    moveClock(5 * SECOND);
    await shop.deliver([fresh, failed]);
    expect(receivedIds()).toEqual([]);
    const { next_probe_at: nextProbeAt } = await shop.health();
    expect(nextProbeAt).not.toBeNull();
    for (const [id, attempts] of [
      [fresh, 0],
      [failed, 1],
    ]) {
      const { body } = await shop.call("GET", `${DELIVERIES}/${id}`);
      expect(body.delivery).toMatchObject({
        status: "pending",
        attempts,
        waiting_for_endpoint: true,
        next_attempt_at: nextProbeAt,
      });
    }
  });

  it("probes every ten minutes when it is the oldest of many, even with two sweeps at once", async () => {
    const shop = await degradedShop();
    const probesTaken = () => shop.taken().filter(({ probe }) => probe);
    moveClock(5 * SECOND);
    await shop.deliver(shop.failedIds);
    const fresh = await seedDeliveries(await seedIntent(shop.merchant.id), 12);
    moveClock(10 * MINUTE);
    await Promise.all([runSweep(), runSweep(), shop.deliver(fresh)]);
    const probes = probesTaken();
    const [eventId] = shop.failedIds;
    const probe = { origin: expect.any(String), attempts: 1 };
    expect(probes).toEqual([{ merchantId: shop.merchant.id, eventId, dueAt: Date.now(), probe }]);
    await shop.consume(probes);
    await runSweep();
    await shop.deliver(fresh);
    expect(receivedIds()).toEqual([eventId]);
    expect(probesTaken()).toEqual([]);
  });

  it("is delivered with all the others after the first success, in order of age", async () => {
    const shop = await degradedShop();
    moveClock(5 * SECOND);
    const fresh = await shop.seed(15);
    await shop.deliver([...fresh].reverse());
    await shop.deliver([...shop.failedIds].reverse());
    moveClock(10 * MINUTE);
    says(200);
    await shop.probe();
    expect(await shop.health()).toEqual(HEALTHY);
    const endpoints = "SELECT count(*) FROM webhook_endpoints WHERE merchant_id = ?";
    expect(await rowsOf(shop.merchant.id).value(endpoints, shop.merchant.id)).toBe(0);
    for (const message of shop.taken()) await shop.consume([message]);
    expect(receivedIds()).toEqual([...shop.failedIds, ...fresh].sort());
    const ends = (await shop.rows()).map((row) => `${row.delivery_status} ${row.parked_url}`);
    expect(new Set(ends)).toEqual(new Set(["delivered null"]));
  });

  it("is attempted once by its probe, even when the queue repeats the probe's message later", async () => {
    const shop = await degradedShop();
    moveClock(5 * SECOND);
    await shop.deliver(await seedDeliveries(await seedIntent(shop.merchant.id), 1));
    moveClock(10 * MINUTE);
    const probes = (await shop.swept()).filter(({ probe }) => probe);
    expect(probes).toHaveLength(1);
    expect(shop.failedIds).not.toContain(probes[0].eventId);
    await shop.consume(probes);
    moveClock(6 * SECOND);
    await shop.consume(probes);
    expect(receiver.requests).toHaveLength(1);
  });
});

const newOrigin = () => `https://${crypto.randomUUID()}.test`;

/** One delivery each to these URLs, as callback URLs of intents that stay open. */
async function seedCallbacks(merchantId: string, urls: readonly string[]): Promise<string[]> {
  const expiresAt = Date.now() + 24 * HOUR;
  const ids = await Promise.all(
    urls.map(async (callbackUrl) =>
      seedDeliveries(await seedIntent(merchantId, { callbackUrl, expiresAt }), 1),
    ),
  );
  return ids.flat();
}

/** A merchant with a degraded origin, and deliveries to these addresses of it. */
async function deliverTo(addresses: (origin: string) => string[]) {
  const [merchant, origin] = [await seedMerchant(), newOrigin()];
  await seedDegraded(merchant.id, origin);
  const scene = sceneOf(merchant);
  await scene.deliver(await seedCallbacks(merchant.id, addresses(origin)));
  return { ...scene, origin };
}

describe("an endpoint that fails", () => {
  it("gets 24 requests and then one every ten minutes, however many URLs it has", async () => {
    const merchant = await seedMerchant();
    const scene = sceneOf(merchant);
    const origin = newOrigin();
    const urls = Array.from({ length: 30 }, (_, n) => `${origin}/hook?n=${n}`);
    await scene.deliver(await seedCallbacks(merchant.id, urls));
    // Batches of six are under way together: the twentieth failure stops the fifth batch, not the fourth.
    expect(receiver.requests).toHaveLength(24);
    for (let probe = 1; probe <= 3; probe++) {
      moveClock(10 * MINUTE - SECOND);
      await scene.probe();
      expect(receiver.requests).toHaveLength(24 + probe - 1);
      moveClock(SECOND);
      await scene.probe();
      expect(receiver.requests).toHaveLength(24 + probe);
    }
  });

  it.each([
    ["another path", "/other"],
    ["another query", "/hook?n=2"],
    ["the port spelled out", ":443/hook"],
  ])("is degraded for a URL with %s", async (_, rest) => {
    const { origin, rows } = await deliverTo((name) => [`${name}${rest}`]);
    expect(receiver.requests).toEqual([]);
    expect((await rows())[0]).toMatchObject({ attempts: 0, parked_url: origin });
  });

  it("is degraded for every spelling of its name", async () => {
    await deliverTo((origin) => [origin.toUpperCase(), `${origin.replace("-", "%2d")}?n=1`]);
    expect(receiver.requests).toEqual([]);
  });

  it.each([
    ["scheme", (origin: string) => origin.replace("https", "http")],
    ["port", (origin: string) => `${origin}:8443`],
    ["name", () => newOrigin()],
  ])("is degraded for no URL with another %s", async (_, changed) => {
    await deliverTo((origin) => [`${changed(origin)}/hook`]);
    expect(receiver.requests).toHaveLength(1);
  });

  it("is shown as degraded by each of the merchant's endpoints there", async () => {
    const { merchant, url, call, health } = await at(seedShop());
    const counter = await seedCounter(merchant.id, { webhookUrl: `${new URL(url).origin}/till` });
    await seedDegraded(merchant.id, url);
    const { body } = await call("GET", `${MERCHANT_API}/counters/${counter.id}`);
    expect(body.counter.webhook_health).toMatchObject({ status: "degraded", consecutive_failures: 20 });
    expect(await health()).toEqual(body.counter.webhook_health);
  });
});

describe("a degraded endpoint", () => {
  it("is degraded only for its merchant", async () => {
    const { merchant, url } = await seedShop();
    await seedDegraded(merchant.id, url);
    const other = sceneOf(await seedMerchant({ webhookUrl: url }));
    const ids = await seedDeliveries(await seedIntent(other.merchant.id), 3);
    await other.deliver(ids);
    expect(receivedIds().sort()).toEqual(ids);
    expect(await other.health()).toMatchObject({ status: "healthy", consecutive_failures: 3 });
  });
});

describe("a path that works at a degraded endpoint", () => {
  const onlyLive = ({ url }: { url: string }) =>
    new Response("x", { status: new URL(url).pathname === "/live" ? 200 : 500 });

  it("is probed when its turn comes, and recovers the endpoint", async () => {
    const shop = await at(seedWaitingShop(40));
    const { origin } = new URL(shop.url);
    says(onlyLive);
    const send = async (...paths: string[]) => {
      const ids = await seedCallbacks(
        shop.merchant.id,
        paths.map((path) => origin + path),
      );
      await shop.deliver(ids);
      return ids;
    };
    await send("/dead?n=1", "/dead?n=2");
    const [live = ""] = await send("/live");
    await shop.minutes(40);
    expect(await shop.row(live)).toMatchObject({ delivery_status: "delivered", attempts: 1 });
  });

  it.each([
    ["before", -HOUR],
    ["behind", 0],
  ])("is found %s a long line for another path", async (_, age) => {
    const shop = await at(seedWaitingShop(600));
    const { url, merchant, intent } = shop;
    says(onlyLive);
    const callbackUrl = `${new URL(url).origin}/live`;
    const ofLive = await seedIntent(merchant.id, { callbackUrl, expiresAt: intent.expiresAt });
    const waiting = { waitingUrl: url, nextAttemptAt: null, createdAt: Date.now() + age };
    const [live = ""] = await seedDeliveries(ofLive, 1, waiting);
    for (let probe = 0; probe < 2; probe++) {
      await shop.consume((await shop.swept()).filter((message) => message.probe));
      moveClock(10 * MINUTE);
    }
    expect(await shop.row(live)).toMatchObject({ delivery_status: "delivered" });
    expect((await shop.health()).status).toBe("healthy");
  });
});
