// The archive: what a merchant sees of an intent does not depend on whether it was archived.
import { beforeEach, describe, expect, vi } from "vitest";
import { eraseArchived } from "../../src/db/merchants/erased-rows.ts";
import { listArchivedAfter } from "../../src/db/merchants/merchant-export.ts";
import { encodeRecord } from "../../src/db/payment-intents/archive-record.ts";
import { isRecordedElsewhere } from "../../src/db/payment-intents/claimed-transactions.ts";
import { findIntent } from "../../src/db/payment-intents/payment-intents.ts";
import { projectIntent } from "../../src/db/payment-intents/projection.ts";
import { findComparedIntents } from "../../src/db/reconciliation/reconciled-intents.ts";
import { archivedIntents, archivedMerchants } from "../../src/db/schema/archive.ts";
import { BEFORE_ALL } from "../../src/domain/cursor.ts";
import { archiveAll, makePaid, moveBeyondEarlierTests } from "../support/archive.ts";
import { moveClock } from "../support/clock.ts";
import { callAs } from "../support/deliveries.ts";
import { useMutedLog } from "../support/faults.ts";
import { createWithKey, expectReplay, newKey } from "../support/idempotency.ts";
import { anIntent } from "../support/intent.ts";
import { readPublicIntent } from "../support/intent-reads.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import { cancel, makeIntent } from "../support/intents.ts";
import { it } from "../support/it.ts";
import { drained, execute, find } from "../support/objects.ts";
import { makeMerchant, renewMerchant, type TestMerchant } from "../support/parties.ts";
import { INTENTS } from "../support/paths.ts";
import { consume, useQueues } from "../support/queues.ts";
import { db, deps } from "../support/seeds.ts";
import { setLedgerBalance, settleRefund } from "../support/settlement.ts";

const queues = useQueues();
useMutedLog();
beforeEach(() => {
  moveBeyondEarlierTests();
});

async function refundOf(merchant: TestMerchant, intentId: string): Promise<void> {
  await execute(intentId, { type: "refund", merchantId: merchant.id, key: null });
  await settleRefund(intentId);
  await drained(intentId);
}

async function listed(merchant: TestMerchant, query = ""): Promise<string[]> {
  const { body } = await callAs(merchant.id, "GET", `${INTENTS}${query}`);
  return body.payment_intents.map(({ id }: { id: string }) => id);
}

/** Everything about these intents that its merchant and customers can read. */
async function seen(merchant: TestMerchant, ids: readonly string[]) {
  const read = async (path: string) => (await callAs(merchant.id, "GET", path)).body;
  return {
    list: await read(INTENTS),
    byId: await Promise.all(ids.map((id) => read(`${INTENTS}/${id}`))),
    events: await Promise.all(ids.map((id) => read(`${INTENTS}/${id}/events`))),
    public: await Promise.all(ids.map(async (id) => (await readPublicIntent(id)).body)),
  };
}

describe("an intent whose webhooks the clean-up has emptied", () => {
  it("is seen as before, and leaves no rows", async ({ merchant, counter }) => {
    const { id: counter_id } = counter;
    const ids = [
      await makePaid(merchant, {
        reference: "order-1",
        metadata: { ä: [1.0, "\u00fc"], id: crypto.randomUUID() },
      }),
      await makePaid(merchant, {
        description: "Käse 🥐\n\tzwei",
        counter_id,
        callback_url: "https://shop.test/cb",
      }),
      (await makeIntent(merchant)).id,
    ];
    await cancel(merchant, ids[2] ?? "");
    await refundOf(merchant, ids[0] ?? "");
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
    await consume(
      "webhooks",
      queues.webhooks.map(({ body }) => body),
    );
    const before = await seen(merchant, ids);

    await archiveAll(merchant, ids);

    for (const id of ids) expect([await rowOf(id), await eventsOf(id)]).toEqual([null, []]);
    expect(await seen(merchant, ids)).toEqual(before);
  });

  it("stays when it has over 200 events, as after refunds that were refused, and keeps no other", async ({
    merchant,
  }) => {
    const [often, once] = [await makePaid(merchant), await makePaid(merchant)];
    await setLedgerBalance(merchant.id, 0);
    for (let refused = 0; refused < 100; refused++) {
      moveClock(1);
      await execute(often, { type: "refund", merchantId: merchant.id, key: null });
    }
    await drained(often);
    const before = await seen(merchant, [often, once]);
    expect(before.events[0].events).toHaveLength(201);

    await archiveAll(merchant, [often, once]);

    expect(await rowOf(often)).toMatchObject({ status: "completed", event_sequence: 201 });
    expect([await rowOf(once), await eventsOf(once)]).toEqual([null, []]);
    expect(await seen(merchant, [often, once])).toEqual(before);
  });

  it("is found by each filter and shown on each page, beside newer ones", async ({ merchant }) => {
    const paid = await makePaid(merchant, { reference: "order-1" });
    const refunded = await makePaid(merchant);
    await refundOf(merchant, refunded);
    const { id: cancelled } = await makeIntent(merchant);
    await cancel(merchant, cancelled);
    await archiveAll(merchant, [paid, refunded, cancelled]);
    const renewed = await renewMerchant(merchant);
    const newer = (await makeIntent(renewed, { reference: "order-1" })).id;

    expect(await listed(merchant)).toEqual([newer, cancelled, refunded, paid]);
    expect(await listed(merchant, "?reference=order-1")).toEqual([newer, paid]);
    expect(await listed(merchant, "?status=completed")).toEqual([refunded, paid]);
    expect(await listed(merchant, "?status=cancelled")).toEqual([cancelled]);
    expect(await listed(merchant, "?refund_status=completed")).toEqual([refunded]);
    const pages = [1, 2, 3].map((page) => listed(merchant, `?limit=2&page=${page}`));
    expect(await Promise.all(pages)).toEqual([[newer, cancelled], [refunded, paid], []]);
    const first = (await callAs(merchant.id, "GET", `${INTENTS}?limit=3`)).body;
    expect(await listed(merchant, `?limit=3&cursor=${first.next_cursor}`)).toEqual([paid]);
  });

  it("can be refunded, is listed once, and keeps its whole history when it is archived again", async ({
    merchant,
  }) => {
    const id = await makePaid(merchant);
    await archiveAll(merchant, [id]);

    await refundOf(merchant, id);

    const list = async () => (await callAs(merchant.id, "GET", INTENTS)).body.payment_intents;
    const types = async () =>
      (await callAs(merchant.id, "GET", `${INTENTS}/${id}/events`)).body.events.map(
        ({ type }: { type: string }) => type,
      );
    const whole = ["payment.completed", "refund.pending", "refund.completed"];
    expect(await list()).toMatchObject([{ id, refund_status: "completed" }]);
    expect(await types()).toEqual(whole);
    await archiveAll(merchant, [id]);
    expect(await rowOf(id)).toBeNull();
    expect(await list()).toMatchObject([{ id, refund_status: "completed" }]);
    expect(await types()).toEqual(whole);
  });

  it("is still what its idempotency key stands for", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const { body } = await createWithKey(key, merchant);
    await cancel(merchant, body.payment_intent.id);
    await archiveAll(merchant, [body.payment_intent.id]);
    const now = (await callAs(merchant.id, "GET", `${INTENTS}/${body.payment_intent.id}`)).body
      .payment_intent;

    expectReplay(await createWithKey(key, await renewMerchant(merchant)), now);
    expect(await rowOf(body.payment_intent.id)).toBeNull();
  });

  it("is known to the reconciliation", async ({ merchant }) => {
    const id = await makePaid(merchant);
    const before = await findComparedIntents(db, [id]);
    await archiveAll(merchant, [id]);
    expect(await rowOf(id)).toBeNull();
    expect((await findComparedIntents(db, [id])).get(id)).toMatchObject(before.get(id) ?? {});
  });
});

describe("a transaction of an archived intent", () => {
  it("is not free for another intent, but for the same one", async ({ merchant }) => {
    const id = await makePaid(merchant);
    const paid = await findIntent(db, id);
    const other = await findIntent(db, await makePaid(merchant));
    const transactionId = paid?.paymentLedgerTxId;
    if (paid === null || other === null || !transactionId) throw new Error("an intent is not paid");
    await archiveAll(merchant, [id, other.id]);
    expect(await rowOf(id)).toBeNull();
    expect(await isRecordedElsewhere(db, other, transactionId)).toBe(true);
    expect(await isRecordedElsewhere(db, paid, transactionId)).toBe(false);
    expect(await isRecordedElsewhere(db, other, "tx-unknown")).toBe(false);
  });
});

describe("a late write of an archived intent", () => {
  it("does not list it twice", async ({ merchant }) => {
    const id = await makePaid(merchant);
    const intent = await find(id);
    await archiveAll(merchant, [id]);
    if (intent !== null) await projectIntent(db, intent, [], Date.now());
    expect(await rowOf(id)).not.toBeNull();
    expect(await listed(merchant)).toEqual([id]);
  });
});

it("200 archived intents with 200 events each are erased, although a parameter has no room for all of them", async ({
  merchant,
}) => {
  const record = (index: number) => {
    const history = Array.from({ length: 200 }, (_, event) => ({
      ...{ id: crypto.randomUUID(), type: "refund.failed" as const, sequence: event + 1, occurredAt: event },
      ...{ actor: "somebody", requestId: crypto.randomUUID() },
    }));
    return encodeRecord({ intent: anIntent({ description: `Tea ${index}` }), history }, "");
  };
  const place = deps.places.named("home");
  await place.insert(archivedMerchants).values({ number: 77, merchantId: merchant.id, sample: "" });
  const encoded = Array.from({ length: 10 }, (_, index) => record(index));
  for (let index = 0; index < 200; index++) {
    const id = Uint8Array.fromHex(crypto.randomUUID().replaceAll("-", ""));
    const row = { id, merchant: 77, status: "completed", createdAt: index, version: 2 };
    await place.insert(archivedIntents).values({ ...row, record: encoded[index % 10] });
  }
  expect(await eraseArchived(place, merchant.id, "completed", BEFORE_ALL, 200)).toHaveLength(200);
  const erased = await listArchivedAfter(
    place,
    merchant.id,
    { number: 77, sample: "" },
    "completed",
    BEFORE_ALL,
    200,
  );
  expect(new Set(erased.map(({ intent }) => intent.description))).toEqual(new Set([""]));
  expect(new Set(erased.flatMap(({ history }) => history.map(({ actor }) => actor)))).toEqual(
    new Set(["erased"]),
  );
});
