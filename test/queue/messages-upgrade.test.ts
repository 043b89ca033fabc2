// Messages outlive a deploy: queues keep them for days. Each body here is one that an earlier release has sent.

import { describe, expect, it } from "vitest";
import { moveClock, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf } from "../support/intent-rows.ts";
import { drained, find, pay } from "../support/objects.ts";
import { consume, useQueues } from "../support/queues.ts";
import { startReceiver } from "../support/receiver.ts";
import { rowsOf } from "../support/rows.ts";
import { seedIntent, seedMerchant, seedWallet } from "../support/seeds.ts";
import { seedPendingRefund } from "../support/settlement.ts";

const URL = "https://shop.test/hook";
const DONE = { acked: [0], retried: [] };

const queues = useQueues();
useMutedLog();
useStoppedClock();

describe("a delivery message of an earlier release", () => {
  it.each([
    ["of the first releases", {}],
    ["with the time at which it was due", { dueAt: 1 }],
    ["with the address that it probes", { probeOf: URL }],
    ["with the address that it probes, and attempts", { probe: { url: URL, attempts: 0 } }],
    ["with the host that it probes", { probe: { origin: "https://shop.test", attempts: 0 } }],
    ["with the time of the first attempt", { firstDueAt: 1 }],
    ["with a field of a later release", { priority: 9 }],
  ])("is delivered once: %s", async (_, more) => {
    const receiver = startReceiver(() => new Response("ok"));
    const merchant = await seedMerchant({ webhookUrl: URL });
    const intent = await seedIntent(merchant.id);
    await pay(intent.id, await seedWallet());
    await drained(intent.id);
    const [event] = await eventsOf(intent.id);
    const body = { merchantId: merchant.id, eventId: event?.id, ...more };

    expect(await consume("webhooks", [body])).toMatchObject(DONE);
    expect(await consume("webhook-retries", [body])).toMatchObject(DONE);
    expect(await consume("webhooks-dead", [body])).toMatchObject(DONE);

    expect(receiver.requests).toHaveLength(1);
    expect(await eventsOf(intent.id)).toMatchObject([{ delivery_status: "delivered", attempts: 1 }]);
  });
});

describe("a ledger message of an earlier release", () => {
  it("settles and reports the refund", async () => {
    const { intent, transactionId } = await seedPendingRefund();
    moveClock(60_000);

    expect(await consume("ledger-settlements", [{ transactionId }])).toMatchObject(DONE);
    const [reported] = queues.ledgerEvents.splice(0);
    expect(await consume("ledger-events", [reported?.body])).toMatchObject(DONE);

    expect(await find(intent.id)).toMatchObject({ refundStatus: "completed" });
  });

  it.each([
    ["without the operation's key", (intentId: string) => ({ payment_intent_id: intentId })],
    [
      "with it",
      (intentId: string) => ({ payment_intent_id: intentId, operation_key: `refund:${intentId}:1` }),
    ],
  ])("reports a settlement %s", async (_, metadataOf) => {
    const { intent, merchant, wallet, transactionId } = await seedPendingRefund();
    const data = {
      transaction_id: transactionId,
      transaction_type: "refund",
      status: "completed",
      amount: "12.50",
      currency: "USD",
      from_account_id: merchant.id,
      to_account_id: wallet,
      description: "",
      metadata: metadataOf(intent.id),
      created_at: "2025-11-22T08:00:00.000Z",
      completed_at: "2025-11-22T08:00:02.000Z",
    };

    const body = { type: "transaction.settled", data };
    expect(await consume("ledger-events", [body])).toMatchObject(DONE);

    expect(await find(intent.id)).toMatchObject({ refundStatus: "completed" });
  });
});

describe("a wallet event of an earlier release", () => {
  it("reaches the wallet's inbox", async () => {
    const walletId = crypto.randomUUID();
    const id = crypto.randomUUID();
    const cloudEvent = JSON.stringify({ specversion: "1.0", id, type: "wallet.balance.updated" });

    expect(await consume("wallet-events", [{ id, walletId, cloudEvent }])).toMatchObject(DONE);

    const inbox = "SELECT cloud_event FROM wallet_events WHERE wallet_id = ?";
    expect(await rowsOf(walletId).value(inbox, walletId)).toBe(cloudEvent);
  });
});
