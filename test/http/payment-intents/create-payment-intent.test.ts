import { describe, expect } from "vitest";
import { type ApiResponse, BASE_URL, call, UUID } from "../../support/api.ts";
import { setClock } from "../../support/clock.ts";
import { makeCounter, makeInactiveCounter } from "../../support/counters.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { readIntent } from "../../support/intent-reads.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent, postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../../support/parties.ts";
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

const TOO_LARGE = "must be at most 16 KB of JSON";

function create(merchant: TestMerchant, text: string): Promise<ApiResponse> {
  return call("POST", INTENTS, { token: merchant.token, text });
}

function createWith(merchant: TestMerchant, metadata: string): Promise<ApiResponse> {
  return create(merchant, `{"amount":12.5,"metadata":${metadata}}`);
}

const VERBATIM = [
  ["inner whitespace", '{ "a" :\t1 ,\r\n "b" : [ ] }'],
  ["integers beyond 2^53", '{"order":12345678901234567890,"n":-9007199254740993}'],
  ["the digits of numbers", '{"a":1.0,"b":1.50,"c":1e3,"d":-0,"e":1E+2,"f":0.1000000000000000055}'],
  ["unicode escapes", '{"caf\\u00e9":"\\u0000\\ud83d\\ude00\\/"}'],
  ["lone surrogates as escapes", '{"a":"\\ud800"}'],
  ["duplicate keys", '{"a":1,"a":2}'],
  ["__proto__", '{"__proto__":{"admin":true},"constructor":1}'],
  ["quotes and braces in strings", '{"a":"}\\",{\\"b\\":[","c\\\\":"\\\\\\\\"}'],
  ["nesting 64 deep", `{"a":${"[".repeat(63)}${"]".repeat(63)}}`],
] as const;

describe("metadata of POST /merchant/api/v1/payment-intents", () => {
  it.each(VERBATIM)("is kept verbatim: %s", async (_, metadata) => {
    const merchant = await makeMerchant();
    const created = await createWith(merchant, metadata);
    expect(created.status).toBe(201);
    const { id } = created.body.payment_intent;
    const { token } = merchant;
    const read = await call("GET", `${INTENTS}/${id}`, { token });
    const listed = await call("GET", INTENTS, { token });
    for (const { text } of [created, read, listed]) expect(text).toContain(`"metadata":${metadata}`);
  });

  it("reaches the webhook's body verbatim", async ({ merchant }) => {
    const metadata = '{ "z":12345678901234567890, "a":1.0, "e":"\\u00e9" }';
    const { body } = await createWith(merchant, metadata);
    await confirm(await makeWallet(), body.payment_intent.id);
    const [event] = await eventsOf(body.payment_intent.id);
    expect(event?.payload.split(`"metadata":${metadata}`)).toHaveLength(3);
    expect(JSON.parse(event?.payload ?? "").data.sequence).toBe(1);
  });

  it("cannot forge another field, nor be forged by one", async ({ merchant }) => {
    const forgery = '"},"status":"completed","metadata":{"forged":true},"x":{"y":"';
    const { body } = await postIntent(merchant, {
      amount: 1,
      description: forgery,
      reference: '{"metadata":{"forged":true}}',
      metadata: { status: "completed", amount: 999, [forgery]: forgery, payment_intent: { id: "x" } },
    });
    expect(body.payment_intent).toMatchObject({
      status: "pending",
      amount: 1,
      description: forgery,
      reference: '{"metadata":{"forged":true}}',
      metadata: { status: "completed", amount: 999, [forgery]: forgery, payment_intent: { id: "x" } },
    });
  });

  it("is the last of two members of that name, as in JSON.parse", async ({ merchant }) => {
    const both = await create(merchant, '{"metadata":{"first":1},"amount":1,"\\u006detadata":{"last":1}}');
    expect(both.body.payment_intent.metadata).toEqual({ last: 1 });
    const nulled = await create(merchant, '{"metadata":{"first":1},"amount":1,"metadata":null}');
    expect(nulled.body.payment_intent.metadata).toBeNull();
  });

  it("is not taken from inside another field", async () => {
    const { body } = await create(await makeMerchant(), '{"other":{"metadata":{"x":1}},"amount":1}');
    expect(body.payment_intent.metadata).toBeNull();
  });

  it.each(["[]", '"{}"', "5", "false"])("refuses %s, which is not an object", async (value) => {
    expectInvalid(await createWith(await makeMerchant(), value), "metadata", undefined);
  });

  it.each([64, 8000])("refuses %d levels below its own", async (depth) => {
    const lists = await createWith(await makeMerchant(), `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
    expectInvalid(lists, "metadata", "must be nested at most 64 deep");
  });

  it("accepts 16 KB of JSON", async () => {
    const metadata = `{"a":"${"x".repeat(16_384 - 8)}"}`;
    const { status, body } = await createWith(await makeMerchant(), metadata);
    expect(status).toBe(201);
    expect(JSON.stringify(body.payment_intent.metadata)).toBe(metadata);
  });

  it("refuses one byte more, counted in bytes rather than characters", async ({ merchant }) => {
    const oneByteMore = `{"a":"${"x".repeat(16_384 - 7)}"}`;
    const fewerCharacters = `{"a":"${"é".repeat(8_190)}"}`;
    for (const metadata of [oneByteMore, fewerCharacters]) {
      expectInvalid(await createWith(merchant, metadata), "metadata", TOO_LARGE);
    }
  });
});
