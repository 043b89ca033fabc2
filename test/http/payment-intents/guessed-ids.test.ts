// Order numbers are popular idempotency keys, and merchants' ids are public: neither leads to an intent.
import { stringify } from "uuid";
import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { SCAN } from "../../support/approvals.ts";
import { makeCounter } from "../../support/counters.ts";
import { createWithKey, expectNew, scanWithKey } from "../../support/idempotency.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../../support/parties.ts";
import { INTENTS, MERCHANT_API } from "../../support/paths.ts";
import { bearer, startService } from "../../support/rate-limits.ts";

const ORDERS = Array.from({ length: 20 }, (_, n) => `order-${1001 + n}`);

const newSecret = () => crypto.getRandomValues(new Uint8Array(32)).toBase64();

/** Everything that a stranger knows, in the order in which the ids were once made of it. */
async function guess(merchant: TestMerchant, operation: string, key: string): Promise<string> {
  const text = JSON.stringify([merchant.id, `merchant-${merchant.id}`, operation, key]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const bytes = digest.slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return stringify(bytes);
}

describe("a stranger who guesses the idempotency keys of a merchant", () => {
  it("reads none of its intents", async () => {
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant);
    const order = { scan_token: (await makeWallet()).id, counter_id: counter.id, amount: 12.5 };
    for (const key of ORDERS.slice(0, 5)) expectNew(await createWithKey(key, merchant));
    for (const key of ORDERS.slice(5, 10)) expectNew(await scanWithKey(key, merchant, order));

    const statuses = new Set<number>();
    for (const key of ORDERS) {
      for (const operation of ["create", "scan"]) {
        const path = `${MERCHANT_API}/public/payment-intents/${await guess(merchant, operation, key)}`;
        statuses.add((await call("GET", path)).status);
      }
    }

    expect([...statuses]).toEqual([404]);
  });

  it.each([INTENTS, SCAN])("lacks the secret on which the id depends: %s", async (path) => {
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant);
    const json = { amount: 1, counter_id: counter.id, scan_token: (await makeWallet()).id };
    const idUnder = async (secret: string) => {
      const send = startService({ RATE_LIMITS: "off", IDEMPOTENCY_KEY_SECRET: secret });
      const headers = {
        ...bearer(merchant),
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1001",
      };
      const response = await send(path, { method: "POST", headers, body: JSON.stringify(json) });
      return (await response.json<{ payment_intent: { id: string } }>()).payment_intent.id;
    };
    const [one, other] = [newSecret(), newSecret()];

    expect(await idUnder(one)).toBe(await idUnder(one));
    expect(await idUnder(other)).not.toBe(await idUnder(one));
  });
});
