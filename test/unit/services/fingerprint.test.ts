import { describe, expect, it } from "vitest";
import { fingerprintsOf, isSameRequest } from "../../../src/services/payment-intents/fingerprint.ts";

const INPUT = { amountMinor: 1250, currency: "USD" };

describe("the fingerprint of a request", () => {
  it("does not depend on the order of its fields", async () => {
    const reversed = Object.fromEntries(Object.entries(INPUT).reverse());
    expect(await fingerprintsOf("create", reversed)).toEqual(await fingerprintsOf("create", INPUT));
  });

  it("differs by operation and by each field", async () => {
    const fields = ["description", "reference", "callbackUrl", "walletId", "counterId", "metadataJson"];
    const inputs = [INPUT, ...fields.map((field) => ({ ...INPUT, [field]: "x" }))];
    const changed = [
      { ...INPUT, amountMinor: 1 },
      { ...INPUT, currency: "EUR" },
      { ...INPUT, expiresInSeconds: 60 },
    ];
    const all = [...inputs, ...changed];
    const prints = await Promise.all(all.map((input) => fingerprintsOf("create", input)));
    prints.push(await fingerprintsOf("scan", INPUT));
    expect(new Set(prints.flat()).size).toBe(all.length + 1);
  });

  it("is stored in its latest version, and recognized in every earlier one", async () => {
    const versions = [async () => "first", async () => "second"];
    const fingerprints = await fingerprintsOf("create", INPUT, versions);

    expect(fingerprints.at(-1)).toBe("2:second");
    expect(isSameRequest("first", fingerprints)).toBe(true);
    expect(isSameRequest("2:second", fingerprints)).toBe(true);
    expect(isSameRequest("second", fingerprints)).toBe(false);
    expect(isSameRequest("2:first", fingerprints)).toBe(false);
    expect(isSameRequest(null, fingerprints)).toBe(false);
    expect(() => isSameRequest("3:third", fingerprints)).toThrow("a later release");
  });
});
