// The QR code that an object draws for all who read its intent.
import { beforeEach, describe, expect } from "vitest";
import { qrPayload } from "#core/qr/payload.ts";
import { qrPngDataUri } from "#core/qr/png.ts";
import { muteLog } from "../support/faults.ts";
import { viewsOf, watch } from "../support/live.ts";
import { evict, execute, NOTHING_STORED, objectOf, pay, stored } from "../support/objects.ts";
import { countDrawings } from "../support/qr.ts";
import { captureQueues } from "../support/queues.ts";
import { it } from "../support/seeded-it.ts";
import { seedPayable } from "../support/seeds.ts";

beforeEach(() => {
  captureQueues();
  muteLog();
});

async function drawnBy(object: ReturnType<typeof objectOf>): Promise<string | undefined> {
  const found = await object.find(true);
  return found.ok ? found.value.qrCodeUrl : undefined;
}

describe("the QR code of a pending intent", () => {
  it("is drawn once in the object's memory, whoever asks for it", async ({ intent }) => {
    const drawings = countDrawings();
    const codes = await Promise.all(Array.from({ length: 5 }, () => drawnBy(objectOf(intent.id))));
    const [view] = viewsOf(await watch(intent.id));
    expect(drawings()).toBe(1);
    const expected = qrPngDataUri(qrPayload(intent));
    expect(codes).toEqual(Array(5).fill(expected));
    expect(view).toMatchObject({ qr_code_url: expected });
    expect(await stored(intent.id)).toEqual(NOTHING_STORED);
  });

  it("is the same after an eviction", async ({ intent }) => {
    const before = await drawnBy(objectOf(intent.id));
    await evict(intent.id);
    expect(before).toMatch(/^data:image\/png;base64,/);
    expect(await drawnBy(objectOf(intent.id))).toBe(before);
  });

  it("is not drawn for whoever does not ask", async ({ intent }) => {
    const drawings = countDrawings();
    const timing = { d1: expect.anything() };
    expect(await objectOf(intent.id).find(false)).toEqual({ ok: true, value: intent, timing });
    expect(drawings()).toBe(0);
  });

  it("ends with the intent", async () => {
    const [paid, cancelled] = [await seedPayable(), await seedPayable()];
    for (const { intent } of [paid, cancelled]) await drawnBy(objectOf(intent.id));
    await pay(paid.intent.id, paid.wallet);
    await execute(cancelled.intent.id, { type: "cancel", merchantId: cancelled.merchant.id });
    for (const { intent } of [paid, cancelled])
      expect(await objectOf(intent.id).find(true)).not.toHaveProperty("value.qrCodeUrl");
  });
});
