// How much a merchant can have sent again in a minute.

import { describe, expect, it } from "vitest";
import { listPositions } from "#core/db/operations/sweep-positions.ts";
import { DAY, MINUTE, moveClock, SECOND, useStoppedClock } from "../../support/clock.ts";
import { callAs, DELIVERIES, deliveryRows } from "../../support/deliveries.ts";
import { expectFailure } from "../../support/error-responses.ts";
import { failDatabase, useMutedLog } from "../../support/faults.ts";
import { MERCHANT_API } from "../../support/paths.ts";
import { runSweep, takeMessages, useQueues } from "../../support/queues.ts";
import { bearer, expectLimited, limiterOf, startService, statusesOf } from "../../support/rate-limits.ts";
import { startReceiver } from "../../support/receiver.ts";
import { seedDeliveries, seedShop } from "../../support/seeded-deliveries.ts";
import { db, seedCounter } from "../../support/seeds.ts";
import { merchantToken } from "../../support/tokens.ts";

const RECOVER = `${DELIVERIES}/recover`;

const queues = useQueues();

useMutedLog();
useStoppedClock();

/** A shop with so many failed deliveries, a millisecond apart. */
async function seedFailed(count: number) {
  const { merchant, intent } = await seedShop();
  const start = Date.now() - 5 * DAY;
  const failed = { createdAt: start, status: "failed", attempts: 12, nextAttemptAt: null } as const;
  const ids = await seedDeliveries(intent, count, failed);
  const recover = (from: number, to: number) =>
    callAs(merchant.id, "POST", RECOVER, {
      since: new Date(start + from).toISOString(),
      until: new Date(start + to).toISOString(),
    });
  const sent = () => takeMessages(queues.webhooks, merchant.id).map(({ eventId }) => eventId);
  return { merchant, ids, recover, sent };
}

const expectRefused = (response: Awaited<ReturnType<typeof callAs>>) => {
  expectFailure(
    response,
    429,
    "recovery_in_progress",
    "failed webhooks of this merchant were sent again less than a minute ago, or still are",
  );
  expect(response.headers.get("Retry-After")).toBe("60");
};

describe("POST /merchant/api/v1/webhook-deliveries/recover", () => {
  it("sends again 1000 at once, as many as it returns, and the rest with the sweep, before any second period", async () => {
    const { merchant, ids, recover } = await seedFailed(1_705);
    // What is overdue meanwhile is queued a second time.
    const sent = () => [...new Set(queues.webhooks.map((message) => message.body.eventId))].sort();
    expect((await recover(0, 1_700)).body).toEqual({ success: true, recovered: 1_000 });
    expect(sent()).toEqual(ids.slice(0, 1_000));
    for (const count of [1_500, 1_700]) {
      moveClock(MINUTE);
      expectRefused(await recover(1_700, 1_705));
      await runSweep();
      expectRefused(await recover(1_700, 1_705));
      expect(sent()).toEqual(ids.slice(0, count));
    }
    const left = (await deliveryRows(merchant.id)).filter((row) => row.delivery_status === "failed");
    expect(left.map(({ id }) => id)).toEqual(ids.slice(1_700));
    moveClock(MINUTE);
    await runSweep();
    expect(await listPositions(db, "failed_deliveries", 1)).toEqual([]);

    expect((await recover(1_700, 1_705)).body.recovered).toBe(5);
  });

  it("sends again no second period within a minute, however small the first was", async () => {
    const { ids, recover, sent } = await seedFailed(20);
    expect((await recover(0, 5)).body).toEqual({ success: true, recovered: 5 });

    for (let minute = 0; minute < 54; minute++) {
      moveClock(SECOND);
      expectRefused(await recover(5, 20));
    }
    await runSweep();
    expectRefused(await recover(5, 20));
    expect(sent()).toEqual(ids.slice(0, 5));
    moveClock(SECOND);

    expect((await recover(5, 20)).body).toEqual({ success: true, recovered: 15 });
    expect(sent()).toEqual(ids.slice(5));
  });

  it("can be repeated at once with another period when there was nothing to send", async () => {
    const { recover } = await seedFailed(3);
    expect((await recover(3, 4)).body).toEqual({ success: true, recovered: 0 });
    expect((await recover(0, 3)).body).toEqual({ success: true, recovered: 3 });
  });

  it("continues with the sweep when its request was broken off", async () => {
    const { ids, recover, sent } = await seedFailed(3);
    const repairDatabase = failDatabase(/update "events"/i);
    expect((await recover(0, 3)).status).toBe(500);
    repairDatabase();
    moveClock(MINUTE);

    await runSweep();

    expect(sent()).toEqual(ids);
  });
});

describe("a merchant", () => {
  it("has 60 webhooks a minute sent by redelivering and testing, whoever asks", async () => {
    const { merchant, ids } = await seedFailed(1);
    const counter = await seedCounter(merchant.id, { webhookUrl: "https://till.test/hook" });
    const limiter = limiterOf(60);
    const send = startService({ LIMIT_WEBHOOKS: limiter });
    startReceiver();
    const token = await merchantToken(merchant.id);
    const post = (path: string) => send(path, { method: "POST", headers: bearer({ token }) });
    const redeliver = () => post(`${DELIVERIES}/${ids[0]}/redeliver`);

    expect(await statusesOf(58, redeliver)).toEqual(Array(58).fill(200));
    expect((await post(`${MERCHANT_API}/webhook/test`)).status).toBe(200);
    expect((await post(`${MERCHANT_API}/counters/${counter.id}/test-webhook`)).status).toBe(200);

    await expectLimited(await redeliver());
    await expectLimited(await post(`${MERCHANT_API}/webhook/test`));
    await expectLimited(await post(`${MERCHANT_API}/counters/${counter.id}/test-webhook`));
    expect([...limiter.counts.keys()]).toEqual([merchant.id]);
    expect((await send(DELIVERIES, { headers: bearer({ token }) })).status).toBe(200);
  });
});
