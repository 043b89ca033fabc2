import { expect, it } from "vitest";
import { checkoutPage } from "#parts/checkout/pages/page.ts";

const DEADLINE = Date.UTC(2026, 10, 22);

it("the checkout page has every text where it belongs, whatever is in it", async () => {
  const open = { status: "pending", is_payable: true, is_processing: false, refund_status: null } as const;
  const text = `"' onclick=1 <b>`;
  const intent = {
    ...open,
    expires_at: new Date(DEADLINE).toISOString(),
    id: text,
    merchant_name: text,
    description: text,
    qr_code_url: text,
  };
  const html = await checkoutPage({
    intent: { ...intent, amount_decimal: "1.00", currency: "USD" },
    ...{ language: "en", now: DEADLINE - 1, returnUrl: text },
    link: { url: text, image: text, walletUrl: text },
  });
  expect(html.toString().replaceAll(/"[^"]*"/g, "")).not.toMatch(/<b>|<[^>]*onclick/);
});
