// A customer reads a sticker, and begins to pay.
import { describe, expect } from "vitest";
import { call } from "../../../support/api.ts";
import { approve } from "../../../support/approvals.ts";
import { MINUTE, moveClock, SECOND, useStoppedClock } from "../../../support/clock.ts";
import { deactivateCounter } from "../../../support/counters.ts";
import { expectFailure, expectInvalid } from "../../../support/error-responses.ts";
import { failDatabase, LEDGER, muteLog } from "../../../support/faults.ts";
import { readIntent } from "../../../support/intent-reads.ts";
import { cancel, confirm, makeIntent } from "../../../support/intents.ts";
import { it } from "../../../support/it.ts";
import {
  deactivateMerchant,
  makeMerchant,
  makeWallet,
  renewMerchant,
  renewWallet,
  type TestMerchant,
} from "../../../support/parties.ts";
import { INTENTS, MERCHANT_API, UNKNOWN_ID } from "../../../support/paths.ts";
import { bearer, limiterOf, startService, statusesOf } from "../../../support/rate-limits.ts";
import { suspend } from "../../../support/stops.ts";
import {
  makeStickerCode,
  paySticker,
  readSticker,
  revokeStickerCode,
  STICKERS,
} from "../sticker-requests.ts";

useStoppedClock();

const stickerOf = async (wallet: { id: string; token: string }, id: string) =>
  (await readSticker(wallet, id)).body.sticker;

async function countIntents({ token }: TestMerchant): Promise<number> {
  return (await call("GET", INTENTS, { token })).body.payment_intents.length;
}

describe("GET /wallet/api/v1/stickers/{stickerCodeID}", () => {
  it("says what is asked for, and makes nothing", async ({ wallet }) => {
    const merchant = await makeMerchant({ business_name: "Bean & Leaf" });
    const { id } = await makeStickerCode(merchant, { label: "Coffee", amount_min: 1, amount_max: 20 });
    const { status, body } = await readSticker(wallet, id);
    expect([status, body.sticker]).toEqual([
      200,
      {
        ...{ id, label: "Coffee", amount: null, amount_min: "1.00", amount_max: "20.00", currency: "USD" },
        ...{ merchant_name: "Bean & Leaf", counter_name: "Till 1", payment_intent_id: null },
      },
    ]);
    expect(await countIntents(merchant)).toBe(0);
  });

  it("names the newest sale that is open at the counter, and no other", async ({
    merchant,
    wallet,
    counter,
  }) => {
    const { id } = await makeStickerCode(merchant, {}, counter.id);
    const sale = { counter_id: counter.id };
    await makeIntent(merchant);
    await paySticker(wallet, id, { amount: "1" });
    expect((await stickerOf(wallet, id)).payment_intent_id).toBeNull();
    const first = await makeIntent(merchant, sale);
    moveClock(SECOND);
    const second = await makeIntent(merchant, sale);
    expect((await stickerOf(wallet, id)).payment_intent_id).toBe(second.id);
    await cancel(merchant, second.id);
    expect((await stickerOf(wallet, id)).payment_intent_id).toBe(first.id);
    await confirm(wallet, first.id);
    expect((await stickerOf(wallet, id)).payment_intent_id).toBeNull();
  });

  it("names no sale that has expired or was begun long ago, and no order of a web shop", async ({
    merchant,
    wallet,
    counter,
  }) => {
    const { id } = await makeStickerCode(merchant, {}, counter.id);
    const sale = { counter_id: counter.id };
    for (const expires_in of [60, 86_400]) await makeIntent(merchant, { ...sale, expires_in });
    moveClock(31 * MINUTE);
    const shop = await renewMerchant(merchant);
    for (const address of ["return_url", "callback_url"])
      await makeIntent(shop, { ...sale, [address]: "https://shop.test/orders/1" });
    expect((await stickerOf(await renewWallet(wallet), id)).payment_intent_id).toBeNull();
  });

  it("names no sale that somebody else is paying", async ({ merchant, wallet, counter }) => {
    const { id } = await makeStickerCode(merchant, {}, counter.id);
    const sale = await makeIntent(merchant, { counter_id: counter.id });
    const other = await makeWallet();
    muteLog();
    const repaired = failDatabase(LEDGER);
    expect((await confirm(other, sale.id)).status).toBe(202);
    repaired();
    expect((await stickerOf(wallet, id)).payment_intent_id).toBeNull();
  });

  it("names no request that waits for another customer's approval", async ({ merchant, wallet, scan }) => {
    const { id } = await makeStickerCode(merchant, {}, scan.counter_id);
    const { token } = merchant;
    const { body } = await call("POST", `${MERCHANT_API}/scan-payment`, { token, json: scan });
    expect((await stickerOf(wallet, id)).payment_intent_id).toBeNull();
    expect((await approve(wallet, body.payment_intent.id)).status).toBe(200);
  });
});

describe("POST /wallet/api/v1/stickers/{stickerCodeID}/payment-intents", () => {
  it("makes an ordinary intent of the counter, which the customer then confirms", async ({
    merchant,
    wallet,
  }) => {
    const { id, counterId } = await makeStickerCode(merchant, { label: "Coffee", amount: 4.5 });
    const { status, body } = await paySticker(wallet, id);
    expect([status, body.payment_intent]).toMatchObject([
      201,
      { merchant_id: merchant.id, amount_decimal: "4.50", description: "Coffee", status: "pending" },
    ]);
    const intentId = body.payment_intent.id;
    expect((await confirm(wallet, intentId)).status).toBe(200);
    const { payment_intent } = (await readIntent(merchant, intentId)).body;
    expect(payment_intent).toMatchObject({ status: "completed", counter_id: counterId });
    const { token } = merchant;
    const history = await call("GET", `${INTENTS}/${intentId}/events`, { token });
    expect(history.body.created_by).toBe(`sticker-${id}`);
  });

  it.for([
    [{ amount: 4.5 }, {}, 201],
    [{ amount: 4.5 }, { amount: 4.5 }, 201],
    [{ amount: 4.5 }, { amount: 4.49 }, 400],
    [{}, {}, 400],
    [{}, { amount: 0.01 }, 201],
    [{ amount_min: 2, amount_max: 5 }, { amount: 2 }, 201],
    [{ amount_min: 2, amount_max: 5 }, { amount: 5 }, 201],
    [{ amount_min: 2, amount_max: 5 }, { amount: 1.99 }, 400],
    [{ amount_min: 2, amount_max: 5 }, { amount: 5.01 }, 400],
    [{ amount_min: 2, amount_max: 5 }, { amount: 2.345 }, 400],
  ] as const)("of %j and %j is %i", async ([code, json, expected], { merchant, wallet }) => {
    const { id } = await makeStickerCode(merchant, code);
    const response = await paySticker(wallet, id, json);
    expect(response.status).toBe(expected);
    if (expected === 400) expectInvalid(response, "amount", "must be what the sticker allows");
    expect(await countIntents(merchant)).toBe(expected === 400 ? 0 : 1);
  });

  it("makes none in a currency that the wallet lacks", async ({ merchant, wallet }) => {
    const { id } = await makeStickerCode(merchant, { amount: 4, currency: "EUR" });
    const refused = await paySticker(wallet, id);
    expectFailure(refused, 422, "currency_mismatch", "the wallet does not hold this currency");
    expect(await countIntents(merchant)).toBe(0);
  });

  it("makes the same again under the same key, and another customer's another", async ({
    merchant,
    wallet,
  }) => {
    const { id } = await makeStickerCode(merchant, { amount: 4 });
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const idOf = async (by: typeof wallet) => (await paySticker(by, id, {}, key)).body.payment_intent.id;
    const first = await idOf(wallet);
    expect(await idOf(wallet)).toBe(first);
    expect(await idOf(await makeWallet())).not.toBe(first);
    const changed = { ...key };
    const open = await makeStickerCode(merchant);
    await paySticker(wallet, open.id, { amount: 1 }, changed);
    expect((await paySticker(wallet, open.id, { amount: 2 }, changed)).body.code).toBe(
      "idempotency_key_reused",
    );
  });

  it("makes at most ten a minute at one sticker, also of requests at once, and repeats each of them", async ({
    merchant,
    wallet,
  }) => {
    moveClock(MINUTE - (Date.now() % MINUTE));
    const shop = await renewMerchant(merchant);
    const [{ id }, other] = [await makeStickerCode(shop, { amount: 1 }), await makeStickerCode(shop)];
    const customer = await renewWallet(wallet);
    const pay = (key: number) => paySticker(customer, id, {}, { "Idempotency-Key": `payment-${key}` });
    const responses = await Promise.all(Array.from({ length: 14 }, (_, key) => pay(key)));
    const made = responses.flatMap(({ status, body }, key) => (status === 201 ? [{ key, body }] : []));
    expect(made).toHaveLength(10);
    const refused = responses.find(({ status }) => status === 429);
    expect([refused?.headers.get("Retry-After"), refused?.body.code]).toEqual(["60", "rate_limited"]);
    for (const { key, body } of made) expect((await pay(key)).body).toEqual(body);
    expect((await pay(14)).status).toBe(429);
    expect((await paySticker(customer, other.id, { amount: 1 })).status).toBe(201);
    moveClock(MINUTE);
    expect((await paySticker(await renewWallet(wallet), id)).status).toBe(201);
  });

  it("counts among all that makes intents of the merchant", async ({ merchant, wallet }) => {
    const { id } = await makeStickerCode(merchant, { amount: 1 });
    const headers = { ...bearer(wallet), "Content-Type": "application/json" };
    const send = startService({ LIMIT_CREATIONS: limiterOf(1) });
    const pay = () => send(`${STICKERS}/${id}/payment-intents`, { method: "POST", headers, body: "{}" });
    expect(await statusesOf(2, pay)).toEqual([201, 429]);
  });
});

const STATES: [
  string,
  number,
  (merchant: TestMerchant, code: { id: string; counterId: string }) => unknown,
][] = [
  ["sticker_code_revoked", 410, (merchant, { id }) => revokeStickerCode(merchant, id)],
  ["merchant_suspended", 403, (merchant) => suspend(merchant)],
  ["merchant_not_active", 403, (merchant) => deactivateMerchant(merchant)],
  ["counter_not_active", 403, (merchant, { counterId }) => deactivateCounter(merchant, counterId)],
];

describe("a sticker that takes no payments", () => {
  it.for(STATES)(
    "says %s with %i, to who reads and to who pays",
    async ([code, status, become], { merchant, wallet }) => {
      const made = await makeStickerCode(await renewMerchant(merchant), { amount: 4 });
      await become(merchant, made);
      for (const response of [await readSticker(wallet, made.id), await paySticker(wallet, made.id)])
        expect([response.status, response.body.code]).toEqual([status, code]);
    },
  );

  it("is unknown where nobody has made it", async ({ wallet }) => {
    for (const id of [UNKNOWN_ID, "no-id"])
      for (const response of [await readSticker(wallet, id), await paySticker(wallet, id)])
        expectFailure(response, 404, "sticker_code_not_found", "Sticker code not found");
  });
});
