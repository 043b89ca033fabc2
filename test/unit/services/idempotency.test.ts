import { describe, expect, it } from "vitest";
import { intentIdsFor } from "../../../src/services/payment-intents/idempotency.ts";
import fixture from "../../fixtures/idempotent-requests.json" with { type: "json" };

const { merchantId, idempotencyKeySecret: secret, creates } = fixture;
const CALLER = {
  merchantId,
  cause: { actor: `merchant-${merchantId}`, requestId: null },
  ...{ counterId: null, areRefundsStopped: false, defer: () => {} },
};
const NOW = Date.parse("2026-11-25T12:00:00Z");
const CELLS = [{ digits: 3, since: NOW + 1 }];
/** Only three zeros and the merchant's slot are new in it, 00000 here. */
const SLOTTED: Record<string, string> = {
  "key-0": "c3db5f05-f995-8dc7-a724-00071e00000e",
  "key-1": "2f8d63c7-eb45-8804-bc6c-0009a5000001",
};

describe("the ids of an intent with an Idempotency-Key", () => {
  it.each(creates)("never change, and the others that it may have are known: $key", async (create) => {
    const { key, id, idBeforeSecret } = create;
    const slotted = SLOTTED[key];
    const idsWith = (cells: typeof CELLS) => intentIdsFor(CALLER, "create", key, { secret, cells, now: NOW });
    expect(await idsWith([])).toEqual({ id, otherIds: [idBeforeSecret, slotted] });
    expect(await idsWith(CELLS)).toEqual({ id: slotted, otherIds: [idBeforeSecret, id] });
  });
});
