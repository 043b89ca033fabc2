import { describe, expect, it } from "vitest";
import { ISO_TIME } from "../../support/api.ts";
import { DAY, MINUTE, moveClock } from "../../support/clock.ts";
import { callAs, DELIVERIES, deliver } from "../../support/deliveries.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { captureQueues } from "../../support/queues.ts";
import { startReceiver } from "../../support/receiver.ts";
import { rowsOf } from "../../support/rows.ts";
import { seedDeliveries, seedDeliveryOfEachStatus, seedShop } from "../../support/seeded-deliveries.ts";
import { seedCounter, seedIntent, seedMerchant } from "../../support/seeds.ts";

const iso = (epochMs: number) => new Date(epochMs).toISOString();

async function listIds(merchantId: string, query = ""): Promise<string[]> {
  const { status, body } = await callAs(merchantId, "GET", DELIVERIES + query);
  expect(status).toBe(200);
  return body.deliveries.map(({ id }: { id: string }) => id);
}

describe("GET /merchant/api/v1/webhook-deliveries", () => {
  it("returns 200 with deliveries newest first, each in its current state", async () => {
    const shop = await seedShop();
    const createdAt = Date.now() - MINUTE;
    const [id] = await seedDeliveries(shop.intent, 1, { createdAt, nextAttemptAt: createdAt + 5_000 });
    const response = await callAs(shop.merchant.id, "GET", DELIVERIES);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      deliveries: [
        {
          id,
          type: "payment.completed",
          payment_intent_id: shop.intent.id,
          sequence: 1,
          status: "pending",
          attempts: 0,
          endpoint: "merchant",
          counter_id: null,
          url: shop.url,
          waiting_for_endpoint: false,
          next_attempt_at: iso(createdAt + 5_000),
          last_response_status: null,
          last_error: null,
          created_at: iso(createdAt),
          delivered_at: null,
        },
      ],
      limit: 20,
      next_cursor: null,
    });
  });

  it("filters by status", async () => {
    const { merchant, ids } = await seedDeliveryOfEachStatus();
    for (const [index, status] of ["none", "pending", "delivered", "failed"].entries()) {
      expect(await listIds(merchant.id, `?status=${status}`)).toEqual([ids[index]]);
    }
  });

  it("filters by payment intent, in any case", async () => {
    const { merchant, intent, ids } = await seedDeliveryOfEachStatus();
    const second = await seedIntent(merchant.id, { eventSequence: 1 });
    const [only] = await seedDeliveries(second, 1);
    expect(await listIds(merchant.id, `?payment_intent_id=${second.id.toUpperCase()}`)).toEqual([only]);
    expect(await listIds(merchant.id, `?payment_intent_id=${intent.id}`)).toEqual([...ids].reverse());
  });

  it("filters by endpoint: a kind, or one counter", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
    const till = { webhookUrl: "https://till.test/hook" };
    const [one, two] = [await seedCounter(merchant.id, till), await seedCounter(merchant.id, till)];
    const silent = await seedCounter(merchant.id);
    const of = async (change: Parameters<typeof seedIntent>[1]) =>
      (await seedDeliveries(await seedIntent(merchant.id, change), 1))[0] ?? "";
    const own = await of({});
    const first = await of({ counterId: one.id });
    const second = await of({ counterId: two.id });
    const viaMerchant = await of({ counterId: silent.id });
    const order = await of({ counterId: one.id, callbackUrl: "https://order.test/1" });

    const expected: [string, string[]][] = [
      ["callback_url", [order]],
      ["counter", [first, second]],
      ["merchant", [own, viaMerchant]],
      [one.id, [first]],
      [two.id.toUpperCase(), [second]],
      [silent.id, []],
      [crypto.randomUUID(), []],
    ];
    for (const [endpoint, ids] of expected) {
      expect((await listIds(merchant.id, `?endpoint=${endpoint}`)).sort(), endpoint).toEqual(ids.sort());
    }
  });

  it("filters by the time of the event, from inclusive and to exclusive, with any offset", async () => {
    const { merchant, ids } = await seedDeliveryOfEachStatus();
    const { body } = await callAs(merchant.id, "GET", DELIVERIES);
    const times = body.deliveries.map((row: { created_at: string }) => row.created_at).reverse();
    const [a, b, c] = ids;
    expect(await listIds(merchant.id, `?created_to=${times[3]}`)).toEqual([c, b, a]);
    expect(await listIds(merchant.id, `?created_from=${times[1]}&created_to=${times[2]}`)).toEqual([b]);
    const shifted = `${iso(Date.parse(times[3]) + 2 * 60 * MINUTE).slice(0, -1)}+02:00`;
    expect(await listIds(merchant.id, `?created_from=${encodeURIComponent(shifted)}`)).toEqual([ids[3]]);
  });

  it.each([20, 45])("pages through 45 rows by %i without gaps or repeats", async (limit) => {
    const { merchant, intent } = await seedShop();
    const ids = await seedDeliveries(intent, 45);
    const pages: number[] = [];
    const walked: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await callAs(merchant.id, "GET", `${DELIVERIES}?limit=${limit}${cursor}`);
      expect(body.limit).toBe(limit);
      walked.push(...body.deliveries.map(({ id }: { id: string }) => id));
      pages.push(body.deliveries.length);
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(walked).toEqual([...ids].reverse());
    expect(pages).toHaveLength(Math.ceil(45 / limit));
  });

  it.each([
    ["status=lost", "status"],
    ["payment_intent_id=1", "payment_intent_id"],
    ["endpoint=shop", "endpoint"],
    ["created_from=yesterday", "created_from"],
    ["created_to=2026-01-01", "created_to"],
  ])("refuses %s", async (query, field) => {
    expectInvalid(await callAs((await seedMerchant()).id, "GET", `${DELIVERIES}?${query}`), field);
  });
});

describe("a delivery whose body has been deleted", () => {
  it("stays listed and can be read, but not sent again, and nobody knows where it went", async () => {
    const { merchant, intent } = await seedShop();
    const createdAt = Date.now() - 80 * DAY;
    const [id = ""] = await seedDeliveries(intent, 1, {
      createdAt,
      status: "delivered",
      nextAttemptAt: null,
    });
    await rowsOf(merchant.id).run("UPDATE events SET payload = '', attempt_log = NULL WHERE id = ?", id);
    expect(await listIds(merchant.id, `?created_to=${iso(Date.now() - 79 * DAY)}`)).toEqual([id]);
    expect(await listIds(merchant.id, "?status=delivered")).toEqual([id]);
    expect(await listIds(merchant.id, "?endpoint=merchant")).toEqual([]);
    const { status, body } = await callAs(merchant.id, "GET", `${DELIVERIES}/${id}`);
    expect(status).toBe(200);
    const unknown = { endpoint: null, url: null, payload: null, attempt_log: [] };
    expect(body.delivery).toMatchObject({ id, status: "delivered", ...unknown });
    expectFailure(
      await callAs(merchant.id, "POST", `${DELIVERIES}/${id}/redeliver`),
      409,
      "webhook_body_deleted",
      "the body of this webhook has been deleted, so it cannot be sent again",
    );
    expect(await listIds(merchant.id, "?status=delivered")).toEqual([id]);
  });
});

describe("GET /merchant/api/v1/webhook-deliveries/{deliveryID}", () => {
  it("shows where an ended delivery went, and where a pending one would go", async () => {
    captureQueues();
    muteLog();
    startReceiver();
    const { merchant, intent, url } = await seedShop();
    const [over = "", pending = ""] = await seedDeliveries(intent, 2);
    await deliver(merchant.id, [over]);
    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: `${url}/new` });

    const read = async (id: string) =>
      (await callAs(merchant.id, "GET", `${DELIVERIES}/${id}`)).body.delivery;
    expect(await read(over)).toMatchObject({ endpoint: "merchant", url });
    expect(await read(pending)).toMatchObject({ endpoint: "merchant", url: `${url}/new` });

    await callAs(merchant.id, "PUT", `${MERCHANT_API}/webhook`, { url: null });
    expect(await read(over)).toMatchObject({ endpoint: "merchant", url });
    expect(await read(pending)).toMatchObject({ endpoint: null, url: null });
    const { body } = await callAs(merchant.id, "GET", `${DELIVERIES}?endpoint=merchant`);
    expect(body.deliveries.map(({ id }: { id: string }) => id)).toEqual([over]);
    const again = await callAs(merchant.id, "POST", `${DELIVERIES}/${over}/redeliver`);
    expectFailure(again, 409, "no_webhook_target", "no endpoint is subscribed to this event");
  });

  it("shows every attempt, with the first 4 KB of the response, and the payload verbatim", async () => {
    captureQueues();
    muteLog();
    const metadataJson = '{"z":1,"a":12345678901234567890,"x":[1.0,null]}';
    const { merchant, intent, url } = await seedShop({ metadataJson });
    const [id = ""] = await seedDeliveries(intent, 1);
    moveClock(0);
    const receiver = startReceiver(async () => {
      moveClock(250);
      return new Response("é".repeat(5_000), { status: 503 });
    });
    const firstAt = Date.now();
    await deliver(merchant.id, [id]);
    moveClock(10_000);
    receiver.response = () => Promise.reject(new DOMException("timed out", "TimeoutError"));
    const secondAt = Date.now();
    await deliver(merchant.id, [id]);

    const { text, body } = await callAs(merchant.id, "GET", `${DELIVERIES}/${id}`);

    expect(body.delivery).toMatchObject({ id, status: "pending", attempts: 2, last_response_status: null });
    expect(body.delivery.next_attempt_at).toBe(body.delivery.attempt_log[1].next_attempt_at);
    expect(body.delivery.attempt_log).toEqual([
      {
        at: new Date(firstAt).toISOString(),
        url,
        status: 503,
        duration_ms: 250,
        error: "responded with 503",
        response: "é".repeat(2_048),
        next_attempt_at: expect.stringMatching(ISO_TIME),
      },
      {
        at: new Date(secondAt).toISOString(),
        url,
        status: null,
        duration_ms: 0,
        error: "TimeoutError: timed out",
        response: null,
        next_attempt_at: expect.stringMatching(ISO_TIME),
      },
    ]);
    const sent = receiver.requests[0]?.body ?? "";
    expect(text).toContain(`"payload":${sent}`);
    expect(sent).toContain(`"metadata":${metadataJson}`);
  });

  it("accepts an id in upper case", async () => {
    const { merchant, ids } = await seedDeliveryOfEachStatus();
    const { body } = await callAs(merchant.id, "GET", `${DELIVERIES}/${ids[0]?.toUpperCase()}`);
    expect(body.delivery.id).toBe(ids[0]);
  });
});
