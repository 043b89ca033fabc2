// Refunds and top-ups that come in while the wallet is closed.
import { env } from "cloudflare:workers";
import { describe, expect } from "vitest";
import { ISO_TIME } from "../../../support/api.ts";
import { readWalletEvents } from "../../../support/approvals.ts";
import { DAY, moveClock, useStoppedClock } from "../../../support/clock.ts";
import { openDesk, postToDesk, requestPayOut } from "../../../support/desks.ts";
import { muteLog } from "../../../support/faults.ts";
import { confirm, makeIntent, refund } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import { until } from "../../../support/objects.ts";
import { makeMerchant, makeWallet } from "../../../support/parties.ts";
import { decrypt, subscribe, take } from "../../../support/push.ts";
import { captureQueue, consume } from "../../../support/queues.ts";
import { useReceiver } from "../../../support/receiver.ts";
import { settleRefund } from "../../../support/settlement.ts";

const receiver = useReceiver(() => new Response(null, { status: 201 }));
useStoppedClock();

async function setUp() {
  const [sent, pushes] = [captureQueue(env.WALLET_EVENTS), captureQueue(env.PUSHES)];
  const wallet = await makeWallet();
  const browser = await subscribe(wallet);
  const deliver = async () => {
    await until(() => sent.length > 0);
    await consume("wallet-events", take(sent));
    return await consume("pushes", take(pushes));
  };
  return { sent, pushes, wallet, browser, deliver };
}

async function setUpRefund() {
  const set = await setUp();
  const merchant = await makeMerchant();
  const { id } = await makeIntent(merchant, { amount: 3.33 });
  expect((await confirm(set.wallet, id)).status).toBe(200);
  await set.deliver();
  expect([receiver.requests, set.pushes]).toEqual([[], []]);
  expect((await refund(merchant, id)).status).toBe(200);
  await settleRefund(id);
  return { ...set, id };
}

describe("a refund", () => {
  it("is pushed once it has arrived, encrypted, and does not wake a device that sleeps", async () => {
    const { browser, deliver, id } = await setUpRefund();
    await deliver();
    const [request, ...others] = receiver.requests;
    expect([request?.url, others]).toEqual([browser.subscription.endpoint, []]);
    expect(request?.headers).toMatchObject({ ttl: "86400", urgency: "normal" });
    expect(new TextDecoder("latin1").decode(request?.init.body as Uint8Array)).not.toContain("3.33");
    expect(decrypt({ init: request?.init ?? {} }, browser)).toEqual({
      type: "refund_received",
      payment_intent_id: id,
      merchant_name: "Bean & Leaf",
      amount: "3.33",
      currency: "USD",
    });
  });

  it("is no news after a day", async () => {
    const { sent, pushes } = await setUpRefund();
    await until(() => sent.length > 0);
    await consume("wallet-events", take(sent));
    moveClock(DAY);
    await consume("pushes", take(pushes));
    expect(receiver.requests).toEqual([]);
  });
});

describe("a top-up", () => {
  it("is pushed, and told to platforms; a pay-out that is paid is not", async () => {
    const { wallet, browser, deliver, sent } = await setUp();
    const { secret } = await openDesk();
    const { body } = await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 150 });
    const { id } = body.movement;
    await deliver();
    const [request, ...others] = receiver.requests;
    expect(others).toEqual([]);
    expect(decrypt({ init: request?.init ?? {} }, browser)).toEqual({
      type: "top_up_received",
      top_up_id: id,
      amount: "150.00",
      currency: "USD",
    });
    expect(await readWalletEvents(wallet)).toEqual([
      {
        specversion: "1.0",
        id,
        source: "http://payments.test",
        type: "top_up.completed",
        subject: id,
        time: expect.stringMatching(ISO_TIME),
        datacontenttype: "application/json",
        data: {
          wallet_id: wallet.id,
          top_up: { id, amount: 150, amount_minor: 15000, amount_decimal: "150.00", currency: "USD" },
        },
      },
    ]);
    await requestPayOut(secret, wallet, 5);
    await until(() => sent.length > 0);
    expect(take(sent).map(({ cloudEvent }) => JSON.parse(cloudEvent).type)).toEqual([
      "pay_out.approval_requested",
    ]);
  });

  it("goes on when its customer cannot be told", async () => {
    const { wallet } = await setUp();
    const log = muteLog();
    env.WALLET_EVENTS.sendBatch = () => Promise.reject(new Error("Too Many Requests"));
    const { secret } = await openDesk();
    const { status, body } = await postToDesk(secret, "top-ups", { wallet_id: wallet.id, amount: 1 });
    expect([status, body.movement.status]).toEqual([201, "completed"]);
    await until(() => log.some((line) => line.includes("queue_send_failed")));
  });
});
