import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { makeIntent, postIntent } from "../../support/intents.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

describe("expires_in of POST /merchant/api/v1/payment-intents", () => {
  it.each([60, 2_592_000])("accepts %d seconds", async (seconds) => {
    const intent = await makeIntent(await makeMerchant(), { expires_in: seconds });
    expect(Date.parse(intent.expires_at) - Date.parse(intent.created_at)).toBe(seconds * 1000);
  });

  it.each([
    ["59", "must be at least 60"],
    ["-60", "must be at least 60"],
    ["2592001", "must be at most 2592000"],
    ["60.5", "must be an integer"],
    ["1e999", undefined],
    ['"60"', undefined],
    ["{}", undefined],
  ])("refuses %s", async (value, message) => {
    const { token } = await makeMerchant();
    const response = await call("POST", INTENTS, { token, text: `{"amount":1,"expires_in":${value}}` });
    expect(response.status).toBe(400);
    expect(response.body.details[0].field).toBe("expires_in");
    if (message !== undefined) expectInvalid(response, "expires_in", message);
  });
});

describe.each([
  ["description", 500],
  ["reference", 255],
])("%s of POST /merchant/api/v1/payment-intents", (field, max) => {
  it(`accepts ${max} characters`, async () => {
    const text = "é".repeat(max);
    expect(await makeIntent(await makeMerchant(), { [field]: text })).toMatchObject({ [field]: text });
  });

  it("refuses one more", async () => {
    const response = await postIntent(await makeMerchant(), { amount: 1, [field]: "x".repeat(max + 1) });
    expectInvalid(response, field, `must have at most ${max} characters`);
  });

  it.each(["a\u0000b", "\u001b[31m", "\u007f", "\u0085"])(
    "refuses the control characters of %j",
    async (text) => {
      const response = await postIntent(await makeMerchant(), { amount: 1, [field]: text });
      expectInvalid(response, field, "must not contain control characters");
    },
  );

  it.each(["\u202e12.50", "a\u2069b"])("refuses %j, which reorders text", async (text) => {
    const response = await postIntent(await makeMerchant(), { amount: 1, [field]: text });
    expectInvalid(response, field, "must not contain characters that reorder text");
  });

  it.each(["\ud800", "a\udfffb"])("refuses %j, which is not whole Unicode", async (text) => {
    const response = await postIntent(await makeMerchant(), { amount: 1, [field]: text });
    expectInvalid(response, field, "must not contain unpaired surrogates");
  });

  it.each(["</script>", " spaces ", "\u200eab\u200f", "👩\u200d👧"])("keeps %j unchanged", async (text) => {
    expect(await makeIntent(await makeMerchant(), { [field]: text })).toMatchObject({ [field]: text });
  });

  it.each([5, ["x"]])("refuses %j", async (value) => {
    expectInvalid(
      await postIntent(await makeMerchant(), { amount: 1, [field]: value }),
      field,
      "must be a string",
    );
  });
});

describe.each(["callback_url", "return_url"])("%s of POST /merchant/api/v1/payment-intents", (field) => {
  const url = (length: number) => `https://shop.test/${"x".repeat(length - 18)}`;

  it("accepts 2048 characters", async () => {
    const intent = await makeIntent(await makeMerchant(), { [field]: url(2048) });
    expect(intent[field]).toBe(url(2048));
  });

  it("refuses one more", async () => {
    const response = await postIntent(await makeMerchant(), { amount: 1, [field]: url(2049) });
    expectInvalid(response, field, "must have at most 2048 characters");
  });

  it.each([
    "",
    "//shop.test/hooks",
    "https://shop test/",
    "ftp://shop.test/",
    "javascript:alert(1)",
    "https://user:secret@shop.test/",
    "https://shop.test:99999/",
  ])("refuses %j", async (value) => {
    expectInvalid(await postIntent(await makeMerchant(), { amount: 1, [field]: value }), field);
  });

  it.each(["https://shop.test/<b>", "https://shop.test/?a[]=1", "https://shop.test/ä"])(
    "accepts %j, which browsers accept, and returns it as it is",
    async (value) => {
      const { status, body } = await postIntent(await makeMerchant(), { amount: 1, [field]: value });
      expect([status, body.payment_intent[field]]).toEqual([201, value]);
    },
  );

  it.each([5, {}])("refuses %j", async (value) => {
    const response = await postIntent(await makeMerchant(), { amount: 1, [field]: value });
    expectInvalid(response, field, "must be a string");
  });
});

describe("several invalid fields of POST /merchant/api/v1/payment-intents", () => {
  it("are all named", async () => {
    const response = await postIntent(await makeMerchant(), {
      amount: "1",
      expires_in: 59,
      reference: 7,
      metadata: [],
    });
    expect(response.status).toBe(400);
    expect(response.body.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      "amount",
      "expires_in",
      "metadata",
      "reference",
    ]);
    expect(response.body.error).toBe("amount must be a number");
  });
});
