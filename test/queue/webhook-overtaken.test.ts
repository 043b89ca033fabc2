// One delivery, and more than one thing that happens to it at once.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deliveryTools } from "../../src/services/deliveries.ts";
import { prepareDelivery } from "../../src/webhooks/deliver.ts";
import {
  ask,
  DAY,
  DELIVERIES,
  type DeliveryState,
  deliver,
  deliveryRows,
  HOUR,
  MINUTE,
  messagesFor,
  readHealth,
  runSweep,
  SECOND,
  type Shop,
  seedDegraded,
  seedDeliveries,
  seedShop,
} from "../support/deliveries.ts";
import { MERCHANT_API } from "../support/factories.ts";
import { captureQueues, moveClock, muteLog, repair } from "../support/faults.ts";
import { deps, seedCounter, seedIntent, until } from "../support/objects.ts";
import { consume } from "../support/queues.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { isSignedWith } from "../support/webhooks.ts";

let queues: ReturnType<typeof captureQueues>;
let receiver: Receiver;

beforeEach(() => {
  queues = captureQueues();
  muteLog();
  receiver = startReceiver();
  vi.spyOn(Math, "random").mockReturnValue(0);
  moveClock(0);
});
afterEach(repair);

const openShop = (): Promise<Shop> => seedShop({ expiresAt: Date.now() + 30 * DAY });
const statusesIn = (row: DeliveryState | undefined): (number | null)[] =>
  JSON.parse(row?.attempt_log ?? "[]").map(({ status }: { status: number | null }) => status);

/** The receiver holds every request until it is let answer. */
function holdResponses(status: number): { letGo: () => void } {
  let isHeld = true;
  receiver.response = async () => {
    await until(() => !isHeld);
    return new Response("held", { status });
  };
  return {
    letGo: () => {
      isHeld = false;
    },
  };
}

describe("a queue that is eleven minutes late", () => {
  it("makes one attempt and counts one failure, however often the sweep has queued it meanwhile", async () => {
    const { merchant, intent } = await openShop();
    const messages = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    for (let minute = 0; minute < 11; minute++) {
      moveClock(MINUTE);
      await runSweep();
    }
    messages.push(...queues.webhooks.flatMap(({ body }) => (body.merchantId === merchant.id ? [body] : [])));
    expect(messages.length).toBeGreaterThan(3);
    const { letGo } = holdResponses(500);
    const consumed = Promise.all(messages.map((message) => consume("webhook-retries", [message])));
    await until(() => receiver.requests.length > 0);
    letGo();
    await consumed;

    expect(receiver.requests).toHaveLength(1);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ attempts: 1 });
    expect(await readHealth(merchant.id)).toMatchObject({ consecutive_failures: 1 });
  });
});

describe("a queue that is always late", () => {
  it.each([1, 2, 2.5, 3, 5, 11])("by %d minutes still delivers once", async (lag) => {
    const { merchant, intent } = await openShop();
    const [message] = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    const waiting = [{ body: message, at: Date.now() + lag * MINUTE }];
    for (let minute = 0; minute < 30; minute += 0.5) {
      moveClock(MINUTE / 2);
      if (Number.isInteger(minute)) await runSweep();
      for (const { body } of queues.webhooks.splice(0)) {
        if (body.merchantId === merchant.id) waiting.push({ body, at: Date.now() + lag * MINUTE });
      }
      for (const { body } of waiting.filter(({ at }) => at === Date.now())) {
        await consume("webhook-retries", [body]);
      }
    }
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });

  it("still probes a degraded address", async () => {
    const { merchant, intent, url } = await openShop();
    await seedDegraded(merchant.id, url, 0);
    await seedDeliveries(intent, 3, { parkedUrl: url, nextAttemptAt: null });
    const waiting: { body: unknown; at: number }[] = [];
    for (let minute = 0; minute < 30; minute++) {
      moveClock(MINUTE);
      await runSweep();
      for (const { body } of queues.webhooks.splice(0)) {
        if (body.merchantId === merchant.id) waiting.push({ body, at: Date.now() + 3 * MINUTE });
      }
      for (const { body } of waiting.filter(({ at }) => at === Date.now())) {
        await consume("webhook-retries", [body]);
      }
    }
    expect(receiver.requests).toHaveLength(3);
  });
});

describe("a first attempt's message that comes twice at once", () => {
  it("counts as one attempt and one failure, and the log has both", async () => {
    const { merchant, intent } = await openShop();
    const [message] = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    const messages = [{ ...message, firstDueAt: Date.now() }];
    const { letGo } = holdResponses(503);
    const consumed = Promise.all([consume("webhooks", messages), consume("webhooks", messages)]);
    await until(() => receiver.requests.length === 2);
    letGo();
    await consumed;

    const [row] = await deliveryRows(merchant.id);
    expect(row).toMatchObject({ attempts: 1, delivery_status: "pending" });
    expect(statusesIn(row)).toEqual([503, 503]);
    expect(await readHealth(merchant.id)).toMatchObject({ consecutive_failures: 1 });
  });
});

describe("a retry's message that comes twice at once", () => {
  it("makes one attempt", async () => {
    const { merchant, intent } = await openShop();
    const messages = messagesFor(merchant.id, await seedDeliveries(intent, 1, { attempts: 1 }));
    const { letGo } = holdResponses(503);
    const consumed = Promise.all([
      consume("webhook-retries", messages),
      consume("webhook-retries", messages),
    ]);
    await until(() => receiver.requests.length === 1);
    letGo();
    await consumed;
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("an attempt whose Worker ends", () => {
  it("is made again when its lease is over", async () => {
    const { merchant, intent } = await openShop();
    const messages = messagesFor(merchant.id, await seedDeliveries(intent, 1));
    // Prepared, and never carried out.
    for (const message of messages) await prepareDelivery(deliveryTools(deps), message);
    moveClock(MINUTE - 2 * SECOND);
    await consume("webhook-retries", messages);
    expect(receiver.requests).toEqual([]);
    moveClock(3 * MINUTE);
    await runSweep();
    await consume("webhook-retries", messages);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });
});

describe("the last attempt, made twice at once", () => {
  it("is a success when one of the two is", async () => {
    const { merchant, intent } = await openShop();
    const [id = ""] = await seedDeliveries(intent, 1, { attempts: 11 });
    const message = { merchantId: merchant.id, eventId: id, firstDueAt: Date.now() };
    receiver.response = async ({ init }) => {
      const isFirst = receiver.requests[0]?.init === init;
      await until(() => receiver.requests.length === 2);
      if (!isFirst)
        await until(async () => (await deliveryRows(merchant.id))[0]?.delivery_status === "failed");
      return new Response("", { status: isFirst ? 500 : 200 });
    };
    await Promise.all([consume("webhooks", [message]), consume("webhooks", [message])]);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({ delivery_status: "delivered" });
  });
});

describe("a redelivery requested during an attempt", () => {
  async function redeliveredMeanwhile(status: number) {
    const { merchant, intent } = await openShop();
    const [id = ""] = await seedDeliveries(intent, 1, { attempts: 3 });
    const { letGo } = holdResponses(status);
    const delivering = deliver(merchant.id, [id]);
    await until(() => receiver.requests.length === 1);
    moveClock(SECOND);
    await ask(merchant.id, "POST", `${DELIVERIES}/${id}/redeliver`);
    letGo();
    await delivering;
    return { merchant, row: (await deliveryRows(merchant.id))[0] };
  }

  it("is satisfied by that attempt's success", async () => {
    const { row } = await redeliveredMeanwhile(200);
    expect(row).toMatchObject({ delivery_status: "delivered", next_attempt_at: null });
    expect(statusesIn(row)).toEqual([200]);
  });

  it("starts the whole schedule after that attempt's logged failure", async () => {
    const { row } = await redeliveredMeanwhile(500);
    expect(row).toMatchObject({ delivery_status: "pending", attempts: 0, next_attempt_at: Date.now() });
    expect(statusesIn(row)).toEqual([500]);
  });
});

describe("an endpoint that is switched off between two attempts", () => {
  it("leaves a failed delivery, which recover restores", async () => {
    const { merchant, intent, url } = await openShop();
    const ids = await seedDeliveries(intent, 1, { attempts: 3, createdAt: Date.now() - HOUR });
    await ask(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: null });
    await deliver(merchant.id, ids);
    expect((await deliveryRows(merchant.id))[0]).toMatchObject({
      delivery_status: "failed",
      last_error: "no endpoint asks for it any more",
    });
    await ask(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url });
    const range = { since: new Date(Date.now() - DAY).toISOString(), until: new Date().toISOString() };
    const { body } = await ask(merchant.id, "POST", `${DELIVERIES}/recover`, range);
    expect(body.recovered).toBe(1);
  });
});

describe("recover while its deliveries fail again at once", () => {
  it("takes each delivery once", async () => {
    const { merchant, intent } = await openShop();
    receiver.response = () => new Response("gone", { status: 410 });
    const createdAt = Date.now() - HOUR;
    await seedDeliveries(intent, 600, { status: "failed", nextAttemptAt: null, createdAt });
    vi.spyOn(env.WEBHOOK_RETRIES, "sendBatch").mockImplementation((async (messages: { body: unknown }[]) => {
      await env.DB.prepare("DELETE FROM webhook_endpoints WHERE merchant_id = ?").bind(merchant.id).run();
      const [first] = messages;
      if (first !== undefined) await consume("webhook-retries", [first.body]);
    }) as never);
    const range = { since: new Date(Date.now() - DAY).toISOString(), until: new Date().toISOString() };
    const { body } = await ask(merchant.id, "POST", `${DELIVERIES}/recover`, range);
    expect(body).toEqual({ success: true, recovered: 600 });
  });
});

describe("two rotations at once, with a grace period", () => {
  it.each(["merchant", "counter"])("of a %s's secret return two secrets that both sign", async (owner) => {
    const { merchant, url } = await openShop();
    const counter = await seedCounter(merchant.id, { webhookUrl: url });
    const ofCounter = owner === "counter";
    const intent = await seedIntent(merchant.id, { counterId: ofCounter ? counter.id : null });
    const path = `${MERCHANT_API}/${ofCounter ? `counters/${counter.id}` : "webhook"}/rotate-secret`;
    const rotate = () => ask(merchant.id, "POST", path, { grace_period_seconds: 3600 });
    const responses = await Promise.all([rotate(), rotate()]);
    await deliver(merchant.id, await seedDeliveries(intent, 1));
    const shown = responses.map(({ body }) => body.webhook_secret);
    expect(new Set(shown).size).toBe(2);
    expect(shown.map((secret) => isSignedWith(secret, receiver.requests[0]))).toEqual([true, true]);
  });
});
