import { describe, expect, it } from "vitest";
import { makeCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import {
  countIntents,
  createWithKey,
  expectNew,
  expectReplay,
  INVALID_KEYS,
  isReplayed,
  KEY_FAULT,
  newKey,
  scanWithKey,
  UUID_V7,
  UUID_V8,
} from "../../support/idempotency.ts";
import { postIntent } from "../../support/intents.ts";
import { makeMerchant, makeWallet } from "../../support/parties.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

describe("an Idempotency-Key of POST /merchant/api/v1/payment-intents", () => {
  it("is separate for each client of a merchant", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const [counter, other] = [await makeCounter(merchant), await makeCounter(merchant)];
    const dashboard = {
      token: await merchantToken(merchant.id, { azp: "dashboard", ...withRoles("merchant") }),
    };
    const ids = new Set<string>();
    for (const caller of [merchant, counter, other, dashboard])
      ids.add(expectNew(await createWithKey(key, caller)));
    expect(ids.size).toBe(4);
    expect(isReplayed(await createWithKey(key, counter))).toBe(true);
  });

  it("is separate for each merchant, even through the same client", async () => {
    const key = newKey();
    const ids = new Set<string>();
    for (let count = 0; count < 2; count++) {
      const { id, token } = await makeMerchant();
      ids.add(expectNew(await createWithKey(key, { token })));
      const shared = { token: await merchantToken(id, { azp: "shared", ...withRoles("merchant") }) };
      ids.add(expectNew(await createWithKey(key, shared)));
    }
    expect(ids.size).toBe(4);
  });

  it("is separate from the same key of scan-payment", async () => {
    const [merchant, wallet, key] = [await makeMerchant(), await makeWallet(), newKey()];
    const { id: counterId } = await makeCounter(merchant);
    const body = { amount: 12.5, counter_id: counterId, scan_token: wallet.id, expires_in: 300 };
    const created = expectNew(await createWithKey(key, merchant, body));
    expect(expectNew(await scanWithKey(key, merchant, body))).not.toBe(created);
    expect(await countIntents(merchant)).toBe(2);
  });

  it("distinguishes keys by case and by every character", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const ids = new Set<string>();
    for (const near of [key, key.toUpperCase(), `${key}.`, `"${key}"`, `${key},${key}`]) {
      ids.add(expectNew(await createWithKey(near, merchant)));
    }
    expect(ids.size).toBe(5);
  });

  it.each(INVALID_KEYS)("refuses the key %j and creates nothing", async (key) => {
    const merchant = await makeMerchant();
    expectInvalid(await createWithKey(key, merchant), "Idempotency-Key", KEY_FAULT);
    expect(await countIntents(merchant)).toBe(0);
  });

  it.each([
    ["of one character", "x"],
    ["of 255 characters", "x".repeat(255)],
    [
      "of every visible character",
      Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(""),
    ],
  ])("accepts a key %s", async (_, key) => {
    const merchant = await makeMerchant();
    const made = await createWithKey(key, merchant);
    expectNew(made);
    expectReplay(await createWithKey(key, merchant), made.body.payment_intent);
  });

  it("determines the id's version: only requests with a key are deduplicated", async () => {
    const merchant = await makeMerchant();
    expect(expectNew(await createWithKey(newKey(), merchant))).toMatch(UUID_V8);
    const without = await Promise.all([1, 2].map(() => postIntent(merchant, { amount: 12.5 })));
    for (const response of without) expect(expectNew(response)).toMatch(UUID_V7);
    expect(await countIntents(merchant)).toBe(3);
  });
});
