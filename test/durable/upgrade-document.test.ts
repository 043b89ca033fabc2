// During a deploy, and for as long as an intent lives, today's code meets what earlier releases stored; after a
// rollback, what a later one did. The fixtures hold documents as they were, in every shape there has been.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DOCUMENT_SCHEMA, type IntentDocument } from "../../src/durable/intent-document.ts";
import { type StoredDocument, upgrade } from "../../src/durable/upgrade-document.ts";
import shapes from "../fixtures/documents.json" with { type: "json" };
import { MINUTE, useStoppedClock } from "../support/clock.ts";
import { useMutedLog } from "../support/faults.ts";
import { eventsOf, rowOf } from "../support/intent-rows.ts";
import {
  collect,
  drained,
  execute,
  find,
  fireAlarm,
  NOTHING_STORED,
  objectOf,
  pay,
  stored,
} from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { balanceOf, deps, seedIntent, seedMerchant } from "../support/seeds.ts";
import { settleRefund } from "../support/settlement.ts";

useQueues();
const log = useMutedLog();
useStoppedClock();

type Fixture = { intent: { id: string; createdAt: number } };

/** With all its times moved, so that the intent was created a minute ago. */
function recent(fixture: Fixture): StoredDocument {
  const shiftMs = Date.now() - MINUTE - fixture.intent.createdAt;
  const text = JSON.stringify(fixture);
  return JSON.parse(text, (_, value) =>
    typeof value === "number" && value > fixture.intent.createdAt / 2 ? value + shiftMs : value,
  );
}

/** An object as an earlier release left it, with the row it had then, and accounts for everyone. */
async function seedStored(fixture: Fixture, change: object = {}) {
  const document = { ...recent(fixture), ...change };
  const { intent } = document;
  const wallet = intent.operation?.walletId ?? intent.completedBy ?? crypto.randomUUID();
  await seedMerchant({ id: intent.merchantId }).catch(() => {});
  await seedIntent(intent.merchantId, { id: intent.id, expiresAt: intent.expiresAt });
  await deps.sandboxLedger?.openAccount(wallet, "USD", 100_00);
  await deps.sandboxLedger?.openAccount(intent.merchantId, "USD", 100_00);
  await runInDurableObject(objectOf(intent.id), async (_, { storage }) => {
    storage.kv.put("document", document);
    await storage.setAlarm(Date.now() + MINUTE);
  });
  return { document, intent, wallet };
}

describe.each(shapes)("a document $shape", ({ paid, paying }) => {
  it("of a paid intent is read and refunded, and D1 gets all its events", async () => {
    const { document, intent, wallet } = await seedStored(paid);

    expect(await find(intent.id)).toMatchObject({
      status: "completed",
      completedBy: wallet,
      refundKey: null,
    });
    const refund = { type: "refund", merchantId: intent.merchantId, key: "key" } as const;
    expect(await execute(intent.id, refund)).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    await drained(intent.id);
    await settleRefund(intent.id);

    expect(await rowOf(intent.id)).toMatchObject({ status: "completed", refund_status: "completed" });
    expect(await eventsOf(intent.id)).toMatchObject([
      { type: "payment.completed", payload: document.outbox[0]?.payload },
      { type: "refund.pending" },
      { type: "refund.completed" },
    ]);
    expect((await stored(intent.id)).document).toMatchObject({ schema: DOCUMENT_SCHEMA, drainFailures: 0 });
    await collect(intent.id);
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
  });

  it("of a payment under way is carried to its end by the alarm, and no one else pays", async () => {
    const { intent, wallet } = await seedStored(paying);

    expect(await pay(intent.id, crypto.randomUUID())).toEqual({ ok: false, error: "payment_in_progress" });
    await fireAlarm(intent.id);

    expect(await find(intent.id)).toMatchObject({ status: "completed", completedBy: wallet });
    expect(await balanceOf(wallet)).toBe(100_00 - 1250);
    await drained(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({ status: "completed" });
  });

  it("upgrades to a document that stays as it is", () => {
    for (const fixture of [paid, paying]) {
      const upgraded = upgrade(recent(fixture));
      expect(upgrade(upgraded as IntentDocument)).toEqual(upgraded);
      const fields = Object.values({ ...upgraded, ...upgraded?.intent });
      expect(fields).not.toContain(undefined);
      expect(upgraded).toMatchObject({ schema: DOCUMENT_SCHEMA, intent: { fingerprint: null } });
    }
  });
});

/** Another paid intent, in the latest shape. */
function seedPaid(change: object = {}, intentChange: object = {}) {
  const paid = shapes.at(-1)?.paid as Fixture;
  const intent = { ...paid.intent, id: crypto.randomUUID(), ...intentChange };
  return seedStored({ ...paid, intent }, change);
}

describe("a document of a later release", () => {
  it("keeps the fields that this release does not know", async () => {
    const { intent } = await seedPaid({ receipts: ["a"] }, { tip: 5 });

    await execute(intent.id, { type: "refund", merchantId: intent.merchantId, key: null });
    await drained(intent.id);

    const { document } = await stored(intent.id);
    expect(document).toMatchObject({ receipts: ["a"], intent: { tip: 5, refundStatus: "pending" } });
  });

  it("is left alone when it could be misunderstood: 503, a line in the log, and the alarm stays set", async () => {
    const { document, intent } = await seedPaid({ schema: DOCUMENT_SCHEMA + 1 });

    await expect(find(intent.id)).rejects.toMatchObject({ dependency: "payment_intent" });
    const refunding = execute(intent.id, { type: "refund", merchantId: intent.merchantId, key: null });
    await expect(refunding).rejects.toMatchObject({ dependency: "payment_intent" });
    await fireAlarm(intent.id);

    expect(log.join("\n")).toContain("document_too_new");
    const after = await stored(intent.id);
    expect(after.document).toEqual(document);
    expect(after.alarmAt).toBeGreaterThan(Date.now());
  });
});

describe("a command of a later release", () => {
  it("is refused as retryable, and changes nothing", async () => {
    const { intent } = await seedPaid();
    const before = await stored(intent.id);

    const capturing = execute(intent.id, { type: "capture", merchantId: intent.merchantId } as never);

    await expect(capturing).rejects.toMatchObject({ dependency: "payment_intent" });
    expect(await stored(intent.id)).toEqual(before);
    expect(log.join("\n")).toContain("unknown_command");
  });
});

describe("a command of an earlier release", () => {
  it("without the refund's key is served as a refund without one", async () => {
    const { intent } = await seedPaid();

    const refunded = await execute(intent.id, { type: "refund", merchantId: intent.merchantId } as never);

    expect(refunded).toMatchObject({ ok: true, value: { refundStatus: "pending" } });
    await drained(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "pending", refund_key: null });
  });
});
