import { describe, expect, it } from "vitest";
import { createMerchantClient, createPublicClient } from "../../src/sdk/index.ts";
import { sleep } from "../../src/sdk/sleep.ts";
import { hang, INTENT_ID, intentResponse, refusal, startScript } from "./support/scripted-service.ts";

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
