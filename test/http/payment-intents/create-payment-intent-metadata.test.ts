import { describe, expect } from "vitest";
import { type ApiResponse, call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { confirm, postIntent } from "../../support/intents.ts";
import { it } from "../../support/it.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

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
