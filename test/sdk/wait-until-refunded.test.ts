import { describe, expect, it } from "vitest";
import { createMerchantClient } from "../../src/sdk/index.ts";
import { sleep } from "../../src/sdk/sleep.ts";
import { INTENT_ID, json, startScript } from "./support/scripted-service.ts";

const PATH = `/merchant/api/v1/payment-intents/${INTENT_ID}`;

function refundResponse(status: string | null): Response {
  return json({
    success: true,
    payment_intent: { id: INTENT_ID, status: "completed", refund_status: status },
  });
}

describe("waitUntilRefunded", () => {
  it("returns the intent once the refund is completed", async () => {
    const service = startScript(
      refundResponse("pending"),
      refundResponse("pending"),
      refundResponse("completed"),
    );
    const { paymentIntents } = createMerchantClient(service.options);
    expect(await paymentIntents.waitUntilRefunded(INTENT_ID)).toMatchObject({ refund_status: "completed" });
    expect(service.slept).toEqual([2000, 2000]);
  });

  it("throws PaymentsRefundError when the ledger refuses the refund", async () => {
    const service = startScript(refundResponse("pending"), refundResponse(null));
    const wait = createMerchantClient(service.options).paymentIntents.waitUntilRefunded(INTENT_ID);
    await expect(wait).rejects.toMatchObject({
      name: "PaymentsRefundError",
      message: `payment intent ${INTENT_ID} is not being refunded: no refund was requested, or the ledger refused it`,
    });
  });

  it("throws PaymentsTimeoutError when the refund takes too long", async () => {
    const service = startScript(refundResponse("pending"));
    const client = createMerchantClient({ ...service.options, sleep });
    const options = { intervalMs: 60_000, timeoutMs: 5 };
    await expect(client.paymentIntents.waitUntilRefunded(INTENT_ID, options)).rejects.toMatchObject({
      name: "PaymentsTimeoutError",
      message: `GET ${PATH}: the refund is still pending after 5 ms`,
    });
  });
});
