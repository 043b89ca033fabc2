import { describe, expect, it } from "vitest";
import { DAY, moveClock, SECOND } from "../../support/clock.ts";
import { callAs } from "../../support/deliveries.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { failDatabase, muteLog, PROJECTION } from "../../support/faults.ts";
import { execute, fireAlarm, pay, published } from "../../support/objects.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { captureQueues, consume } from "../../support/queues.ts";
import { startReceiver } from "../../support/receiver.ts";
import { seedDeliveries, seedShop } from "../../support/seeded-deliveries.ts";
import { seedIntent, seedMerchant, seedWallet } from "../../support/seeds.ts";

const EVENTS = `${MERCHANT_API}/events`;

/** One intent was paid and refunded while D1 failed; ten seconds later D1 is back and has another, unpaid intent. */
async function setUpOutage() {
  captureQueues();
  muteLog();
  const { merchant, intent } = await seedShop();
  const other = await seedIntent(merchant.id);
  const mend = failDatabase(PROJECTION);
  await pay(intent.id, await seedWallet());
  await execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
  mend();
  moveClock(10 * SECOND);
  return { merchant, intent, other };
}

const idsOf = (body: { events: { id: string }[] }) => body.events.map(({ id }) => id);

describe("GET /merchant/api/v1/events", () => {
  it("returns 200 with the webhook's body as it was sent, preceded by its webhook-id", async () => {
    const queues = captureQueues();
    muteLog();
    const receiver = startReceiver();
    const { merchant, intent } = await seedShop({ metadataJson: '{"z":1,"a":12345678901234567890}' });
    await pay(intent.id, await seedWallet());
    await published(intent.id);
    await consume("webhooks", [queues.webhooks[0]?.body]);
    const [sent] = receiver.requests;
    moveClock(5 * SECOND);

    const { text, body } = await callAs(merchant.id, "GET", EVENTS);

    const id = sent?.headers["webhook-id"];
    expect(text).toContain(`{"id":"${id}",${sent?.body.slice(1)}`);
    expect(body).toEqual({
      success: true,
      events: [{ id, ...JSON.parse(sent?.body ?? "") }],
      next_after: id,
      has_more: false,
    });
  });

  it.each([7, 45])("pages through 45 events by %i, oldest first, without gaps or repeats", async (limit) => {
    const { merchant, intent } = await seedShop();
    const ids = await seedDeliveries(intent, 45, { createdAt: Date.now() - DAY });
    const walked: string[] = [];
    for (let after = ""; ; ) {
      const { body } = await callAs(merchant.id, "GET", `${EVENTS}?limit=${limit}${after}`);
      walked.push(...idsOf(body));
      after = `&after=${body.next_after}`;
      if (!body.has_more) break;
    }
    expect(walked).toEqual(ids);
  });

  it("returns a cursor at the end, which continues with new events", async () => {
    const { merchant, intent } = await seedShop();
    const [first] = await seedDeliveries(intent, 1, { createdAt: Date.now() - DAY });
    const end = await callAs(merchant.id, "GET", `${EVENTS}?after=${first}`);
    expect(end.body).toEqual({ success: true, events: [], next_after: first, has_more: false });
    const [second] = await seedDeliveries(intent, 1, { createdAt: Date.now() - 10 * SECOND });
    expect(idsOf((await callAs(merchant.id, "GET", `${EVENTS}?after=${end.body.next_after}`)).body)).toEqual([
      second,
    ]);
  });

  it("has no cursor before the first event", async () => {
    const { body } = await callAs((await seedMerchant()).id, "GET", EVENTS);
    expect(body).toEqual({ success: true, events: [], next_after: null, has_more: false });
  });

  it("lists unsubscribed, failed and delivered events", async () => {
    const { merchant, intent } = await seedShop();
    const ids: string[] = [];
    for (const [index, status] of (["none", "pending", "delivered", "failed"] as const).entries()) {
      ids.push(...(await seedDeliveries(intent, 1, { status, createdAt: Date.now() - DAY + index })));
    }
    expect(idsOf((await callAs(merchant.id, "GET", EVENTS)).body)).toEqual(ids);
  });

  it("goes back thirty days", async () => {
    const { merchant, intent } = await seedShop();
    moveClock(0);
    const now = Date.now();
    await seedDeliveries(intent, 1, { createdAt: now - 30 * DAY - 1, status: "failed" });
    const [kept] = await seedDeliveries(intent, 1, { createdAt: now - 30 * DAY + SECOND, status: "failed" });
    expect(idsOf((await callAs(merchant.id, "GET", EVENTS)).body)).toEqual([kept]);
  });

  it("holds back the last five seconds", async () => {
    const { merchant, intent } = await seedShop();
    moveClock(0);
    const [id] = await seedDeliveries(intent, 1, { createdAt: Date.now() });
    moveClock(5 * SECOND - 1);
    expect(idsOf((await callAs(merchant.id, "GET", EVENTS)).body)).toEqual([]);
    moveClock(2);
    expect(idsOf((await callAs(merchant.id, "GET", EVENTS)).body)).toEqual([id]);
  });

  it("lists events that reached D1 late by arrival, so that no cursor misses them", async () => {
    const { merchant, intent, other } = await setUpOutage();
    await pay(other.id, await seedWallet());
    await published(other.id);
    moveClock(6 * SECOND);
    const seen = (await callAs(merchant.id, "GET", EVENTS)).body;
    expect(seen.events).toHaveLength(1);
    await fireAlarm(intent.id);
    await published(intent.id);
    moveClock(6 * SECOND);

    const { events: late } = (await callAs(merchant.id, "GET", `${EVENTS}?after=${seen.next_after}`)).body;

    const types = ["payment.completed", "refund.pending", "refund.completed"];
    expect(late.map(({ type }: { type: string }) => type)).toEqual(types);
    for (const [index, { id }] of late.entries()) {
      const { body } = await callAs(merchant.id, "GET", `${EVENTS}?after=${id}`);
      expect(body.events).toEqual(late.slice(index + 1));
    }
  });

  it.each([
    ["after=x", "after"],
    ["after=", "after"],
  ])("refuses %s", async (query, field) => {
    expectInvalid(await callAs((await seedMerchant()).id, "GET", `${EVENTS}?${query}`), field);
  });
});
