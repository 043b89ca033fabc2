import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, type CallOptions, call } from "../../support/api.ts";
import { SCAN } from "../../support/approvals.ts";
import { makeCounter } from "../../support/counters.ts";
import { asAdmin, DESKS, NEW_DESK } from "../../support/desks.ts";
import { expectFailure, expectInvalid } from "../../support/error-responses.ts";
import { makeIntent, postIntent } from "../../support/intents.ts";
import { makeMerchant, makeWallet, type TestMerchant } from "../../support/parties.ts";
import { INTENTS, SANDBOX_API } from "../../support/paths.ts";

let merchant: TestMerchant;

beforeAll(async () => {
  merchant = await makeMerchant();
});

function post(options: CallOptions): Promise<ApiResponse> {
  return call("POST", INTENTS, { token: merchant.token, ...options });
}

describe("expires_in of POST /merchant/api/v1/payment-intents", () => {
  it.each([60, 2_592_000])("accepts %d seconds", async (seconds) => {
    const intent = await makeIntent(merchant, { expires_in: seconds });
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
    const response = await post({ text: `{"amount":1,"expires_in":${value}}` });
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
    expect(await makeIntent(merchant, { [field]: text })).toMatchObject({ [field]: text });
  });

  it.each([
    ["x".repeat(max + 1), `must have at most ${max} characters`],
    ...["a\u0000b", "\u001b[31m", "\u007f", "\u0085"].map((text) => [
      text,
      "must not contain control characters",
    ]),
    ["\u202e12.50", "must not contain characters that reorder text"],
    ["a\u2069b", "must not contain characters that reorder text"],
    ["\ud800", "must not contain unpaired surrogates"],
    ["a\udfffb", "must not contain unpaired surrogates"],
    [5, "must be a string"],
    [["x"], "must be a string"],
  ] as [unknown, string][])("refuses %j: %s", async (value, message) => {
    expectInvalid(await postIntent(merchant, { amount: 1, [field]: value }), field, message);
  });

  it.each(["</script>", " spaces ", "\u200eab\u200f", "👩\u200d👧"])("keeps %j unchanged", async (text) => {
    expect(await makeIntent(merchant, { [field]: text })).toMatchObject({ [field]: text });
  });
});

describe.each(["callback_url", "return_url"])("%s of POST /merchant/api/v1/payment-intents", (field) => {
  const url = (length: number) => `https://shop.test/${"x".repeat(length - 18)}`;

  it("accepts 2048 characters", async () => {
    const intent = await makeIntent(merchant, { [field]: url(2048) });
    expect(intent[field]).toBe(url(2048));
  });

  it.each([
    [url(2049), "must have at most 2048 characters"],
    [5, "must be a string"],
    [{}, "must be a string"],
    [""],
    ["//shop.test/hooks"],
    ["https://shop test/"],
    ["ftp://shop.test/"],
    ["javascript:alert(1)"],
    ["https://user:secret@shop.test/"],
    ["https://shop.test:99999/"],
  ] as [unknown, string?][])("refuses %j", async (value, message) => {
    expectInvalid(await postIntent(merchant, { amount: 1, [field]: value }), field, message);
  });

  it.each(["https://shop.test/<b>", "https://shop.test/?a[]=1", "https://shop.test/ä"])(
    "accepts %j, which browsers accept, and returns it as it is",
    async (value) => {
      const { status, body } = await postIntent(merchant, { amount: 1, [field]: value });
      expect([status, body.payment_intent[field]]).toEqual([201, value]);
    },
  );
});

describe("callback_events of POST /merchant/api/v1/payment-intents and of scan-payment", () => {
  it.each([
    [[], "must have at least 1 item"],
    [["payment.completed", "payment.completed"], "must name each event once"],
    ["payment.completed", "must be an array"],
    [["payment.paid"], undefined, "callback_events.0"],
    [["refund.failed", "ping"], undefined, "callback_events.1"],
    [{}],
    [[null], undefined, "callback_events.0"],
  ] as [unknown, string?, string?][])("refuses %j", async (value, message, field = "callback_events") => {
    const fields = { amount: 1, callback_url: "https://shop.test/", callback_events: value };
    expectInvalid(await postIntent(merchant, fields), field, message);
    const scan = { ...fields, scan_token: crypto.randomUUID(), counter_id: crypto.randomUUID() };
    expectInvalid(await call("POST", SCAN, { token: merchant.token, json: scan }), field, message);
  });

  it.each([{}, { callback_url: null }])("refuses them without a callback_url: %j", async (fields) => {
    const body = { amount: 1, callback_events: ["payment.expired"], ...fields };
    expectInvalid(await postIntent(merchant, body), "callback_events", "needs a callback_url");
  });

  it("accepts null without a callback_url", async () => {
    expect(await makeIntent(merchant, { callback_events: null })).not.toHaveProperty("callback_events");
  });

  it("returns what differs from the default, in an order of its own", async () => {
    const url = { callback_url: "https://shop.test/" };
    const callback_events = ["refund.completed", "payment.expired"];
    const intent = await makeIntent(merchant, { ...url, callback_events });
    expect(intent.callback_events).toEqual(["payment.expired", "refund.completed"]);
    const usual = await makeIntent(merchant, { ...url, callback_events: ["payment.completed"] });
    expect(usual).not.toHaveProperty("callback_events");
  });
});

const TOO_SMALL = "must be at least 0.01";

const TOO_LARGE = "must be at most 999999999.99";

describe("amount of POST /merchant/api/v1/payment-intents", () => {
  it.each([
    [0.01, "USD", 1, "0.01"],
    [4.35, "USD", 435, "4.35"],
    [999999999.99, "USD", 99999999999, "999999999.99"],
    [999999999, "JPY", 999999999, "999999999"],
    [0.015, "KWD", 15, "0.015"],
    [999999999.99, "KWD", 999999999990, "999999999.990"],
  ])("accepts %d %s", async (amount, currency, minor, decimal) => {
    const { status, body } = await postIntent(merchant, { amount, currency });
    expect(status).toBe(201);
    expect(body.payment_intent).toMatchObject({
      amount,
      currency,
      amount_minor: minor,
      amount_decimal: decimal,
    });
    expect(JSON.parse(body.payment_intent.qr_data)).toMatchObject({ amount, currency });
  });

  it.each(["12.50", "12.500000", "1250e-2", "1.25E1"])("reads %s as 12.50", async (text) => {
    const { body } = await post({ text: `{"amount":${text}}` });
    expect(body.payment_intent.amount_minor).toBe(1250);
  });

  it.each([
    ["0", "USD", TOO_SMALL],
    ["-1", "USD", TOO_SMALL],
    ["0.009", "USD", TOO_SMALL],
    ["0.015", "USD", "must have at most 2 decimals in USD"],
    ["0.30000000000000004", "USD", "must have at most 2 decimals in USD"],
    ["1.2345", "KWD", "must have at most 3 decimals in KWD"],
    ["1.5", "JPY", "must have no decimals in JPY"],
    ["1000000000", "USD", TOO_LARGE],
    ["1.7976931348623157e308", "USD", TOO_LARGE],
  ])("refuses %s %s", async (amount, currency, message) => {
    const text = `{"amount":${amount},"currency":"${currency}"}`;
    expectInvalid(await post({ text }), "amount", message);
  });

  it.each(["1e400", "-1e400", '"12,50"', '""', "true", "null", "[12.5]", '{"value":1}'])(
    "refuses %s, which is not a number",
    async (amount) => {
      const response = await post({ text: `{"amount":${amount}}` });
      expectInvalid(response, "amount", "must be a number");
    },
  );

  it("is required", async () => {
    expectInvalid(await postIntent(merchant, { currency: "USD" }), "amount", "is required");
  });
});

describe("currency of POST /merchant/api/v1/payment-intents", () => {
  it.each(["usd", "Usd", "USD"])("accepts %s and stores USD", async (currency) => {
    const { body } = await postIntent(merchant, { amount: 1, currency });
    expect(body.payment_intent.currency).toBe("USD");
  });

  it.each(["ZZZ", "", "USDT", "USD ", "toString", "u\u017fd", "\u0131nr"])("refuses %j", async (currency) => {
    const response = await postIntent(merchant, { amount: 1, currency });
    expectInvalid(response, "currency", "must be an ISO 4217 currency code");
  });

  it.each([
    ["bgn", "must be in use, which BGN has not been since 2026-01-01"],
    ["XXX", "must be a currency that people are paid in, which XXX is not"],
    ["CLF", "must be a currency that people are paid in, which CLF is not"],
  ])("refuses %s, and so do scans, wallets and desks", async (currency, message) => {
    const counter = await makeCounter(merchant);
    const scan = { scan_token: (await makeWallet()).id, counter_id: counter.id, amount: 1, currency };
    for (const response of [
      await postIntent(merchant, { amount: 1, currency }),
      await call("POST", SCAN, { token: merchant.token, json: scan }),
      await call("POST", `${SANDBOX_API}/wallets`, { token: merchant.token, json: { currency, balance: 1 } }),
      await asAdmin("POST", DESKS, { ...NEW_DESK, currency }),
    ])
      expectInvalid(response, "currency", message);
  });

  it("may be one of last year", async () => {
    expect((await makeIntent(merchant, { currency: "XCG" })).currency).toBe("XCG");
  });

  it.each([5, true, [], ["USD"], {}])("refuses %j", async (currency) => {
    const response = await postIntent(merchant, { amount: 1, currency });
    expectInvalid(response, "currency", "must be a string");
  });
});

const BODY_MAX = 64 * 1024;

describe("the body of POST /merchant/api/v1/payment-intents", () => {
  it.each(["{", "", '{"amount":1}x', '{"amount":1,}', "NaN", "\u0000", undefined])(
    "must be JSON, not %j",
    async (text) => {
      const response = await post(text === undefined ? {} : { text });
      expect(response.status).toBe(400);
      expect(response.body.code).toBe("invalid_request");
    },
  );

  it.each(["[]", "null", '"amount"'])("must be an object, not %s", async (text) => {
    expectInvalid(await post({ text }), "body", "must be an object");
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json ; charset=utf-8",
    "Application/JSON",
  ])("is accepted with content type %j", async (contentType) => {
    expect((await post({ text: '{"amount":1}', contentType })).status).toBe(201);
  });

  it.each([null, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])(
    "is refused with content type %j",
    async (contentType) => {
      const response = await post({ text: '{"amount":1}', contentType });
      expectFailure(response, 415, "unsupported_media_type", "Content-Type must be application/json");
    },
  );

  it("may be 64 KB long", async () => {
    const text = '{"amount":1}'.padEnd(BODY_MAX, " ");
    expect((await post({ text })).status).toBe(201);
  });

  it("is refused when it is one byte longer", async () => {
    const text = '{"amount":1}'.padEnd(BODY_MAX + 1, " ");
    expectFailure(await post({ text }), 413, "body_too_large", "request body must be at most 64 KB");
  });
});
