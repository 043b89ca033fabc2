import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settleDue } from "../../src/embedded/ledger/settle.ts";
import { settledEvent } from "../../src/embedded/ledger/settled-event.ts";
import { signWebhook } from "../../src/webhooks/sign.ts";
import { call } from "../support/api.ts";
import {
  captureQueues,
  failDatabase,
  holdDatabase,
  LEDGER,
  moveClock,
  muteLog,
  repair,
} from "../support/faults.ts";
import {
  balanceOf,
  collect,
  db,
  drained,
  eventsOf,
  execute,
  find,
  pay,
  ring,
  rowOf,
  seedIntent,
  seedMerchant,
  seedWallet,
  stored,
  transactionsOf,
  until,
} from "../support/objects.ts";
import { consume } from "../support/queues.ts";

let queues: ReturnType<typeof captureQueues>;

beforeEach(() => {
  queues = captureQueues();
  muteLog();
  // Before the object is made: its embedded ledger keeps the Date.now it finds then.
  moveClock(0);
});
afterEach(repair);

async function paid() {
  const merchant = await seedMerchant();
  const intent = await seedIntent(merchant.id);
  const wallet = await seedWallet();
  expect((await pay(intent.id, wallet)).ok).toBe(true);
  const refund = () => execute(intent.id, { type: "refund", merchantId: merchant.id, key: null });
  return { merchant, intent, wallet, refund };
}

async function pendingRefund() {
  const setting = await paid();
  expect((await setting.refund()).ok).toBe(true);
  const [, transaction] = await transactionsOf(setting.intent.id);
  return { ...setting, transactionId: transaction?.id ?? "" };
}

/** The ledger's own message, as it is on the queue and over HTTP. */
async function settlementMessage(transactionId: string) {
  moveClock(3_000);
  const settled = (await settleDue(db, Date.now())).find((json) => json.transaction_id === transactionId);
  if (settled === undefined) throw new Error("the refund did not settle");
  return JSON.parse(JSON.stringify(settledEvent(settled)));
}

function report(
  intentId: string,
  result:
    | { outcome: "settled"; transactionId: string }
    | { outcome: "declined"; reason: "insufficient_funds" },
  operationKey: string | null = null,
) {
  const event = {
    kind: "refund",
    paymentIntentId: intentId,
    transactionId: "tx-1",
    operationKey,
    result,
  } as const;
  return execute(intentId, { type: "record_ledger_event", event });
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
    const { intent, transactionId } = await pendingRefund();

    expect(await find(intent.id)).toMatchObject({
      status: "completed",
      refundStatus: "pending",
      refundLedgerTxId: transactionId,
      operation: { kind: "refund", key: `refund:${intent.id}:1`, transactionId, attempts: 1 },
    });
    expect((await stored(intent.id)).alarmAt).toBeGreaterThan(Date.now());
  });

  it("happens once for twenty concurrent requests", async () => {
    const { intent, refund } = await paid();

    const results = await Promise.all(Array.from({ length: 20 }, refund));

    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(results.flatMap((result) => (result.ok ? [] : [result.error])))).toEqual(
      new Set(["already_refunded"]),
    );
    expect(await transactionsOf(intent.id)).toHaveLength(2);
  });

  it("settles through the queue ledger-events alone", async () => {
    const { intent, wallet, transactionId } = await pendingRefund();

    const outcome = await consume("ledger-events", [await settlementMessage(transactionId)]);

    expect(outcome).toMatchObject({ acked: [0], retried: [] });
    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles through the signed POST /internal/ledger-events alone", async () => {
    const { intent, wallet, transactionId } = await pendingRefund();
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
    const { intent, wallet, transactionId } = await pendingRefund();
    moveClock(3_000);

    expect(await ring(intent.id)).toBe(true);

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles through the embedded ledger's own two queues", async () => {
    const { intent, wallet, transactionId } = await pendingRefund();
    const [due] = queues.ledgerSettlements;
    expect(due).toEqual({ body: { transactionId }, delaySeconds: 2 });

    expect(await consume("ledger-settlements", [due?.body])).toMatchObject({ retried: [0] });
    moveClock(3_000);
    expect(await consume("ledger-settlements", [due?.body])).toMatchObject({ acked: [0] });
    await consume("ledger-events", [JSON.parse(JSON.stringify(queues.ledgerEvents[0]?.body))]);

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("settles once, however often it is reported", async () => {
    const { intent, wallet, transactionId } = await pendingRefund();
    const message = await settlementMessage(transactionId);

    await consume("ledger-events", [message, message, message]);
    await ring(intent.id);

    await expectRefunded(intent.id, wallet, transactionId);
  });

  it("treats a settlement that arrives before the acceptance as both", async () => {
    const { intent, refund } = await paid();
    const held = holdDatabase(LEDGER);
    const refunding = refund();
    await until(() => held.waiting === 1);
    await report(intent.id, { outcome: "settled", transactionId: "tx-1" });
    held.release();

    expect(await refunding).toMatchObject({ ok: true, value: { refundStatus: "completed" } });
    expect((await eventsOf(intent.id)).map(({ type }) => type)).toEqual(EVENTS_WHEN_SETTLED);
  });

  it("is pending while the ledger's result is unknown, then is resumed under its key", async () => {
    const { intent, refund, wallet } = await paid();
    failDatabase(LEDGER);
    const key = `refund:${intent.id}:1`;
    expect(await refund()).toMatchObject({
      ok: true,
      value: { refundStatus: "pending", refundLedgerTxId: key },
    });
    expect(await refund()).toEqual({ ok: false, error: "already_refunded" });
    vi.restoreAllMocks();
    queues = captureQueues();

    await ring(intent.id);
    const [, transaction] = await transactionsOf(intent.id);
    expect(transaction?.idempotency_key).toBe(key);
    moveClock(3_000);
    await ring(intent.id);

    await expectRefunded(intent.id, wallet, transaction?.id ?? "");
  });
});

describe("a refund that the ledger refuses", () => {
  async function withEmptyMerchant() {
    const setting = await paid();
    const setBalance = (minor: number) =>
      env.DB.prepare("UPDATE ledger_balances SET balance_minor = ? WHERE account_id = ?")
        .bind(minor, setting.merchant.id)
        .run();
    await setBalance(0);
    return { ...setting, refill: () => setBalance(1250) };
  }

  it("is refused, reported with its reason, and can be requested again", async () => {
    const { intent, refund } = await withEmptyMerchant();

    expect(await refund()).toEqual({ ok: false, error: "insufficient_merchant_funds" });

    expect(await rowOf(intent.id)).toMatchObject({
      refund_status: null,
      refund_ledger_tx_id: null,
      refund_declines: 1,
    });
    const event = (await eventsOf(intent.id)).at(-1);
    expect(event).toMatchObject({ type: "refund.failed", sequence: 3 });
    expect(JSON.parse(event?.payload ?? "").data).toMatchObject({
      reason: "insufficient_funds",
      sequence: 3,
    });
  });

  it("can be requested again under the next key, even after the object's storage was deleted", async () => {
    const { intent, refund, refill, wallet } = await withEmptyMerchant();
    await refund();
    await collect(intent.id);
    await refill();

    expect(await refund()).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    moveClock(3_000);
    await ring(intent.id);

    expect((await transactionsOf(intent.id)).map((row) => row.idempotency_key)).toEqual([
      `payment:${intent.id}:1`,
      `refund:${intent.id}:1`,
      `refund:${intent.id}:2`,
    ]);
    expect(await balanceOf(wallet)).toBe(100_00);
    expect((await eventsOf(intent.id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment.completed", 1],
      ["refund.pending", 2],
      ["refund.failed", 3],
      ["refund.pending", 4],
      ["refund.completed", 5],
    ]);
  });

  it("can be requested again when the refusal comes long after the acceptance", async () => {
    const { intent } = await pendingRefund();
    const { document } = await stored(intent.id);
    const transactionId = document?.intent.operation?.transactionId ?? "";

    const event = { kind: "refund", paymentIntentId: intent.id, transactionId, operationKey: null } as const;
    const result = { outcome: "declined", reason: "insufficient_funds" } as const;
    await execute(intent.id, { type: "record_ledger_event", event: { ...event, result } });

    expect(await find(intent.id)).toMatchObject({ refundStatus: null, operation: null });
    expect((await eventsOf(intent.id)).at(-1)?.type).toBe("refund.failed");
  });

  it("is reported as refused even when the ledger's event arrived before its response was lost", async () => {
    const { intent, refund } = await paid();
    const held = holdDatabase(LEDGER);
    const refunding = refund();
    await until(() => held.waiting === 1);
    const key = `refund:${intent.id}:1`;
    await report(intent.id, { outcome: "declined", reason: "insufficient_funds" }, key);
    held.release(new Error("D1_ERROR: Network connection lost."));

    expect(await refunding).toEqual({ ok: false, error: "insufficient_merchant_funds" });
  });
});
