import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { settledEvent } from "../../src/ledger/present.ts";
import { settleDue } from "../../src/ledger/settle.ts";
import { signWebhook } from "../../src/webhooks/sign.ts";
import { call } from "../support/api.ts";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { failDatabase, holdDatabase, LEDGER, POSTING, useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf, transactionsOf } from "../support/intent-rows.ts";
import { drained, find, fireAlarm, stored, until } from "../support/objects.ts";
import { consume, useQueues } from "../support/queues.ts";
import { balanceOf, db } from "../support/seeds.ts";
import { reportRefund, seedPaid, seedPendingRefund } from "../support/settlement.ts";

const queues = useQueues();

useMutedLog();
useStoppedClock();

/** The ledger's own message, the same on the queue and over HTTP. */
async function settlementMessage(transactionId: string) {
  moveClock(3_000);
  const settled = (await settleDue(db, Date.now())).find((json) => json.transaction_id === transactionId);
  if (settled === undefined) throw new Error("the refund did not settle");
  return JSON.parse(JSON.stringify(settledEvent(settled)));
}

const EVENTS_WHEN_SETTLED = ["payment.completed", "refund.pending", "refund.completed"];

async function expectRefunded(intentId: string, wallet: string, transactionId: string) {
  await drained(intentId);
  expect(await rowOf(intentId)).toMatchObject({
    status: "completed",
    refund_status: "completed",
    refund_ledger_tx_id: transactionId,
    operation: null,
  });
  expect((await eventsOf(intentId)).map(({ type }) => type)).toEqual(EVENTS_WHEN_SETTLED);
  expect(await balanceOf(wallet)).toBe(100_00);
}

describe("a refund", () => {
  it("is pending under the ledger's id once accepted", async () => {
    const { intent, transactionId } = await seedPendingRefund();

    expect(await find(intent.id)).toMatchObject({
      status: "completed",
      refundStatus: "pending",
      refundLedgerTxId: transactionId,
      operation: { kind: "refund", key: `refund:${intent.id}:1`, transactionId, attempts: 1 },
    });
    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
  });

  it("happens once for twenty concurrent requests", async () => {
    const { intent, refund } = await seedPaid();

    const results = await Promise.all(Array.from({ length: 20 }, refund));

    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(results.flatMap((result) => (result.ok ? [] : [result.error])))).toEqual(
      new Set(["already_refunded"]),
    );
    expect(await transactionsOf(intent.id)).toHaveLength(2);
  });

  it("settles through the queue ledger-events alone", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();

    const outcome = await consume("ledger-events", [await settlementMessage(transactionId)]);

    expect(outcome).toMatchObject({ acked: [0], retried: [] });
    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles through the signed POST /internal/ledger-events alone", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();
    const text = JSON.stringify(await settlementMessage(transactionId));
    const signature = await signWebhook([env.LEDGER_EVENTS_SECRET], "evt-1", Date.now(), text);
    const headers = { ...signature };

    const forged = { ...headers, "webhook-signature": `v1,${btoa("x".repeat(32))}` };
    expect((await call("POST", "/internal/ledger-events", { text, headers: forged })).status).toBe(401);
    expect(await find(intent.id)).toMatchObject({ refundStatus: "pending" });
    expect((await call("POST", "/internal/ledger-events", { text, headers })).status).toBe(200);

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles through the alarm alone, which queries the ledger", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();
    moveClock(3_000);

    expect(await fireAlarm(intent.id)).toBe(true);

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles through the embedded ledger's own two queues", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();
    const [due] = queues.ledgerSettlements;
    expect(due).toEqual({ body: { transactionId }, delaySeconds: 2 });

    expect(await consume("ledger-settlements", [due?.body])).toMatchObject({ retried: [0] });
    moveClock(3_000);
    expect(await consume("ledger-settlements", [due?.body])).toMatchObject({ acked: [0] });
    await consume("ledger-events", [JSON.parse(JSON.stringify(queues.ledgerEvents[0]?.body))]);

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles once, however often it is reported", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();
    const message = await settlementMessage(transactionId);

    await consume("ledger-events", [message, message, message]);
    await fireAlarm(intent.id);

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("treats a settlement that arrives before the acceptance as both", async () => {
    const { intent, refund } = await seedPaid();
    const held = holdDatabase(POSTING);
    const refunding = refund();
    await until(() => held.waiting === 1);
    await reportRefund(intent.id, { outcome: "settled", transactionId: "tx-1" });
    held.release();

    expect(await refunding).toMatchObject({ ok: true, value: { refundStatus: "completed" } });
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual(EVENTS_WHEN_SETTLED);
  });

  it("is pending while the ledger's result is unknown, then is resumed under its key", async () => {
    const { intent, refund, wallet } = await seedPaid();
    failDatabase(LEDGER);
    const key = `refund:${intent.id}:1`;
    expect(await refund()).toMatchObject({
      ok: true,
      value: { refundStatus: "pending", refundLedgerTxId: key },
    });
    expect(await refund()).toEqual({ ok: false, error: "already_refunded" });
    vi.restoreAllMocks();
    queues.start();

    await fireAlarm(intent.id);
    const [, transaction] = await transactionsOf(intent.id);
    expect(transaction?.idempotency_key).toBe(key);
    moveClock(3_000);
    await fireAlarm(intent.id);

    await expectRefunded(intent.id, wallet, transaction?.id ?? "");
  });
});
