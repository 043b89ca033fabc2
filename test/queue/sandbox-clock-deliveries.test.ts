// The sandbox's clock and webhooks that wait for their next attempt.
import { describe, expect, it } from "vitest";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { renewMerchant } from "../support/parties.ts";
import { advanceClock, makeMerchantWithInbox, seedPaid, setFaults } from "../support/playground.ts";
import { useNoJitter, useQueues } from "../support/queues.ts";
import { rowsOf } from "../support/rows.ts";

const queues = useQueues();

useNoJitter();

useStoppedClock();

describe("POST /sandbox/v1/clock", () => {
  it("brings a retry nearer, and queues it for its new time", async () => {
    const merchant = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(merchant, queues.webhooks);
    await setFaults(merchant, ["endpoint_down"]);
    for (const delay of [5, 30, 120]) {
      await attempt();
      moveClock(delay * SECOND);
    }
    const renewed = await renewMerchant(merchant);
    await attempt();
    queues.webhooks.splice(0);
    const dueAt = Date.now() + 10 * MINUTE;
    expect(await event()).toMatchObject({ next_attempt_at: dueAt });

    expect((await advanceClock(renewed, 4)).body).toEqual({ success: true, payment_intents: 0, retries: 1 });
    expect(await event()).toMatchObject({ next_attempt_at: dueAt - 4 * MINUTE });
    expect(queues.webhooks).toMatchObject([{ delaySeconds: 6 * 60 }]);
    expect((await advanceClock(renewed, 60)).body.retries).toBe(1);
    expect(await event()).toMatchObject({ next_attempt_at: Date.now() });
    expect(queues.webhooks).toMatchObject([{ delaySeconds: 360 }, { delaySeconds: 0 }]);

    await setFaults(renewed, []);
    await attempt();
    expect(await event()).toMatchObject({ delivery_status: "delivered", attempts: 5 });
  });

  it("leaves an attempt that is being made, and what another merchant waits for", async () => {
    const merchant = await makeMerchantWithInbox();
    const other = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(other, queues.webhooks);
    await setFaults(other, ["endpoint_down"]);
    await attempt();
    const before = await event();
    expect((await advanceClock(merchant, 1)).body.retries).toBe(0);
    expect(await event()).toEqual(before);

    const leasedUntil = Date.now() + MINUTE;
    await rowsOf(other.id).run("UPDATE events SET next_attempt_at = ? WHERE id = ?", leasedUntil, before?.id);
    expect((await advanceClock(other, 1)).body.retries).toBe(0);
    expect(await event()).toMatchObject({ next_attempt_at: leasedUntil });
  });

  it("brings the probe of a degraded host nearer", async () => {
    const merchant = await makeMerchantWithInbox();
    const nextProbeAt = Date.now() + 10 * MINUTE;
    await rowsOf(merchant.id).run(
      "INSERT INTO webhook_endpoints VALUES (?1, 'http://payments.test', 20, ?2, ?2, ?3)",
      merchant.id,
      Date.now(),
      nextProbeAt,
    );
    await advanceClock(merchant, 4);
    const read = () =>
      rowsOf(merchant.id).value(
        "SELECT next_probe_at FROM webhook_endpoints WHERE merchant_id = ?",
        merchant.id,
      );
    expect(await read()).toBe(nextProbeAt - 4 * MINUTE);
    await advanceClock(merchant, 100);
    expect(await read()).toBe(Date.now());
  });
});
