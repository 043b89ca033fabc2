// The body of a webhook in D1: what was stored is read back byte for byte, whatever release stored it.

import { env } from "cloudflare:workers";
import { v7 as newEventId } from "uuid";
import { describe, expect, it } from "vitest";
import { openDatabase, type StorageFormat } from "../../src/db/client.ts";
import { insertEvent } from "../../src/db/webhooks/events.ts";
import { readBody, type StoredBody } from "../../src/db/webhooks/stored-body.ts";
import { webhookPayload } from "../../src/wire/webhooks/webhook-payload.ts";
import { anIntent } from "../support/intent.ts";
import { bodyOf } from "../support/intent-rows.ts";
import { rowsOf } from "../support/rows.ts";
import { seedIntent, seedMerchant } from "../support/seeds.ts";

async function store(payload: string, format?: StorageFormat): Promise<Record<string, unknown>> {
  const intent = await seedIntent((await seedMerchant()).id);
  const event = { id: newEventId(), type: "payment.completed", sequence: 1, occurredAt: 1, actor: "test" };
  const batch = { sentAt: 1, oldestAt: 1, index: 0 };
  const db = openDatabase(env.DB, format);
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
);

/** Stored by an earlier build. It must be readable for ever. */
const OLD = {
  merchantId: "merchant-1",
  intentId: "intent-1",
  actor: "wallet-1",
  createdAt: 1_796_000_000_000,
};
const OLD_BODY = "0178bbce7c0a46233169625626849326ac62c248a0889a4a09dd590041d9308b";
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

  it("is stored as text, which the release before can read, with format 1", async () => {
    const row = await store(PAYLOAD, 1);
    expect([row.payload, bodyOf(row)]).toEqual([PAYLOAD, PAYLOAD]);
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
