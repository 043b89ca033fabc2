import { describe, expect, it } from "vitest";
import { HOUR, MINUTE, moveClock, SECOND } from "../support/clock.ts";
import { callAs, deliver, deliveryRows, readHealth } from "../support/deliveries.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { consume, runMinutes, runSweep, takeMessages } from "../support/queues.ts";
import { useScheduledDeliveries } from "../support/receiver.ts";
import { seedDegraded, seedDeliveries, seedShop, seedWaitingShop } from "../support/seeded-deliveries.ts";
import { seedCounter, seedIntent, seedMerchant } from "../support/seeds.ts";

const failing = () => new Response("no", { status: 500 });

const { queues, receiver } = useScheduledDeliveries(failing);

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

const sentTo = (...urls: string[]) => receiver.requests.filter(({ url }) => urls.includes(url)).length;

describe("an endpoint that fails", () => {
  it("gets 24 requests and then one every ten minutes, however many URLs it has", async () => {
    const { id } = await seedMerchant();
    const origin = newOrigin();
    const urls = Array.from({ length: 30 }, (_, n) => `${origin}/hook?n=${n}`);

    await deliver(id, await seedCallbacks(id, urls));
    // Batches of six are under way together: the twentieth failure stops the fifth batch, not the fourth.
    expect(receiver.requests).toHaveLength(24);
    for (let probe = 1; probe <= 3; probe++) {
      moveClock(10 * MINUTE - SECOND);
      await runSweep();
      await consume("webhook-retries", takeMessages(queues.webhooks, id));
      expect(receiver.requests).toHaveLength(24 + probe - 1);
      moveClock(SECOND);
      await runSweep();
      await consume("webhook-retries", takeMessages(queues.webhooks, id));
      expect(receiver.requests).toHaveLength(24 + probe);
    }
  });

  it.each([
    ["another path", "/other"],
    ["another query", "/hook?n=2"],
    ["the port spelled out", ":443/hook"],
  ])("is degraded for a URL with %s", async (_, rest) => {
    const { id } = await seedMerchant();
    const origin = newOrigin();
    await seedDegraded(id, origin);

    await deliver(id, await seedCallbacks(id, [`${origin}${rest}`]));

    expect(receiver.requests).toEqual([]);
    expect((await deliveryRows(id))[0]).toMatchObject({ attempts: 0, parked_url: origin });
  });

  it("is degraded for every spelling of its name", async () => {
    const { id } = await seedMerchant();
    const origin = newOrigin();
    await seedDegraded(id, origin);

    await deliver(id, await seedCallbacks(id, [origin.toUpperCase(), `${origin.replace("-", "%2d")}?n=1`]));

    expect(receiver.requests).toEqual([]);
  });

  it.each([
    ["scheme", (origin: string) => origin.replace("https", "http")],
    ["port", (origin: string) => `${origin}:8443`],
    ["name", () => newOrigin()],
  ])("is degraded for no URL with another %s", async (_, changed) => {
    const { id } = await seedMerchant();
    const origin = newOrigin();
    await seedDegraded(id, origin);
    const url = `${changed(origin)}/hook`;

    await deliver(id, await seedCallbacks(id, [url]));

    expect(sentTo(url)).toBe(1);
  });

  it("is shown as degraded by each of the merchant's endpoints there", async () => {
    const { merchant, url } = await seedShop();
    const { origin } = new URL(url);
    const counter = await seedCounter(merchant.id, { webhookUrl: `${origin}/till` });
    await seedDegraded(merchant.id, url);

    const { body } = await callAs(merchant.id, "GET", `${MERCHANT_API}/counters/${counter.id}`);
    expect(body.counter.webhook_health).toMatchObject({ status: "degraded", consecutive_failures: 20 });
    expect(await readHealth(merchant.id)).toEqual(body.counter.webhook_health);
  });
});

describe("a path that works at a degraded endpoint", () => {
  const isLive = (url: string) => new URL(url).pathname === "/live";
  const respondLive = () => {
    receiver.response = ({ url }) => new Response("x", { status: isLive(url) ? 200 : 500 });
  };

  it("is probed when its turn comes, and recovers the endpoint", async () => {
    const { merchant, url } = await seedWaitingShop(40);
    const { origin } = new URL(url);
    respondLive();
    await deliver(
      merchant.id,
      await seedCallbacks(merchant.id, [`${origin}/dead?n=1`, `${origin}/dead?n=2`]),
    );
    const [live = ""] = await seedCallbacks(merchant.id, [`${origin}/live`]);
    await deliver(merchant.id, [live]);

    await runMinutes(queues.webhooks, merchant.id, 40);

    const rows = await deliveryRows(merchant.id);
    expect(rows.find(({ id }) => id === live)).toMatchObject({ delivery_status: "delivered", attempts: 1 });
  });

  it.each([
    ["before", -HOUR],
    ["behind", 0],
  ])("is found %s a long line for another path", async (_, age) => {
    const { merchant, intent, url } = await seedShop({ expiresAt: Date.now() + 24 * HOUR });
    const { origin } = new URL(url);
    respondLive();
    await seedDegraded(merchant.id, url, 0);
    const waiting = { parkedUrl: url, nextAttemptAt: null };
    await seedDeliveries(intent, 600, waiting);
    const ofLive = await seedIntent(merchant.id, {
      callbackUrl: `${origin}/live`,
      expiresAt: intent.expiresAt,
    });
    const [live = ""] = await seedDeliveries(ofLive, 1, { ...waiting, createdAt: Date.now() + age });

    for (let probe = 0; probe < 2; probe++) {
      await runSweep();
      const messages = takeMessages(queues.webhooks, merchant.id).filter((message) => message.probe);
      await consume("webhook-retries", messages);
      moveClock(10 * MINUTE);
    }

    const rows = await deliveryRows(merchant.id);
    expect(rows.find(({ id }) => id === live)).toMatchObject({ delivery_status: "delivered" });
    expect((await readHealth(merchant.id)).status).toBe("healthy");
  });
});
