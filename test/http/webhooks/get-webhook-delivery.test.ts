import { describe, expect, it } from "vitest";
import { ISO_TIME } from "../../support/api.ts";
import { moveClock } from "../../support/clock.ts";
import { callAs, DELIVERIES, deliver } from "../../support/deliveries.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { muteLog } from "../../support/faults.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { captureQueues } from "../../support/queues.ts";
import { startReceiver } from "../../support/receiver.ts";
import { seedDeliveries, seedDeliveryOfEachStatus, seedShop } from "../../support/seeded-deliveries.ts";

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
