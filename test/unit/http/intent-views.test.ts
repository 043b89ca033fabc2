import { describe, expect, it } from "vitest";
import { merchantView, publicView } from "../../../src/http/intent-views.ts";
import { stringify } from "../../../src/lib/raw-json.ts";
import { presentMerchantView } from "../../../src/wire/payment-intents/present-intent.ts";
import { anIntent } from "../../support/intent.ts";
import { deps } from "../../support/objects.ts";

const context = { get: () => deps } as unknown as Parameters<typeof merchantView>[0];

describe("a view of an intent", () => {
  it("is written once for each viewer", () => {
    const intent = anIntent();
    expect(publicView(intent, true)).toBe(publicView(intent, true));
    expect(publicView(intent, false)).toBe(publicView(intent, false));
    expect(merchantView(context, intent)).toBe(merchantView(context, intent));
  });

  it("is that of this very intent", () => {
    const intent = anIntent({ metadataJson: '{"table":7}' });
    const changed = { ...intent, description: "Lunch" };
    expect(merchantView(context, intent).json.text).toContain(stringify(intent.description));
    expect(merchantView(context, changed).json.text).toBe(
      stringify(presentMerchantView(changed, deps.config.publicUrl)),
    );
  });

  it("shows each viewer only what is theirs", () => {
    const intent = anIntent({ reference: "order-1" });
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
});
