import { describe, expect, it } from "vitest";
import { call } from "../../support/api.ts";
import { expectInvalid } from "../../support/error-responses.ts";
import { postIntent } from "../../support/intents.ts";
import { makeMerchant } from "../../support/parties.ts";
import { INTENTS } from "../../support/paths.ts";

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
    const { status, body } = await postIntent(await makeMerchant(), { amount, currency });
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
    const { token } = await makeMerchant();
    const { body } = await call("POST", INTENTS, { token, text: `{"amount":${text}}` });
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
    const { token } = await makeMerchant();
    const text = `{"amount":${amount},"currency":"${currency}"}`;
    expectInvalid(await call("POST", INTENTS, { token, text }), "amount", message);
  });

  it.each(["1e400", "-1e400", '"12.50"', '""', "true", "null", "[12.5]", '{"value":1}'])(
    "refuses %s, which is not a number",
    async (amount) => {
      const { token } = await makeMerchant();
      const response = await call("POST", INTENTS, { token, text: `{"amount":${amount}}` });
      expectInvalid(response, "amount", "must be a number");
    },
  );

  it("is required", async () => {
    expectInvalid(await postIntent(await makeMerchant(), { currency: "USD" }), "amount", "is required");
  });
});

describe("currency of POST /merchant/api/v1/payment-intents", () => {
  it.each(["usd", "Usd", "USD"])("accepts %s and stores USD", async (currency) => {
    const { body } = await postIntent(await makeMerchant(), { amount: 1, currency });
    expect(body.payment_intent.currency).toBe("USD");
  });

  it.each(["ZZZ", "XXX", "", "USDT", "USD ", "toString", "u\u017fd", "\u0131nr"])(
    "refuses %j",
    async (currency) => {
      const response = await postIntent(await makeMerchant(), { amount: 1, currency });
      expectInvalid(response, "currency", "must be an ISO 4217 currency code");
    },
  );

  it.each([5, true, [], ["USD"], {}])("refuses %j", async (currency) => {
    const response = await postIntent(await makeMerchant(), { amount: 1, currency });
    expectInvalid(response, "currency", "must be a string");
  });
});
