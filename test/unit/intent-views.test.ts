import { describe, expect, it } from "vitest";
import { merchantView, publicView } from "../../src/http/intent-views.ts";
import { stringify } from "../../src/lib/raw-json.ts";
import { presentMerchantView } from "../../src/wire/present-intent.ts";
import { anIntent, anOperation } from "../support/intent.ts";
import { deps } from "../support/objects.ts";

const context = { get: () => deps } as unknown as Parameters<typeof merchantView>[0];

describe("a view of an intent", () => {
  it("is kept while no field of the intent changes", () => {
    const intent = anIntent({ id: "kept" });
    expect(publicView({ ...intent }, true)).toBe(publicView(intent, true));
    expect(merchantView(context, { ...intent })).toBe(merchantView(context, intent));
  });

  it.each([{ version: 2 }, { updatedAt: 1 }, { description: "" }, { metadataJson: null }, { expiresAt: 1 }])(
    "is written anew after a change of %o",
    (change) => {
      const intent = anIntent({ id: "changed", description: "Lunch", metadataJson: '{"table":7}' });
      const before = merchantView(context, intent);
      const after = merchantView(context, { ...intent, ...change });
      expect(after).not.toBe(before);
      expect(after.json.text).toBe(
        stringify(presentMerchantView({ ...intent, ...change }, deps.config.publicUrl)),
      );
    },
  );

  it("is written anew while a transfer is open", () => {
    const intent = anIntent({ id: "open", operation: anOperation("payment") });
    const copy = { ...intent, operation: anOperation("payment") };
    expect(publicView(copy, true)).not.toBe(publicView(intent, true));
    expect(publicView(copy, true).body).toBe(publicView(intent, true).body);
  });

  it("shows each viewer only what is theirs", () => {
    const intent = anIntent({ id: "viewers", reference: "order-1" });
    const [merchant, payer, anyone] = [
      merchantView(context, intent),
      publicView(intent, true),
      publicView(intent, false),
    ].map(({ body }) => JSON.parse(body).payment_intent);
    expect(merchant.reference).toBe("order-1");
    expect(payer).toMatchObject({ is_payable: true, qr_data: expect.any(String) });
    expect(anyone).toMatchObject({ is_payable: false });
    expect(payer).not.toHaveProperty("reference");
    expect(anyone).not.toHaveProperty("qr_data");
  });

  it("is not kept with much metadata", () => {
    const intent = anIntent({ id: "large", metadataJson: JSON.stringify({ note: "x".repeat(10_000) }) });
    expect(merchantView(context, intent)).not.toBe(merchantView(context, intent));
  });

  it("is forgotten when 500 later ones were written", () => {
    const first = publicView(anIntent({ id: "0" }), false);
    for (let n = 1; n < 500; n++) publicView(anIntent({ id: String(n) }), false);
    expect(publicView(anIntent({ id: "0" }), false)).toBe(first);
    publicView(anIntent({ id: "500" }), false);
    expect(publicView(anIntent({ id: "0" }), false)).not.toBe(first);
  });
});
