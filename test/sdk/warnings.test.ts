import { afterEach, describe, expect, it, vi } from "vitest";
import { createMerchantClient, type Warning } from "../../src/sdk/index.ts";
import { INTENT_ID, json, startScript } from "./support/scripted-service.ts";

const WARNING = { field: "amuont", message: "unknown field; did you mean amount?" };
const PATH = "/merchant/api/v1/payment-intents";

function startWarning() {
  return startScript(
    json({ success: true, payment_intent: { id: INTENT_ID }, warnings: [WARNING, "malformed"] }, 201),
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a warning in a response", () => {
  it("is passed to onWarning with the request, and is no part of the result", async () => {
    const service = startWarning();
    const seen: [Warning, { method: string; path: string }][] = [];
    const client = createMerchantClient({
      ...service.options,
      onWarning: (...warned) => seen.push(warned),
    });
    expect(await client.paymentIntents.create({ amount: 1 })).toEqual({ id: INTENT_ID });
    expect(seen).toEqual([[WARNING, { method: "POST", path: PATH }]]);
  });

  it("is written to the console by default", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
    await createMerchantClient(startWarning().options).paymentIntents.create({ amount: 1 });
    expect(warn.mock.calls).toEqual([
      [`merchant-payments-client: POST ${PATH}: amuont: unknown field; did you mean amount?`],
    ]);
  });

  it("is not a field of a result made of fields", async () => {
    const service = startScript(json({ success: true, message: "Cancelled", warnings: [WARNING] }));
    const client = createMerchantClient({ ...service.options, onWarning: () => undefined });
    expect(await client.paymentIntents.cancel(INTENT_ID)).toStrictEqual({ message: "Cancelled" });
  });
});
