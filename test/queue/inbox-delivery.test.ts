// Webhooks to the sandbox's own inbox: signed, retried and recorded like any other, and seen by their merchant alone.

import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { adminToken, call, UUID } from "../support/api.ts";
import { DAY, moveClock, SECOND, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { makeMerchant, renewMerchant } from "../support/parties.ts";
import { MERCHANT_API } from "../support/paths.ts";
import { INBOX_URL, makeMerchantWithInbox, readInbox, seedPaid, setFaults } from "../support/playground.ts";
import { useNoJitter, useQueues } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";

const queues = useQueues();
useMutedLog();
useNoJitter();
useStoppedClock();

describe("a webhook to the inbox", () => {
  it("is signed, and kept with its headers and raw body; nothing leaves the service", async () => {
    const network = startReceiver();
    const merchant = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(merchant, queues.webhooks);

    await attempt();

    expect(await event()).toMatchObject({ delivery_status: "delivered", attempts: 1 });
    expect(network.requests).toEqual([]);
    const [message] = await readInbox(merchant);
    const stored = await event();
    expect(message).toEqual({
      id: expect.stringMatching(UUID),
      received_at: new Date().toISOString(),
      headers: {
        "content-type": "application/json",
        "user-agent": "merchant-payments/1.0",
        "webhook-id": stored?.id,
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
        "webhook-signature": expect.stringMatching(/^v1,/),
      },
      body: stored?.payload,
      response_status: 200,
    });
    expect(new Webhook(merchant.webhookSecret).verify(message.body, message.headers)).toBeTruthy();
  });

  it("is sent again after the endpoint was down, under the same id", async () => {
    const merchant = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(merchant, queues.webhooks);
    await setFaults(merchant, ["endpoint_down"]);
    const dueAt = Date.now() + 5 * SECOND;

    await attempt();
    expect(await event()).toMatchObject({
      delivery_status: "pending",
      next_attempt_at: dueAt,
      last_response_status: 500,
    });

    await setFaults(merchant, []);
    moveClock(5 * SECOND);
    await attempt();
    expect(await event()).toMatchObject({ delivery_status: "delivered", attempts: 2 });
    const messages = await readInbox(merchant);
    expect(messages.map((message: { response_status: number }) => message.response_status)).toEqual([
      200, 500,
    ]);
    expect(
      new Set(messages.map(({ headers }: { headers: Record<string, string> }) => headers["webhook-id"])).size,
    ).toBe(1);
  });

  it("is not sent again when the endpoint is gone", async () => {
    const merchant = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(merchant, queues.webhooks);
    await setFaults(merchant, ["endpoint_gone"]);
    await attempt();
    expect(await event()).toMatchObject({ delivery_status: "failed", last_response_status: 410 });
  });

  it("runs into the time-out when the endpoint is slow, and is sent again", async () => {
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() =>
      AbortSignal.abort(new DOMException("late", "TimeoutError")),
    );
    const merchant = await makeMerchantWithInbox();
    const { attempt, event } = await seedPaid(merchant, queues.webhooks);
    await setFaults(merchant, ["endpoint_slow"]);
    await attempt();
    expect(await event()).toMatchObject({
      delivery_status: "pending",
      last_response_status: null,
      last_error: "TimeoutError: late",
    });
    expect(await readInbox(merchant)).toMatchObject([{ response_status: null }]);
  });

  it("is a ping as well, and a counter's", async () => {
    const merchant = await makeMerchantWithInbox();
    const { token } = merchant;
    const json = { name: "Till 2", webhook_url: INBOX_URL };
    const { body } = await call("POST", `${MERCHANT_API}/counters`, { token, json });
    const tests = ["/webhook/test", `/counters/${body.counter.id}/test-webhook`];
    for (const path of tests) {
      const { body: tested } = await call("POST", MERCHANT_API + path, { token });
      expect(tested.test).toMatchObject({ url: INBOX_URL, delivered: true, status: 200 });
    }
    expect(await readInbox(merchant)).toHaveLength(2);
  });
});

describe("the inbox", () => {
  it("lists what came after a message", async () => {
    const merchant = await makeMerchantWithInbox();
    await (await seedPaid(merchant, queues.webhooks)).attempt();
    const [first] = await readInbox(merchant);
    expect(await readInbox(merchant, `?after=${first.id}`)).toEqual([]);
    moveClock(1);
    await (await seedPaid(merchant, queues.webhooks)).attempt();
    const [second] = await readInbox(merchant);
    expect(await readInbox(merchant, `?after=${first.id}`)).toEqual([second]);
  });

  it("refuses an after that is no id", async () => {
    const { token } = await makeMerchant();
    const { status, body } = await call("GET", "/sandbox/v1/inbox?after=yesterday", { token });
    expect({ status, details: body.details }).toEqual({
      status: 400,
      details: [{ field: "after", message: "must be a message's id" }],
    });
  });

  it("keeps a hundred messages", async () => {
    const merchant = await makeMerchantWithInbox();
    await rowsOf(merchant.id).run(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 120)
       INSERT INTO sandbox_inbox
       SELECT ?1, printf('00000000-0000-7000-8000-%012d', n), ?2, '{}', 'old', 200 FROM numbers`,
      merchant.id,
      Date.now(),
    );
    await (await seedPaid(merchant, queues.webhooks)).attempt();
    const results = await rowsOf(merchant.id).all<{ id: string; body: string }>(
      "SELECT id, body FROM sandbox_inbox WHERE merchant_id = ? ORDER BY id",
      merchant.id,
    );
    expect(results).toHaveLength(100);
    expect(results[0]?.id).toBe("00000000-0000-7000-8000-000000000022");
    expect(results.at(-1)?.body).not.toBe("old");
  });

  it("keeps them for a day, and then deletes anyone's", async () => {
    const merchant = await makeMerchantWithInbox();
    await (await seedPaid(merchant, queues.webhooks)).attempt();
    moveClock(DAY + 1);
    expect(await readInbox(await renewMerchant(merchant))).toEqual([]);
    const { token } = await renewMerchant(merchant);
    await call("POST", `${MERCHANT_API}/webhook/test`, { token });
    const count = await rowsOf(merchant.id).value(
      "SELECT count(*) AS count FROM sandbox_inbox WHERE merchant_id = ?",
      merchant.id,
    );
    expect(count).toBe(1);
  });

  it("receives nothing over the network", async () => {
    const response = await call("POST", "/sandbox/v1/inbox", { token: await adminToken(), json: {} });
    expect(response.status).toBe(405);
  });
});
