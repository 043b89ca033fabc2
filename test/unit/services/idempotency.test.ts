import { expect, it } from "vitest";
import { intentIdFor } from "#core/services/payment-intents/idempotency.ts";

const MERCHANT_ID = "22222222-0000-4000-8000-000000000001";
const CALLER = {
  merchantId: MERCHANT_ID,
  actor: { client: `merchant-${MERCHANT_ID}`, requestId: null },
  ...{ counterId: null, defer: () => {} },
};
const SECRET = "dGVzdC1pZGVtcG90ZW5jeS1rZXktc2VjcmV0LTMyISE=";
const NOW = Date.parse("2026-11-25T12:00:00Z");

it.each([
  ["key-0", "c3db5f05-f995-8dc7-a724-6ec71e00000e"],
  ["key-1", "2f8d63c7-eb45-8804-bc6c-95d9a5000001"],
])(
  "the id that comes from the Idempotency-Key %s never changes, whatever cells there are",
  async (key, id) => {
    for (const cells of [[], [{ digits: 3, since: NOW + 1 }], [{ digits: 3, since: NOW - 1 }]]) {
      expect(await intentIdFor(CALLER, "create", key, { secret: SECRET, cells, now: NOW })).toBe(id);
    }
  },
);
