import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { IntentDocument } from "../../src/durable/intent-document.ts";
import { useMutedLog } from "../support/faults.ts";
import { rowOf } from "../support/intent-rows.ts";
import { collect, drained, evict, execute, objectOf } from "../support/objects.ts";
import { useQueues } from "../support/queues.ts";
import { seedPaid, setLedgerBalance } from "../support/settlement.ts";

const TOO_POOR = { ok: false, error: "insufficient_merchant_funds" };

useQueues();
useMutedLog();

async function seedPoorMerchant() {
  const { intent, merchant } = await seedPaid();
  await setLedgerBalance(merchant.id, 0);
  const refund = (key: string | null) => execute(intent.id, { type: "refund", merchantId: merchant.id, key });
  return { intent, refund, refill: () => setLedgerBalance(merchant.id, 1250) };
}

describe("the key of a refused refund", () => {
  it("is remembered in D1 once the object's storage was deleted", async () => {
    const { intent, refund, refill } = await seedPoorMerchant();
    await refund("key-1");
    await refund("key-2");
    await drained(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({
      refund_key: "key-2",
      earlier_refund_refusals: '[{"key":"key-1","refusal":"insufficient_merchant_funds"}]',
    });
    await collect(intent.id);
    await evict(intent.id);
    await refill();

    for (const key of ["key-1", "key-2"]) expect(await refund(key)).toEqual(TOO_POOR);
    expect(await refund("key-3")).toMatchObject({ ok: true });
  });

  it("is known from a document that an earlier version has stored", async () => {
    const { intent, refund, refill } = await seedPoorMerchant();
    await refund("key-1");
    await drained(intent.id);
    await runInDurableObject(objectOf(intent.id), (_, { storage }) => {
      const document = storage.kv.get<IntentDocument>("document") as IntentDocument;
      const { earlierRefundRefusals, ...old } = document.intent;
      storage.kv.put("document", { ...document, intent: old });
    });
    await evict(intent.id);
    await refill();

    expect(await refund("key-1")).toEqual(TOO_POOR);
    expect(await refund("key-2")).toMatchObject({ ok: true });
    expect(await refund("key-1")).toEqual(TOO_POOR);
    await drained(intent.id);
    expect(await rowOf(intent.id)).toMatchObject({ refund_status: "pending" });
  });
});
