import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import { call, UUID } from "../../support/api.ts";
import { readWalletEvents, setUpApproval } from "../../support/approvals.ts";
import { moveClock, setClock } from "../../support/clock.ts";
import { failDatabase, muteLog, PROJECTION, repair } from "../../support/faults.ts";
import { readPublicIntent } from "../../support/intent-reads.ts";
import { makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { fireAlarm, objectOf, published, until } from "../../support/objects.ts";
import { makeMerchant, makeWallet, renewWallet } from "../../support/parties.ts";
import { captureQueue, captureQueues, consume, runSweep } from "../../support/queues.ts";
import { rowsOf } from "../../support/rows.ts";
import { setLedgerBalance } from "../../support/settlement.ts";

async function setUpApprovalWhileQueueFails() {
  const log = muteLog();
  const send = vi.spyOn(env.WALLET_EVENTS, "send").mockRejectedValue(new Error("Too Many Requests"));
  const made = await setUpApproval();
  await until(() => log.some((line) => line.includes("queue_send_failed")));
  send.mockRestore();
  return { ...made, sent: captureQueue(env.WALLET_EVENTS) };
}

/** What was sent about one intent; the sweep also finds the events of other tests. */
function sentAbout(intent: { id: string }, sent: { body: WalletEventMessage }[]) {
  return sent.map(({ body }) => JSON.parse(body.cloudEvent)).filter(({ subject }) => subject === intent.id);
}

describe("payment.approval_requested", () => {
  it("reaches the customer's wallet over the message bus as a CloudEvent", async () => {
    const { wallet, intent } = await setUpApproval();
    await until(async () => (await readWalletEvents(wallet)).length > 0);
    const { is_payable, is_processing, logo_url, qr_code_url, qr_data, ...shown } = (
      await readPublicIntent(intent.id)
    ).body.payment_intent;
    expect([is_payable, is_processing, logo_url]).toEqual([true, false, null]);
    expect(await readWalletEvents(wallet)).toEqual([
      {
        specversion: "1.0",
        id: expect.stringMatching(UUID),
        source: "http://payments.test",
        type: "payment.approval_requested",
        subject: intent.id,
        time: intent.created_at,
        datacontenttype: "application/json",
        data: {
          wallet_id: wallet.id,
          payment_intent: shown,
        },
      },
    ]);
  });

  it("is retried when the wallet's inbox fails, without retrying the batch's other messages", async () => {
    const sent = captureQueue(env.WALLET_EVENTS);
    const { wallet } = await setUpApproval();
    await until(() => sent.length > 0);
    muteLog();
    failDatabase(/insert into "wallet_events"/i);
    expect(await consume("wallet-events", [sent[0]?.body])).toMatchObject({ acked: [], retried: [0] });
    repair();
    await consume("wallet-events", [sent[0]?.body]);
    expect(await readWalletEvents(wallet)).toHaveLength(1);
  });

  it("is sent once by the sweep a minute after the queue failed", async () => {
    const { wallet, intent, sent } = await setUpApprovalWhileQueueFails();
    const createdAt = Date.parse(intent.created_at);
    setClock(createdAt + 59_999);
    await runSweep();
    expect(sentAbout(intent, sent)).toEqual([]);
    setClock(createdAt + 60_000);
    await runSweep();
    expect(sentAbout(intent, sent)).toMatchObject([{ type: "payment.approval_requested" }]);
    moveClock(120_000);
    await runSweep();
    expect(sentAbout(intent, sent)).toHaveLength(1);
    await consume(
      "wallet-events",
      sent.map(({ body }) => body),
    );
    const events = await readWalletEvents(await renewWallet(wallet));
    expect(events).toMatchObject([
      { subject: intent.id, time: intent.created_at, data: { wallet_id: wallet.id } },
    ]);
  });

  it("is not sent again by the sweep once it was queued", async () => {
    const sent = captureQueue(env.WALLET_EVENTS);
    const { intent } = await setUpApproval();
    const isNoted = () =>
      rowsOf(intent.id).value("SELECT bus_due_at AS due FROM events WHERE intent_id = ?", intent.id);
    await until(async () => (await isNoted()) === null);
    moveClock(120_000);
    await runSweep();
    expect(sentAbout(intent, sent)).toHaveLength(1);
  });

  it("keeps its id when the record that it was sent is lost, so that the wallet shows it once", async () => {
    const sent = captureQueue(env.WALLET_EVENTS);
    const log = muteLog();
    failDatabase(/update "events" set "bus_due_at"/i);
    const { wallet, intent } = await setUpApproval();
    await until(() => log.some((line) => line.includes("queue_send_failed")));
    vi.restoreAllMocks();
    const again = captureQueue(env.WALLET_EVENTS);
    moveClock(61_000);
    await runSweep();
    await consume(
      "wallet-events",
      [...sent, ...again].map(({ body }) => body),
    );
    expect([sent, again].map((messages) => sentAbout(intent, messages).length)).toEqual([1, 1]);
    expect(await readWalletEvents(await renewWallet(wallet))).toHaveLength(1);
  });

  it("does not delay other intents' events when it cannot be sent", async () => {
    const { sent } = await setUpApprovalWhileQueueFails();
    const log = muteLog();
    const send = vi.spyOn(env.WALLET_EVENTS, "send").mockRejectedValue(new Error("Too Many Requests"));
    await setUpApproval();
    await setUpApproval();
    await until(() => log.filter((line) => line.includes("queue_send_failed")).length === 2);
    send.mockReset();
    let calls = 0;
    send.mockImplementation((async (body: WalletEventMessage) => {
      calls += 1;
      if (calls === 1) throw new Error("Too Many Requests");
      sent.push({ body, delaySeconds: undefined });
    }) as never);
    moveClock(61_000);
    await runSweep();
    expect(sent).toHaveLength(calls - 1);
    expect(calls).toBeGreaterThanOrEqual(3);
  });
});

describe("wallet.balance.updated", () => {
  it("reports the payment to the paying wallet", async () => {
    const wallet = await makeWallet();
    const intent = await makePaidIntent(await makeMerchant(), { wallet });
    await until(async () => (await readWalletEvents(wallet)).length > 0);
    expect(await readWalletEvents(wallet)).toEqual([
      {
        specversion: "1.0",
        id: expect.stringMatching(UUID),
        source: "http://payments.test",
        type: "wallet.balance.updated",
        subject: intent.id,
        time: intent.completed_at,
        datacontenttype: "application/json",
        data: {
          wallet_id: wallet.id,
          payment_intent_id: intent.id,
          transaction_type: "payment",
          amount: "12.50",
          currency: "USD",
        },
      },
    ]);
  });

  it("reports the refund only once the ledger has settled it", async () => {
    captureQueues();
    const sent = captureQueue(env.WALLET_EVENTS);
    const [merchant, wallet] = [await makeMerchant(), await makeWallet({ currency: "JPY", balance: 2000 })];
    const { id } = await makePaidIntent(merchant, { wallet, fields: { amount: 1500, currency: "JPY" } });
    await published(id);
    await refund(merchant, id);
    await published(id);
    expect(sent).toHaveLength(1);
    moveClock(3_000);
    await fireAlarm(id);
    await published(id);
    expect(sent.map(({ body }) => JSON.parse(body.cloudEvent).data)).toEqual(
      ["payment", "refund"].map((type) => ({
        wallet_id: wallet.id,
        payment_intent_id: id,
        transaction_type: type,
        amount: "1500",
        currency: "JPY",
      })),
    );
    expect(sent.map(({ body }) => body.walletId)).toEqual([wallet.id, wallet.id]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(2);
  });

  it("is sent by the sweep when the queue has refused it and the object's alarm is lost", async () => {
    captureQueues();
    const log = muteLog();
    const failing = vi
      .spyOn(env.WALLET_EVENTS, "sendBatch")
      .mockRejectedValue(new Error("Too Many Requests"));
    const wallet = await makeWallet();
    const intent = await makePaidIntent(await makeMerchant(), { wallet });
    const isDue = () =>
      rowsOf(intent.id).value("SELECT bus_due_at FROM events WHERE intent_id = ?", intent.id);
    await until(async () => (await isDue()) !== null);
    expect(log.join()).toContain("queue_send_failed");
    failing.mockRestore();
    await runInDurableObject(objectOf(intent.id), (_, { storage }) => storage.deleteAlarm());
    const sent = captureQueue(env.WALLET_EVENTS);
    for (let minutes = 0; minutes < 3; minutes++) {
      moveClock(60_000);
      await runSweep();
    }
    expect(sentAbout(intent, sent)).toMatchObject([
      {
        type: "wallet.balance.updated",
        time: intent.completed_at,
        data: { wallet_id: wallet.id, transaction_type: "payment" },
      },
    ]);
    expect(await isDue()).toBeNull();
  });

  it("is left to the sweep by each alarm that the queue refuses, also after one that D1 has failed", async () => {
    captureQueues();
    muteLog();
    vi.spyOn(env.WALLET_EVENTS, "sendBatch").mockRejectedValue(new Error("Too Many Requests"));
    const intent = await makeIntent(await makeMerchant());
    const repairDatabase = failDatabase(PROJECTION);
    const { token } = await makeWallet();
    const confirm = `/wallet/api/v1/payment-intents/${intent.id}/confirm`;
    expect((await call("POST", confirm, { token })).status).toBe(200);
    await fireAlarm(intent.id);
    repairDatabase();
    await fireAlarm(intent.id);
    const due = "SELECT bus_due_at FROM events WHERE intent_id = ?";
    await until(async () => typeof (await rowsOf(intent.id).value(due, intent.id)) === "number");
  });

  it("does not report a failed refund, a decline, a cancellation or an expiry", async () => {
    captureQueues();
    const sent = captureQueue(env.WALLET_EVENTS);
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    const paid = await makePaidIntent(merchant, { wallet });
    await published(paid.id);
    await setLedgerBalance(merchant.id, 0);
    expect((await refund(merchant, paid.id)).status).toBe(422);
    const open = await makeIntent(merchant);
    await call("POST", `/wallet/api/v1/payment-intents/${open.id}/confirm`, {
      token: (await makeWallet({ balance: 0 })).token,
    });
    await call("POST", `/merchant/api/v1/payment-intents/${open.id}/cancel`, { token: merchant.token });
    for (const { id } of [paid, open]) await published(id);
    expect(sent).toHaveLength(1);
  });
});
