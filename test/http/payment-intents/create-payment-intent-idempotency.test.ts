import { describe, expect, it } from "vitest";
import { renewCopies } from "#core/db/merchants/account-copies.ts";
import { call } from "../../support/api.ts";
import { makeApproval } from "../../support/approvals.ts";
import { moveClock } from "../../support/clock.ts";
import { deactivateCounter, makeCounter } from "../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { loseDatabaseReplies, muteLog, repair } from "../../support/faults.ts";
import {
  countIntents,
  createWithKey,
  expectNew,
  expectReplay,
  expectReused,
  INVALID_KEYS,
  isReplayed,
  KEY_FAULT,
  newKey,
  scanWithKey,
  tenTimes,
  UUID_V7,
  UUID_V8,
} from "../../support/idempotency.ts";
import { listIntents, readIntent } from "../../support/intent-reads.ts";
import { cancel, confirm, makeIntent, postIntent } from "../../support/intents.ts";
import { deactivateMerchant, makeMerchant, makeWallet, renewMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { deps } from "../../support/seeds.ts";
import { merchantToken, withRoles } from "../../support/tokens.ts";

describe("Idempotency-Key of POST /merchant/api/v1/payment-intents", () => {
  it("makes one intent from ten parallel requests, nine of which are replayed", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const responses = await tenTimes(() => createWithKey(key, merchant));
    const [made] = responses.filter((response) => !isReplayed(response));
    expect(responses.filter(isReplayed)).toHaveLength(9);
    for (const response of responses) {
      expect({ status: response.status, body: response.body }).toEqual({ status: 201, body: made?.body });
    }
    expect(await countIntents(merchant)).toBe(1);
  });

  it.each(["completed", "cancelled", "expired"])(
    "replays with the intent's current state, and warns of one that cannot be paid any more: %s",
    async (status) => {
      let merchant = await makeMerchant();
      const key = newKey();
      const id = expectNew(await createWithKey(key, merchant));
      if (status === "completed") expect((await confirm(await makeWallet(), id)).status).toBe(200);
      if (status === "cancelled") expect((await cancel(merchant, id)).status).toBe(200);
      if (status === "expired") moveClock(1_800_000);
      merchant = await renewMerchant(merchant);
      const response = await createWithKey(key, merchant);
      const current = (await readIntent(merchant, id)).body.payment_intent;
      expect(current).toMatchObject({ id, status });
      expectReplay(response, current);
    },
  );

  it("refuses any other field under the same key", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const [counter, another] = [await makeCounter(merchant), await makeCounter(merchant)];
    const body = {
      amount: 12.5,
      currency: "USD",
      description: "Two coffees",
      expires_in: 600,
      counter_id: counter.id,
      reference: "order-1",
      callback_url: "https://shop.test/a",
      callback_events: ["payment.completed", "payment.expired"],
      return_url: "https://shop.test/orders/a",
      metadata: { a: 1 },
    };
    const made = await createWithKey(key, merchant, body);
    expectNew(made);
    const { id } = made.body.payment_intent;
    for (const change of [
      { amount: 12.51 },
      { currency: "EUR" },
      { description: "Two teas" },
      { expires_in: 601 },
      { counter_id: another.id },
      { reference: "order-2" },
      { reference: "" },
      { callback_url: "https://shop.test/b" },
      { callback_events: ["payment.expired"] },
      { return_url: "https://shop.test/orders/b" },
      { metadata: { a: 2 } },
      { metadata: undefined },
    ]) {
      expectReused(await createWithKey(key, merchant, { ...body, ...change }), id, Object.keys(change));
    }
    const several = { ...body, amount: 1, metadata: { a: 1, b: 2 }, currency: "EUR" };
    expectReused(await createWithKey(key, merchant, several), id, ["amount", "currency", "metadata"]);
    expectReplay(await createWithKey(key, merchant, body), made.body.payment_intent);
    expect(await countIntents(merchant)).toBe(1);
  });

  it("treats different spellings of the same values as the same request", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const { id: counterId } = await makeCounter(merchant);
    const made = await createWithKey(key, merchant, { amount: 12.5, counter_id: counterId });
    const post = (text: string) =>
      call("POST", INTENTS, { token: merchant.token, text, headers: { "Idempotency-Key": key } });
    const upperCase = counterId.toUpperCase();
    for (const text of [
      `{"counter_id":"${counterId}","amount":12.50}`,
      `{ "amount": 1.25e1, "counter_id": "${upperCase}" }`,
      `{"counter_id":"${counterId}","amount":"12.50"}`,
      `{"amount":12.5,"currency":"usd","description":"","expires_in":1800,"reference":null,"callback_url":null,
        "metadata":null,"counter_id":"${counterId}"}`,
    ]) {
      expectReplay(await post(text), made.body.payment_intent);
    }
  });

  it("takes callback_events in any order, and their default as if they were left out", async () => {
    const merchant = await makeMerchant();
    const body = { amount: 1, callback_url: "https://shop.test/a" };
    for (const [first, ...others] of [
      [
        ["refund.failed", "payment.completed"],
        ["payment.completed", "refund.failed"],
      ],
      [["payment.completed"], undefined, null],
      [undefined, ["payment.completed"], null],
    ]) {
      const key = newKey();
      const made = await createWithKey(key, merchant, { ...body, callback_events: first });
      expectNew(made);
      for (const callback_events of others)
        expectReplay(
          await createWithKey(key, merchant, { ...body, callback_events }),
          made.body.payment_intent,
        );
    }
  });

  it("compares metadata by value, and keeps the first text", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const post = (metadata: string) =>
      call("POST", INTENTS, {
        token: merchant.token,
        text: `{"amount":12.5,"metadata":${metadata}}`,
        headers: { "Idempotency-Key": key },
      });
    const first = '{"b":1.0,"a":{"n":12345678901234567890,"t":"é"}}';
    const id = expectNew(await post(first));
    for (const again of [
      ' { "a" : { "t" : "\\u00E9", "n" : 1234567890123456789e1 }, "b" : 1 } ',
      '{"a":{"n":12345678901234567890.00,"t":"é"},"b":10e-1}',
    ]) {
      const replay = await post(again);
      expect([replay.status, isReplayed(replay)]).toEqual([201, true]);
      expect(replay.text).toContain(`"metadata":${first}`);
    }
    const another = '{"b":1.0,"a":{"n":12345678901234567891,"t":"é"}}';
    expectReused(await post(another), id, ["metadata"]);
  });

  it("replays when the merchant is no longer active, and refuses new keys", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const made = await createWithKey(key, merchant);
    await deactivateMerchant(merchant);
    expectReplay(await createWithKey(key, merchant), made.body.payment_intent);
    expectReused(await createWithKey(key, merchant, { amount: 1 }), made.body.payment_intent.id, ["amount"]);
    const refused = await createWithKey(newKey(), merchant);
    expectFailure(refused, 403, "merchant_not_active", "Merchant is not active");
  });

  it("replays when the counter is no longer active, and refuses new keys", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const counter = await makeCounter(merchant);
    const made = await createWithKey(key, counter);
    expect((await deactivateCounter(merchant, counter.id)).status).toBe(200);
    expectReplay(await createWithKey(key, counter), made.body.payment_intent);
    expectFailure(await createWithKey(newKey(), counter), 403, "counter_not_active", "Counter is not active");
  });

  it("is not used up by a refused request", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    const unknown = { amount: 12.5, counter_id: crypto.randomUUID() };
    expectInvalid(await createWithKey(key, merchant, { amount: -1 }), "amount");
    expectInvalid(await createWithKey(key, merchant, unknown), "counter_id");
    expectNew(await createWithKey(key, merchant));
  });

  it("finds the intent whose response was lost", async () => {
    const [merchant, key] = [await makeMerchant(), newKey()];
    await renewCopies(deps.shards, merchant.id);
    muteLog();
    loseDatabaseReplies(/^\s*insert into "payment_intents"/i);
    const lost = await createWithKey(key, merchant);
    const isInsertedByObject = deps.config.cells.length > 0;
    const [status, code] = isInsertedByObject
      ? ([503, "payment_intent_unavailable"] as const)
      : ([500, "internal_error"] as const);
    expectFailure(lost, status, code, "Failed to create payment intent");
    repair();
    const again = await createWithKey(key, merchant);
    const [only, ...others] = await listIntents(merchant);
    expect(others).toEqual([]);
    expectReplay(again, only);
  });

  it("makes an intent that is listed, cancelled and read like any other", async () => {
    const merchant = await makeMerchant();
    const plain = await makeIntent(merchant);
    moveClock(1_000);
    const { payment_intent: keyed } = (await createWithKey(newKey(), await renewMerchant(merchant))).body;
    moveClock(1_000);
    const approval = await makeApproval(await renewMerchant(merchant), await makeWallet());
    expect(await listIntents(await renewMerchant(merchant))).toEqual([approval, keyed, plain]);
  });
});

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
