import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, UUID } from "../../support/api.ts";
import { readWalletEvents } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { makeIntent, makePaidIntent, refund } from "../../support/intents.ts";
import { drained, fireAlarm, until } from "../../support/objects.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { captureQueue, captureQueues } from "../../support/queues.ts";
import { setLedgerBalance } from "../../support/settlement.ts";

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
    await drained(id);
    await refund(merchant, id);
    await drained(id);
    expect(sent).toHaveLength(1);
    moveClock(3_000);
    await fireAlarm(id);
    await drained(id);
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

  it("does not report a failed refund, a decline, a cancellation or an expiry", async () => {
    captureQueues();
    const sent = captureQueue(env.WALLET_EVENTS);
    const [merchant, wallet] = [await makeMerchant(), await makeWallet()];
    const paid = await makePaidIntent(merchant, { wallet });
    await drained(paid.id);
    await setLedgerBalance(merchant.id, 0);
    expect((await refund(merchant, paid.id)).status).toBe(422);
    const open = await makeIntent(merchant);
    await call("POST", `/wallet/api/v1/payment-intents/${open.id}/confirm`, {
      token: (await makeWallet({ balance: 0 })).token,
    });
    await call("POST", `/merchant/api/v1/payment-intents/${open.id}/cancel`, { token: merchant.token });
    for (const { id } of [paid, open]) await drained(id);
    expect(sent).toHaveLength(1);
  });
});
