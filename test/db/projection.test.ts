import { env } from "cloudflare:workers";
import { v7 as newEventId } from "uuid";
import { describe, expect } from "vitest";
import { openDatabase } from "#core/db/client.ts";
import { projectIntent } from "#core/db/payment-intents/projection.ts";
import { insertEvent } from "#core/db/webhooks/events.ts";
import { readBody, type StoredBody } from "#core/db/webhooks/stored-body.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { webhookPayload } from "#core/wire/webhooks/webhook-payload.ts";
import { anIntent } from "../support/intent.ts";
import { bodyOf, eventsOf, rowOf } from "../support/intent-rows.ts";
import { rowsOf } from "../support/rows.ts";
import { it } from "../support/seeded-it.ts";
import { db, seedIntent, seedMerchant } from "../support/seeds.ts";

const NOW = 1_800_000_000_000;

type ProjectedEvent = Parameters<typeof projectIntent>[2][number];

function anEvent(sequence: number, type: ProjectedEvent["type"] = "payment.completed"): ProjectedEvent {
  return {
    id: crypto.randomUUID(),
    type,
    sequence,
    occurredAt: NOW,
    actor: "wallet-1",
    requestId: "request-1",
    payload: `{"sequence":${sequence}}`,
  };
}

function versions(intent: PaymentIntent): PaymentIntent[] {
  const completed = {
    ...intent,
    status: "completed",
    completedBy: "wallet-1",
    completedAt: 1,
    version: 2,
  } as const;
  const refunding = { ...completed, refundStatus: "pending", refundLedgerTxId: "tx-1", version: 3 } as const;
  const refunded = { ...refunding, refundStatus: "completed", version: 4, eventSequence: 3 } as const;
  return [intent, completed, refunding, refunded];
}

describe("insertEvent", () => {
  it.each([
    ["in time", 0, null],
    ["late, by the sender's clock", 2_000, expect.any(String)],
  ])("places an event that arrives %s", async (_, lateMs, expected) => {
    const intent = await seedIntent((await seedMerchant()).id);
    // The sender's clock is ahead: D1's own, which goes on, decides nothing.
    const event = { ...anEvent(1), occurredAt: Date.now() + 60_000 };
    const batch = { sentAt: event.occurredAt + lateMs, oldestAt: event.occurredAt, index: 0 };
    await db.batch([insertEvent(db, intent, event, batch)]);
    expect((await eventsOf(intent.id))[0]).toMatchObject({ late_position: expected });
  });

  it("uses the time at D1 when the statement was delayed on the way", async ({ intent }) => {
    const sentAt = Date.now() - 4_000;
    const event = { ...anEvent(1), id: newEventId({ msecs: sentAt }), occurredAt: sentAt };
    await db.batch([insertEvent(db, intent, event, { sentAt, oldestAt: sentAt, index: 0 })]);
    const [row] = (await eventsOf(intent.id)) as unknown as { late_position: string }[];
    const arrivedAt = Number.parseInt(row?.late_position.slice(0, 13).replace("-", "") ?? "", 16);
    expect(arrivedAt).toBeGreaterThanOrEqual(sentAt + 4_000);
    expect(arrivedAt).toBeLessThanOrEqual(Date.now());
    expect(row?.late_position.slice(13)).toBe(event.id.slice(13));
  });
});

describe("projectIntent", () => {
  it.each([[[1, 2, 3]], [[1, 3, 2]], [[2, 1, 3]], [[2, 3, 1]], [[3, 1, 2]], [[3, 2, 1]]])(
    "ends with the newest version in any order: %j",
    async (order) => {
      const merchant = await seedMerchant();
      const intent = await seedIntent(merchant.id);
      const all = versions(intent);

      for (const version of order) {
        const outbox = version === 3 ? [anEvent(3, "refund.completed")] : [];
        await projectIntent(db, all[version] as PaymentIntent, outbox, NOW);
      }

      expect(await rowOf(intent.id)).toMatchObject({
        version: 4,
        status: "completed",
        refund_status: "completed",
        refund_ledger_tx_id: "tx-1",
        event_sequence: 3,
      });
    },
  );

  it("does not change a row of the same version", async ({ intent }) => {
    await projectIntent(db, { ...intent, status: "cancelled" }, [], NOW);

    expect(await rowOf(intent.id)).toMatchObject({ version: 1, status: "pending" });
  });

  it("stores an event once and keeps its delivery state when it is projected again", async () => {
    const merchant = await seedMerchant({ webhookUrl: "https://shop.test/hook" });
    const intent = await seedIntent(merchant.id);
    const completed = versions(intent)[1] as PaymentIntent;
    const event = anEvent(1);

    const due = { merchantId: merchant.id, eventId: event.id, firstDueAt: NOW };
    expect(await projectIntent(db, completed, [event], NOW)).toEqual([due]);
    const before = await eventsOf(intent.id);
    expect(await projectIntent(db, completed, [event, anEvent(2, "refund.pending")], NOW)).toEqual([due]);

    const after = await eventsOf(intent.id);
    expect(after[0]).toEqual(before[0]);
    expect(after[0]).toMatchObject({
      merchant_id: merchant.id,
      payload: event.payload,
      delivery_status: "pending",
      attempts: 0,
      next_attempt_at: event.occurredAt,
    });
    expect(after[1]).toMatchObject({ delivery_status: "none", next_attempt_at: null });
  });

  it("has no first delivery of an event that has been attempted, and waits for its retry", async ({
    merchant,
    intent,
  }) => {
    const [, completed] = versions(intent) as [PaymentIntent, PaymentIntent];
    const event = anEvent(1);
    await projectIntent(db, completed, [event], NOW);
    const retryAt = NOW + 30_000;
    await rowsOf(merchant.id).run(
      "UPDATE events SET attempts = 1, next_attempt_at = ? WHERE id = ?",
      retryAt,
      event.id,
    );
    expect(await projectIntent(db, completed, [event], NOW)).toEqual([]);
    expect(await eventsOf(intent.id)).toMatchObject([{ attempts: 1, next_attempt_at: retryAt }]);
  });

  it("stores the event even when the row is already newer", async ({ intent }) => {
    const [, completed, , refunded] = versions(intent) as [
      PaymentIntent,
      PaymentIntent,
      PaymentIntent,
      PaymentIntent,
    ];

    await projectIntent(db, refunded, [anEvent(3, "refund.completed")], NOW);
    await projectIntent(db, completed, [anEvent(1)], NOW);

    expect((await eventsOf(intent.id)).map(({ sequence }) => sequence)).toEqual([1, 3]);
    expect(await rowOf(intent.id)).toMatchObject({ version: 4 });
  });

  it("places all events of an outbox that has waited after those that came in time", async ({ intent }) => {
    const now = Date.now();
    const waiting = { ...anEvent(1), occurredAt: now - 10_000 };
    const recent = { ...anEvent(2, "refund.pending"), occurredAt: now };

    await projectIntent(db, versions(intent)[2] as PaymentIntent, [waiting, recent], now);

    const late = { late_position: expect.any(String) };
    expect(await eventsOf(intent.id)).toMatchObject([late, late]);
  });

  it("writes all or nothing", async ({ intent }) => {
    const completed = versions(intent)[1] as PaymentIntent;
    const broken = { ...anEvent(1), actor: null as unknown as string };

    await expect(projectIntent(db, completed, [broken], NOW)).rejects.toThrow();

    expect(await rowOf(intent.id)).toMatchObject({ version: 1, status: "pending" });
  });
});

// The body of a webhook in D1: what was stored is read back byte for byte.

async function store(payload: string): Promise<Record<string, unknown>> {
  const intent = await seedIntent((await seedMerchant()).id);
  const type = "payment.completed" as const;
  const event = { id: newEventId(), type, sequence: 1, occurredAt: 1, actor: "test" };
  const batch = { sentAt: 1, oldestAt: 1, index: 0 };
  const db = openDatabase(env.DB);
  await db.batch([insertEvent(db, intent, { ...event, requestId: null, payload }, batch)]);
  const { merchantId } = intent;
  return (await rowsOf(merchantId).first("SELECT * FROM events WHERE merchant_id = ?", merchantId)) ?? {};
}

const PAYLOAD = webhookPayload(
  { type: "payment.completed", sequence: 1, occurredAt: 1_796_000_000_000, reason: null },
  anIntent({
    id: newEventId(),
    reference: "order-1001",
    metadataJson: '{"n": 1.0, "id": 12345678901234567890}',
  }),
  "sandbox",
);

/** Stored by release 1.0.0. It must be readable for ever. */
const OLD = {
  merchantId: "merchant-1",
  intentId: "intent-1",
  actor: "wallet-1",
  createdAt: 1_796_000_000_000,
};

const OLD_BODY = "0178bbd3e31f9fa3460a273e31e34cbfe8ce020041d9308b";

const OLD_TEXT =
  '{"type":"payment.completed","timestamp":"2026-11-30T00:53:20.000Z","data":{"payment_intent":{"id":"intent-1","merchant_id":"merchant-1"},"sequence":1}}';

const old = (change: Partial<StoredBody>) => ({ ...OLD, body: [...Uint8Array.fromHex(OLD_BODY)], ...change });

describe("a webhook's body", () => {
  it.each([
    ["as the service makes it", PAYLOAD],
    ["with every kind of character", '{"description":"Käse, 日本, \\u0000, 🥐","lone":"\\ud800"}'],
    ["of 40 KB", JSON.stringify({ metadata: Array.from({ length: 1_000 }, () => crypto.randomUUID()) })],
    ["of one byte", "1"],
  ])("is stored as a blob and read back byte for byte: %s", async (_, payload) => {
    const row = await store(payload);
    expect(row.payload).toBeInstanceOf(Array);
    expect(bodyOf(row)).toBe(payload);
  });

  it("takes less than a quarter of its text", async () => {
    const { payload } = await store(PAYLOAD);
    expect((payload as number[]).length).toBeLessThan(PAYLOAD.length / 4);
  });

  it("is readable although it was stored long ago", () => {
    expect(readBody(old({}))).toBe(OLD_TEXT);
  });

  it.each(["merchantId", "intentId", "actor"])("is never read as anything else: another %s", (column) => {
    expect(() => readBody(old({ [column]: "another" }))).toThrow();
  });

  it("is not read with a dictionary of a later release", () => {
    expect(() => readBody(old({ body: [255, 1, 2, 3] }))).toThrow("unknown dictionary 255");
  });
});
