import { describe, expect, it, vi } from "vitest";
import { moveClock } from "../support/clock.ts";
import { failDatabase, LEDGER, muteLog, useMutedLog } from "../support/faults.ts";
import { transactionsOf } from "../support/intent-rows.ts";
import { confirm, makeIntent } from "../support/intents.ts";
import { find, fireAlarm, pay, stored } from "../support/objects.ts";
import { makeMerchant, makeWallet } from "../support/parties.ts";
import { captureQueues, useQueues } from "../support/queues.ts";
import { seedPayable } from "../support/seeds.ts";

useQueues();
useMutedLog();

function ledgerIsBack() {
  vi.restoreAllMocks();
  captureQueues();
  muteLog();
}

describe("a payment whose ledger result is unknown", () => {
  it("returns 202: the payment is being processed", async () => {
    const merchant = await makeMerchant();
    const wallet = await makeWallet();
    const intent = await makeIntent(merchant);
    failDatabase(LEDGER);

    const response = await confirm(wallet, intent.id);

    expect(response).toMatchObject({
      status: 202,
      body: { success: true, code: "payment_processing", payment_intent: { status: "pending" } },
    });
  });

  it("stays in flight under its key, with an alarm", async () => {
    const { intent, wallet } = await seedPayable();
    failDatabase(LEDGER);

    const result = await pay(intent.id, wallet);

    const operation = { kind: "payment", key: `payment:${intent.id}:1`, walletId: wallet, attempts: 1 };
    expect(result).toMatchObject({ ok: true, value: { status: "pending", operation } });
    expect((await stored(intent.id)).alarmAt).toBeLessThanOrEqual(Date.now() + 10_000);
  });

  it("is retried by the alarm under the same key, with backoff, until the result is known", async () => {
    const { intent, wallet } = await seedPayable();
    failDatabase(LEDGER);
    await pay(intent.id, wallet);

    const delays: number[] = [];
    for (let attempt = 2; attempt <= 8; attempt++) {
      moveClock(10 * 60_000);
      expect(await fireAlarm(intent.id)).toBe(true);
      const { document, alarmAt } = await stored(intent.id);
      expect(document?.intent.operation).toMatchObject({ key: `payment:${intent.id}:1`, attempts: attempt });
      delays.push((alarmAt ?? 0) - Date.now());
    }
    expect(delays).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);

    ledgerIsBack();
    await fireAlarm(intent.id);
    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect(await transactionsOf(intent.id)).toHaveLength(1);
  });

  it("is resumed by the same wallet's next confirm", async () => {
    const { intent, wallet } = await seedPayable();
    failDatabase(LEDGER);
    await pay(intent.id, wallet);
    ledgerIsBack();

    expect(await pay(intent.id, wallet)).toMatchObject({ ok: true, value: { status: "completed" } });
    expect(await transactionsOf(intent.id)).toHaveLength(1);
  });
});

describe("a declined payment", () => {});

describe("a crash between storing the operation and calling the ledger", () => {});
