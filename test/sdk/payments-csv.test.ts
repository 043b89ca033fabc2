import { describe, expect, it } from "vitest";
import { createMerchantClient, PaymentsApiError, PaymentsConnectionError } from "../../src/sdk/index.ts";
import { json, refusal, startScript } from "./support/scripted-service.ts";

const CSV = { "Content-Type": "text/csv; charset=utf-8; header=present" };
const FILE = "date,amount\r\n2026-11-22,12.50\r\n";

describe("getPaymentsCsv", () => {
  it("returns the file's text, without the byte order mark", async () => {
    const service = startScript(new Response(`\ufeff${FILE}`, { headers: CSV }));
    const shop = createMerchantClient(service.options);
    expect(await shop.getPaymentsCsv({ from: "2026-11-01", to: "2026-11-22" })).toBe(FILE);
  });

  it("throws what the service says when it is refused", async () => {
    const service = startScript(refusal(400, "invalid_request"));
    const error = await createMerchantClient(service.options)
      .getPaymentsCsv()
      .catch((e) => e);
    expect(error).toBeInstanceOf(PaymentsApiError);
    expect(error.code).toBe("invalid_request");
  });

  it.each([
    ["a page", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["JSON", () => json({ success: true })],
  ])("does not take %s for the file", async (_, respond) => {
    const service = startScript(respond());
    const error = await createMerchantClient({ ...service.options, retries: 0 })
      .getPaymentsCsv()
      .catch((e) => e);
    expect(error).toBeInstanceOf(PaymentsConnectionError);
    expect(error.message).toContain("the body of the 200 response is not text/csv");
  });
});
