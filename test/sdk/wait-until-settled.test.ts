import { describe, expect, it } from "vitest";
import { createMerchantClient, createPublicClient } from "#sdk/index.ts";
import { sleep } from "#sdk/sleep.ts";
import { hang, INTENT_ID, intentResponse, json, refusal, startScript } from "./support/scripted-service.ts";

const NO_NEWS = () => new Response(null, { status: 304 });

describe("waitUntilSettled", () => {
  it.each(["completed", "cancelled", "expired"])("returns the intent once it is %s", async (status) => {
    const service = startScript(
      intentResponse("pending"),
      intentResponse("pending_approval"),
      intentResponse(status),
    );
    const intent = await createMerchantClient(service.options).paymentIntents.waitUntilSettled(INTENT_ID);
    expect(intent.status).toBe(status);
    expect(service.slept).toEqual([2000, 2000]);
  });

  it("sends the last ETag, and treats 304 as no change", async () => {
    const service = startScript(
      intentResponse("pending", { ETag: '"1"' }),
      NO_NEWS,
      intentResponse("pending", { ETag: '"2"' }),
      NO_NEWS,
      intentResponse("completed", { ETag: '"3"' }),
    );
    const options = { intervalMs: 500 };
    await createMerchantClient(service.options).paymentIntents.waitUntilSettled(INTENT_ID, options);
    const etags = service.sent.map(({ headers }) => headers["if-none-match"]);
    expect(etags).toEqual([undefined, '"1"', '"1"', '"2"', '"2"']);
    expect(service.slept).toEqual([500, 500, 500, 500]);
  });

  it("survives a failure that a retry repairs", async () => {
    const service = startScript(intentResponse(), refusal(503, "down"), intentResponse("completed"));
    const intent = await createMerchantClient(service.options).paymentIntents.waitUntilSettled(INTENT_ID);
    expect(intent.status).toBe("completed");
  });

  it("throws an error that a retry cannot repair", async () => {
    const service = startScript(refusal(404, "payment_intent_not_found"));
    const wait = createMerchantClient(service.options).paymentIntents.waitUntilSettled(INTENT_ID);
    await expect(wait).rejects.toMatchObject({ code: "payment_intent_not_found" });
  });

  it("throws PaymentsTimeoutError when the time runs out between polls", async () => {
    const service = startScript(...Array.from({ length: 5 }, () => intentResponse()));
    const client = createPublicClient({ ...service.options, sleep });
    const wait = client.waitUntilSettled(INTENT_ID, { intervalMs: 60_000, timeoutMs: 5 });
    await expect(wait).rejects.toMatchObject({ name: "PaymentsTimeoutError" });
    expect(service.sent).toHaveLength(1);
  });

  it("throws PaymentsTimeoutError when the time runs out while the service hangs", async () => {
    const service = startScript(hang);
    const wait = createPublicClient(service.options).waitUntilSettled(INTENT_ID, { timeoutMs: 5 });
    await expect(wait).rejects.toMatchObject({ name: "PaymentsTimeoutError" });
  });

  it("ends with the reason of the caller's signal", async () => {
    const controller = new AbortController();
    const reason = new Error("the cashier has left");
    const service = startScript(intentResponse());
    const client = createPublicClient({
      ...service.options,
      sleep: (ms, signal) => {
        const slept = sleep(ms, signal);
        controller.abort(reason);
        return slept;
      },
    });
    const options = { signal: controller.signal, timeoutMs: 60_000 };
    await expect(client.waitUntilSettled(INTENT_ID, options)).rejects.toBe(reason);
  });
});

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
