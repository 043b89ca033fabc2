import { describe, expect, it } from "vitest";
import { failureOf } from "#core/http/describe.ts";

describe("the error of an operation that fails", () => {
  it.each([
    ["createPaymentIntent", "Failed to create payment intent"],
    ["getPaymentIntent", "Failed to read payment intent"],
    ["refundPaymentIntent", "Failed to refund payment intent"],
    ["listWebhookDeliveries", "Failed to list webhook deliveries"],
    ["listMerchantUsers", "Failed to list users"],
    ["getMerchant", "Failed to read merchant"],
  ])("is made of its id, such as %s", (id, text) => {
    expect(failureOf(id)).toBe(text);
  });
});
