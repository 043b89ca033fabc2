import { describe, expect } from "vitest";
import { BASE_URL, call, UUID } from "../../support/api.ts";
import { setClock } from "../../support/clock.ts";
import { makeCounter, makeInactiveCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { makeIntent, postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { numberIn } from "../../support/numbers.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";
import { merchantToken } from "../../support/tokens.ts";

describe("POST /merchant/api/v1/payment-intents", () => {
  it("returns 201 with the whole intent, including defaults and nulls", async () => {
    const merchant = await makeMerchant({ business_name: "Café 北京" });
    setClock(Date.parse("2031-03-04T05:06:07.008Z"));
    const token = await merchantToken(merchant.id);
    const response = await postIntent({ token }, { amount: 12.5 });
    expect(response.status).toBe(201);
    const { id } = response.body.payment_intent;
    expect(response.body).toEqual({
      success: true,
      payment_intent: {
        id: expect.stringMatching(UUID),
        number: numberIn({ id, created_at: "2031-03-04T05:06:07.008Z" }),
        merchant_id: merchant.id,
        merchant_name: "Café 北京",
        amount: 12.5,
        amount_minor: 1250,
        amount_decimal: "12.50",
        currency: "USD",
        description: "",
        qr_code_url: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+=*$/),
        qr_data: `{"payment_intent_id":"${id}","amount":12.5,"currency":"USD","merchant_id":"${merchant.id}","merchant_name":"Caf\\u00e9 \\u5317\\u4eac"}`,
        status: "pending",
        target_wallet_id: null,
        completed_by: null,
        refund_status: null,
        refund_ledger_tx_id: null,
        counter_id: null,
        reference: null,
        callback_url: null,
        checkout_url: `${BASE_URL}/pay/${id}`,
        return_url: null,
        metadata: null,
        cancellation_reason: null,
        expires_at: "2031-03-04T05:36:07.008Z",
        created_at: "2031-03-04T05:06:07.008Z",
        updated_at: "2031-03-04T05:06:07.008Z",
        completed_at: null,
        cancelled_at: null,
        environment: "sandbox",
      },
    });
    expect(id[14]).toBe("7");
  });

  it("keeps every optional field", async ({ merchant, counter }) => {
    const intent = await makeIntent(merchant, {
      currency: "EUR",
      description: "Two coffees",
      expires_in: 120,
      counter_id: counter.id,
      reference: "order-7",
      callback_url: "https://shop.test/hooks?a=b#c",
      metadata: { table: 4, note: null },
    });
    expect(intent).toMatchObject({
      currency: "EUR",
      description: "Two coffees",
      counter_id: counter.id,
      reference: "order-7",
      callback_url: "https://shop.test/hooks?a=b#c",
      metadata: { table: 4, note: null },
    });
    expect(Date.parse(intent.expires_at) - Date.parse(intent.created_at)).toBe(120_000);
  });

  it("returns the same intent as a later GET", async ({ merchant }) => {
    const intent = await makeIntent(merchant, { description: "é\t\n\u2028😀", reference: '"\\' });
    expect((await readIntent(merchant, intent.id)).body).toEqual({ success: true, payment_intent: intent });
  });

  it("treats null in any optional field as absent", async ({ merchant }) => {
    const intent = await makeIntent(merchant, {
      currency: null,
      description: null,
      expires_in: null,
      counter_id: null,
      reference: null,
      callback_url: null,
      metadata: null,
    });
    expect(intent).toMatchObject({
      currency: "USD",
      description: "",
      counter_id: null,
      reference: null,
      callback_url: null,
      metadata: null,
    });
    expect(Date.parse(intent.expires_at) - Date.parse(intent.created_at)).toBe(1_800_000);
  });

  it("keeps empty texts unchanged", async () => {
    const intent = await makeIntent(await makeMerchant(), { description: "", reference: "", metadata: {} });
    expect(intent).toMatchObject({ description: "", reference: "", metadata: {} });
  });

  it("takes the merchant from the token and ignores unknown fields", async ({ merchant, other }) => {
    const intent = await makeIntent(merchant, {
      id: crypto.randomUUID(),
      merchant_id: other.id,
      merchant_name: "Other",
      status: "completed",
      completed_by: other.id,
      refund_status: "completed",
      target_wallet_id: other.id,
      expires_at: "2099-01-01T00:00:00.000Z",
      amount_minor: 1,
      constructor: { prototype: { amount: 1 } },
    });
    expect(intent).toMatchObject({
      merchant_id: merchant.id,
      merchant_name: "Bean & Leaf",
      status: "pending",
      completed_by: null,
      refund_status: null,
      target_wallet_id: null,
      amount_minor: 1250,
    });
    expect(Date.parse(intent.expires_at) - Date.parse(intent.created_at)).toBe(1_800_000);
  });

  it("reads no field from __proto__", async () => {
    const { token } = await makeMerchant();
    const response = await call("POST", INTENTS, { token, text: '{"__proto__":{"amount":5}}' });
    expectInvalid(response, "amount", "is required");
    const harmless = await call("POST", INTENTS, {
      token,
      text: '{"amount":5,"__proto__":{"description":"polluted"}}',
    });
    expect(harmless.body.payment_intent.description).toBe("");
    expect({}).not.toHaveProperty("description");
  });
});

describe("counter_id of POST /merchant/api/v1/payment-intents", () => {
  const MUST_BE_OWN = "must be an active counter of this merchant";

  it("is the counter's own when a counter creates the intent", async () => {
    const merchant = await makeMerchant();
    const counter = await makeCounter(merchant);
    for (const fields of [{}, { counter_id: null }, { counter_id: counter.id }]) {
      const { status, body } = await postIntent(counter, { amount: 1, ...fields });
      expect({ status, counter: body.payment_intent.counter_id }).toEqual({
        status: 201,
        counter: counter.id,
      });
    }
  });

  it("is accepted in upper case and stored in lower case", async ({ merchant, counter }) => {
    const intent = await makeIntent(merchant, { counter_id: counter.id.toUpperCase() });
    expect(intent.counter_id).toBe(counter.id);
  });

  it("must be an active counter of this merchant", async ({ merchant }) => {
    const inactive = await makeInactiveCounter(merchant);
    const foreign = await makeCounter(await makeMerchant());
    for (const id of [crypto.randomUUID(), inactive.id, foreign.id]) {
      expectInvalid(await postIntent(merchant, { amount: 1, counter_id: id }), "counter_id", MUST_BE_OWN);
    }
  });

  it.each(["", "abc", "123e4567-e89b-12d3-a456-42661417400", 5, true, {}, []])(
    "cannot be %j",
    async (value) => {
      expectInvalid(await postIntent(await makeMerchant(), { amount: 1, counter_id: value }), "counter_id");
    },
  );
});
