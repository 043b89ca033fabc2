// The drill behind OPERATING.md, "Restore the database": a copy of the whole database is put back after an hour.
import { describe, expect, it } from "vitest";
import { RECOVERY_WINDOW_MS } from "#core/durable/intent-document.ts";
import { call } from "../support/api.ts";
import { approve, makeApproval } from "../support/approvals.ts";
import { copyDatabase } from "../support/backup.ts";
import { MINUTE, moveClock, useStoppedClock } from "../support/clock.ts";
import { ALL_EVENTS } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { createWithKey, isReplayed } from "../support/idempotency.ts";
import { listIntents, listTransactions, readIntent } from "../support/intent-reads.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { cancel, confirm, makeIntent, makePaidIntent, refund } from "../support/intents.ts";
import { fireAlarm, published, stored, until } from "../support/objects.ts";
import { makeMerchantWithWebhook, makeWallet, renewMerchant, type TestMerchant } from "../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../support/paths.ts";
import { consume, runMinutes, runSweep, takeMessages, useQueues } from "../support/queues.ts";
import { useReceiver } from "../support/receiver.ts";
import { settleRefund } from "../support/settlement.ts";

const HOOK = { url: "https://shop.test/hook", events: ALL_EVENTS };

const queues = useQueues();
useMutedLog();
const receiver = useReceiver();
useStoppedClock();

async function deliver(merchant: TestMerchant): Promise<void> {
  await consume("webhooks", takeMessages(queues.webhooks, merchant.id));
}

/** Intents of every kind before the copy, and an hour in which all of them change and new ones are made. */
async function liveAnHour() {
  const merchant = await makeMerchantWithWebhook(HOOK);
  const [wallet, poor] = [await makeWallet(), await makeWallet({ balance: 1 })];
  const paidLater = await makeIntent(merchant);
  const cancelledLater = await makeIntent(merchant);
  const expiredLater = await makeIntent(merchant, { expires_in: 600 });
  const approvedLater = await makeApproval(merchant, wallet);
  const refundedLater = await makePaidIntent(merchant, { wallet });
  const refundingLater = await makePaidIntent(merchant, { wallet });
  await published(refundedLater.id);
  await deliver(merchant);
  const deliveredLater = await makePaidIntent(merchant, { wallet });
  await published(deliveredLater.id);
  const restore = await copyDatabase();

  await deliver(merchant);
  await confirm(wallet, paidLater.id);
  await cancel(merchant, cancelledLater.id);
  await approve(wallet, approvedLater.id);
  await refund(merchant, refundedLater.id);
  await settleRefund(refundedLater.id);
  const paid = await makePaidIntent(merchant, { wallet });
  const declined = await makeIntent(merchant, { expires_in: 7_200 });
  expect((await confirm(poor, declined.id)).status).toBe(402);
  const untouched = await createWithKey("untouched", merchant);
  await call("PUT", `${MERCHANT_API}/webhook`, { token: merchant.token, json: { ...HOOK, events: [] } });
  await call("PUT", `${MERCHANT_API}/webhook`, { token: merchant.token, json: HOOK });
  moveClock(15 * MINUTE);
  await runSweep();
  moveClock(44 * MINUTE);
  await refund(await renewMerchant(merchant), refundingLater.id);
  const touched = [paidLater, cancelledLater, expiredLater, approvedLater, refundedLater, refundingLater];
  const ids = [...touched, deliveredLater, paid, declined].map(({ id }) => id as string);
  for (const id of ids) await published(id);
  await deliver(merchant);
  moveClock(MINUTE);
  const refunding = refundingLater;
  const settled = ids.filter((id) => id !== declined.id && id !== refunding.id);
  return { merchant, restore, ids, settled, paid, declined, refunding, untouched };
}

/** What the merchant sees of its intents, and of what happened to them. */
async function seenBy(stale: TestMerchant, ids: string[]) {
  const merchant = await renewMerchant(stale);
  const histories = ids.map((id) => call("GET", `${INTENTS}/${id}/events`, { token: merchant.token }));
  const listed = (await listIntents(merchant, "?limit=100")).filter(({ id }: { id: string }) =>
    ids.includes(id),
  );
  return {
    listed,
    read: (await Promise.all(ids.map((id) => readIntent(merchant, id)))).map(
      ({ body }) => body.payment_intent,
    ),
    histories: (await Promise.all(histories)).map(({ body }) => body.events),
    payloads: (await Promise.all(ids.map(eventsOf))).flat().map(({ id, payload }) => ({ id, payload })),
  };
}

/** Fires the alarms for as long as one of the objects stores something: one of the intents expires on the first day. */
async function passTwoDays(ids: string[]): Promise<void> {
  for (let rounds = 0; rounds < 8; rounds++) {
    moveClock(rounds % 4 === 0 ? RECOVERY_WINDOW_MS : 5 * MINUTE);
    for (const id of ids) {
      await fireAlarm(id);
      await published(id);
    }
  }
  for (const id of ids) expect((await stored(id)).keys).toEqual([]);
}

describe("a database that is put back an hour later", () => {
  it("leaves reads by id and payments as they were", async () => {
    const { merchant, restore, ids, paid } = await liveAnHour();
    const transactions = async () => await listTransactions(await renewMerchant(merchant), "?limit=100");
    const before = { ...(await seenBy(merchant, ids)), transactions: await transactions() };
    await restore();
    expect(await rowOf(paid.id)).toBeNull();

    expect((await seenBy(merchant, ids)).read).toEqual(before.read);
    expect(await transactions()).toEqual(before.transactions);
    const other = await makeWallet();
    expect(await confirm(other, ids[0] ?? "")).toMatchObject({ status: 409, body: { code: "already_paid" } });
  });

  it("is complete again ten minutes later for intents that are read", async () => {
    const { merchant, restore, settled } = await liveAnHour();
    const before = await seenBy(merchant, settled);
    await restore();
    moveClock(10 * MINUTE);

    for (const id of settled) await readIntent(await renewMerchant(merchant), id);
    for (const id of settled) await published(id);

    expect(await seenBy(merchant, settled)).toEqual(before);
  });

  it("is complete again a day later without anyone's help, before any object is deleted", async () => {
    const { merchant, restore, ids, settled, declined, refunding } = await liveAnHour();
    const before = await seenBy(merchant, settled);
    const { payloads } = await seenBy(merchant, ids);
    await restore();

    await settleRefund(refunding.id);
    await passTwoDays(ids);

    expect(await seenBy(merchant, settled)).toEqual(before);
    expect((await seenBy(merchant, ids)).payloads).toEqual(expect.arrayContaining(payloads));
    expect(await rowOf(refunding.id)).toMatchObject({ refund_status: "completed" });
    expect(await rowOf(declined.id)).toMatchObject({ status: "expired" });
  });

  it("repeats webhooks under the same webhook-id and with the same body, and misses none", async () => {
    const { merchant, restore, ids } = await liveAnHour();
    const before = await seenBy(merchant, ids);
    await restore();
    const delivered = receiver.requests.length;

    for (const id of ids) await readIntent(await renewMerchant(merchant), id);
    await runMinutes(queues.webhooks, merchant.id, 10);

    const bodies = new Map(before.payloads.map(({ id, payload }) => [id, payload]));
    const repeated = receiver.requests.slice(delivered);
    expect(repeated.length).toBeGreaterThan(0);
    for (const { headers, body } of repeated) expect(body).toBe(bodies.get(headers["webhook-id"] ?? ""));
    const received = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    expect([...bodies.keys()].filter((id) => !received.has(id))).toEqual([]);
  });

  it("loses a new intent that nobody has touched; its key creates it again", async () => {
    const { merchant, restore, untouched } = await liveAnHour();
    const { id } = untouched.body.payment_intent;
    await restore();
    const caller = await renewMerchant(merchant);
    expect((await readIntent(caller, id)).status).toBe(404);

    const again = await createWithKey("untouched", caller);

    expect(again).toMatchObject({ status: 201, body: { payment_intent: { id, status: "pending" } } });
    expect(isReplayed(again)).toBe(false);
  });

  it("gets the payment of a merchant back that registered meanwhile, with its event", async () => {
    const restore = await copyDatabase();
    const merchant = await makeMerchantWithWebhook(HOOK);
    const { id } = await makePaidIntent(merchant);
    await published(id);
    await restore();
    moveClock(10 * MINUTE);

    expect((await readIntent(await renewMerchant(merchant), id)).status).toBe(200);
    // The read looks in the background whether D1 has the intent.
    await until(async () => (await rowOf(id)) !== null);
    await published(id);

    expect(await rowOf(id)).toMatchObject({ status: "completed" });
    expect(await eventsOf(id)).toMatchObject([{ type: "payment.completed", delivery_status: "none" }]);
  });

  it("has the merchant's settings of the copy", async () => {
    const merchant = await makeMerchantWithWebhook(HOOK);
    const restore = await copyDatabase();
    const { token } = merchant;
    const json = { ...HOOK, url: "https://new.test/hook" };
    await call("PUT", `${MERCHANT_API}/webhook`, { token, json });
    await restore();

    const { body } = await call("GET", `${MERCHANT_API}/webhook`, { token });
    expect(body.webhook).toMatchObject({ url: HOOK.url });
  });
});
