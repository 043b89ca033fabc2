import { describe, expect, it } from "vitest";
import { settledEvent } from "../../src/ledger/present.ts";
import { settleDue } from "../../src/ledger/settle.ts";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { drained, find, fireAlarm, stored } from "../support/objects.ts";
import { consume, useQueues } from "../support/queues.ts";
import { balanceOf, db } from "../support/seeds.ts";
import { seedPendingRefund } from "../support/settlement.ts";

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

  it("settles through the queue ledger-events alone", async () => {
    const { intent, wallet, transactionId } = await seedPendingRefund();

    const outcome = await consume("ledger-events", [await settlementMessage(transactionId)]);

    expect(outcome).toMatchObject({ acked: [0], retried: [] });
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
});
