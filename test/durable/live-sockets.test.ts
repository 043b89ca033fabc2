// What an object tells the sockets that wait for its intent.
import { describe, expect } from "vitest";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, LEDGER, POSTING, useMutedLog } from "../support/faults.ts";
import { untilClosed, viewsOf, watch } from "../support/live.ts";
import { evict, find, fireAlarm, pay, stored, until } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { seedPayable } from "../support/seeds.ts";

useQueues();
useMutedLog();
useStoppedClock();

const statusesOf = (watcher: Parameters<typeof viewsOf>[0]) => viewsOf(watcher).map(({ status }) => status);

const stepsOf = (watcher: Parameters<typeof viewsOf>[0]) =>
  viewsOf(watcher).map(({ status, is_processing }) => [status, is_processing]);

async function ping({ socket, received }: Awaited<ReturnType<typeof watch>>): Promise<void> {
  const before = received.length;
  socket.send("ping");
  await until(() => received.length > before);
  expect(received.pop()).toBe("pong");
}

describe("whoever waits is told", () => {
  it("by an object that has hibernated", async ({ intent, wallet }) => {
    const watcher = await watch(intent.id);
    await evict(intent.id);
    await pay(intent.id, wallet);
    await untilClosed(watcher);
    expect(statusesOf(watcher)).toEqual(["pending", "completed"]);
  });

  it("by the alarm when the intent expires", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 0 });
    await pay(intent.id, wallet);
    const watcher = await watch(intent.id);
    expect((await stored(intent.id)).alarmAt).not.toBeNull();
    moveClock(30 * 60_000);
    await fireAlarm(intent.id);
    await untilClosed(watcher);
    expect(statusesOf(watcher)).toEqual(["pending", "expired"]);
    expect(watcher.closed).toEqual({ code: 1000, reason: "expired" });
  });

  it("by whoever reads the intent first after its deadline", async ({ intent }) => {
    const watcher = await watch(intent.id);
    moveClock(30 * 60_000);
    await find(intent.id);
    await untilClosed(watcher);
    expect(statusesOf(watcher)).toEqual(["pending", "expired"]);
  });

  it("that a payment is being processed when the ledger fails, and how it ends", async ({
    intent,
    wallet,
  }) => {
    const watcher = await watch(intent.id);
    const repaired = failDatabase(LEDGER);
    await pay(intent.id, wallet);
    await until(() => watcher.received.length === 2);
    await fireAlarm(intent.id);
    expect(stepsOf(await watch(intent.id))).toEqual([["pending", true]]);
    repaired();
    await evict(intent.id);
    await fireAlarm(intent.id);
    await untilClosed(watcher);
    expect(stepsOf(watcher)).toEqual([
      ["pending", false],
      ["pending", true],
      ["completed", false],
    ]);
  });

  it("when the ledger has not responded within a second, and when it then declines", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 0 });
    const watcher = await watch(intent.id);
    const ledger = holdDatabase(POSTING);
    const paying = pay(intent.id, wallet);
    await until(() => ledger.waiting > 0);
    expect(watcher.received).toHaveLength(1);
    await until(() => watcher.received.length === 2);
    ledger.release();
    expect(await paying).toMatchObject({ ok: false, error: "insufficient_funds" });
    await until(() => watcher.received.length === 3);
    expect(stepsOf(watcher)).toEqual([
      ["pending", false],
      ["pending", true],
      ["pending", false],
    ]);
    expect(viewsOf(watcher).map(({ is_payable }) => is_payable)).toEqual([true, true, true]);
  });

  it("of each payment that is declined at once, as having been under way", async () => {
    const { intent, wallet } = await seedPayable({ balanceMinor: 0 });
    const watcher = await watch(intent.id);
    expect(await pay(intent.id, wallet)).toMatchObject({ ok: false, error: "insufficient_funds" });
    await ping(watcher);
    const steps = [false, true, false].map((isUnderWay) => ["pending", isUnderWay]);
    expect(stepsOf(watcher)).toEqual(steps);
    // The ledger is not asked again so soon.
    expect(await pay(intent.id, wallet)).toMatchObject({ ok: false });
    await evict(intent.id);
    expect(await pay(intent.id, crypto.randomUUID())).toMatchObject({ ok: false });
    await ping(watcher);
    expect(stepsOf(watcher)).toEqual([...steps, ...steps.slice(1)]);
    expect(stepsOf(await watch(intent.id))).toEqual(steps.slice(0, 1));
  });
});

describe("a socket", () => {
  it("gets its pongs without the object", async ({ intent }) => {
    const watcher = await watch(intent.id);
    await evict(intent.id);
    await ping(watcher);
    expect(watcher.closed).toBeNull();
  });

  it.each(["Ping", "", "x".repeat(10_000)])("is closed when it sends anything else: %#", async (text) => {
    const { intent } = await seedPayable();
    const watcher = await watch(intent.id);
    watcher.socket.send(text);
    await untilClosed(watcher);
    expect(watcher.closed).toEqual({ code: 1008, reason: "send only ping" });
    expect(statusesOf(watcher)).toEqual(["pending"]);
  });
});
