// D1 and the queues have no deadline of their own: an object gives them one, so that its callers and its alarm do not
// wait for ever.

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, vi } from "vitest";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { call } from "../support/api.ts";
import { DAY, MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, muteLog, PROJECTION, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { confirm } from "../support/intents.ts";
import { evict, find, fireAlarm, pay, published, stored, until } from "../support/objects.ts";
import { INTENTS, WALLET_API } from "../support/paths.ts";
import { captureQueue, useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { seedPayable } from "../support/seeds.ts";
import { merchantToken, walletToken } from "../support/tokens.ts";

const HOOK = "https://shop.test/hook";

const queues = useQueues();
const log = useMutedLog();

useStoppedClock();
beforeEach(hurry);

/** The deadlines of D1 and the queues are over after a quarter of a second. */
function hurry(): void {
  const { setTimeout } = globalThis;
  const hurried = (run: () => void, delayMs?: number) =>
    setTimeout(run, delayMs === 5_000 || delayMs === 30_000 ? 250 : delayMs);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(hurried as typeof globalThis.setTimeout);
}

/** What is held stays held; later calls reach D1. */
function repairForLaterCalls(): void {
  vi.restoreAllMocks();
  queues.start();
  muteLog(log);
  hurry();
}

describe("a D1 that does not respond to writes", () => {
  it("does not keep a confirm from responding; what it was given is stored once it responds", async () => {
    const { merchant, intent, wallet } = await seedPayable({ webhookUrl: HOOK });
    const held = holdDatabase(PROJECTION);

    const response = await confirm({ id: wallet, token: await walletToken(wallet) }, intent.id);

    expect(response).toMatchObject({ status: 200, body: { payment_intent: { status: "completed" } } });
    expect(await rowOf(intent.id)).toMatchObject({ status: "pending" });
    expect((await stored(intent.id)).alarmAt).toBeLessThanOrEqual(Date.now() + 10_000);
    expect(log.join("\n")).toContain("no response within 5000 ms");
    held.release();
    await published(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({ status: "completed" });
    expect(queues.webhooks).toMatchObject([{ body: { merchantId: merchant.id } }]);
  });

  it("does not stop the alarm, which writes again and does not wait for the first write", async () => {
    const { intent, wallet } = await seedPayable({ webhookUrl: HOOK });
    const held = holdDatabase(PROJECTION);
    await pay(intent.id, wallet);

    expect(await fireAlarm(intent.id)).toBe(true);
    expect(held.waiting).toBe(2);
    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
    repairForLaterCalls();
    await fireAlarm(intent.id);
    await published(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ status: "completed" });
    held.release();
    await until(async () => (await eventsOf(intent.id)).length === 1);
    expect(new Set(queues.webhooks.map(({ body }) => body.eventId)).size).toBe(1);
  });
});

describe("a cold object while D1 does not respond", () => {
  it("responds to reads and payments with 503", async () => {
    const { merchant, intent, wallet } = await seedPayable();
    const token = await merchantToken(merchant.id);
    const payer = await walletToken(wallet);
    const held = holdDatabase(/from "payment_intents" where/);

    const responses = await Promise.all([
      call("GET", `${INTENTS}/${intent.id}`, { token }),
      call("GET", `/merchant/api/v1/public/payment-intents/${intent.id}`),
      call("POST", `${INTENTS}/${intent.id}/refund`, { token }),
      call("POST", `${WALLET_API}/payment-intents/${intent.id}/confirm`, { token: payer }),
    ]);

    const unavailable = { status: 503, body: { code: "payment_intent_unavailable" } };
    expect(responses).toMatchObject(Array(4).fill(unavailable));
    held.release();
    repairForLaterCalls();
    expect(await find(intent.id)).toEqual(intent);
  });
});

describe("an object about to be deleted while D1 does not respond", () => {
  it("is kept, with its alarm", async () => {
    const { intent, wallet } = await seedPayable();
    await pay(intent.id, wallet);
    await published(intent.id);
    await evict(intent.id);
    moveClock(RECOVERY_WINDOW_MS);
    holdDatabase(/./);

    expect(await fireAlarm(intent.id)).toBe(true);

    const { keys, alarmAt } = await stored(intent.id);
    expect(keys).toEqual(["document"]);
    expect(alarmAt).toBe(Date.now() + 5 * MINUTE);
  });
});

describe("a queue that does not respond", () => {
  it("is tried again by the alarm", async () => {
    const { intent, wallet } = await seedPayable({ webhookUrl: HOOK });
    vi.spyOn(env.WEBHOOKS, "sendBatch").mockReturnValue(new Promise(() => {}));
    await pay(intent.id, wallet);
    await until(() => log.join("\n").includes("queue_send_failed"));
    repairForLaterCalls();

    await fireAlarm(intent.id);
    await published(intent.id);

    expect(queues.webhooks).toHaveLength(1);
  });
});

// What operators are told when D1 or a queue fails an object.

const fail = async () => {
  throw new Error("the queue is down");
};

function linesOf(event: string) {
  return log.map((line) => JSON.parse(line)).filter((line) => line.event === event);
}

describe("a payment", () => {
  it("that neither D1 nor the queue takes", async ({ intent, wallet }) => {
    failDatabase(PROJECTION);
    captureQueue(env.LEDGER_EVENTS, [], fail);
    await pay(intent.id, wallet);
    await until(() => linesOf("queue_send_failed").length > 0);
    expect(linesOf("queue_send_failed")).toMatchObject([
      { level: "error", intent_id: intent.id, error: "Error: the queue is down" },
    ]);
  });
});

describe("an intent", () => {
  it("that D1 cannot be asked for", async ({ intent }) => {
    failDatabase(/payment_intents/);
    await expect(find(intent.id)).rejects.toMatchObject({ dependency: "payment_intent" });
    expect(linesOf("load_failed")).toMatchObject([{ level: "error", intent_id: intent.id }]);
  });

  it("of which D1 cannot say what it has, when the object is to be deleted", async ({ intent, wallet }) => {
    await pay(intent.id, wallet);
    await published(intent.id);
    await evict(intent.id);
    moveClock(DAY + MINUTE);
    failDatabase(/count\(\*\) FROM events/);
    await fireAlarm(intent.id);
    expect(linesOf("load_failed")).toMatchObject([{ level: "error", intent_id: intent.id }]);
  });
});
