import { expect, it } from "vitest";
import { checkoutPage } from "#parts/checkout/pages/page.ts";

const DEADLINE = Date.UTC(2026, 10, 22);

it("the checkout page has every text where it belongs, whatever is in it", async () => {
  const html = await pageOf("sandbox");
  expect(html.replaceAll(/"[^"]*"/g, "")).not.toMatch(/<b>|<[^>]*onclick/);
});

it("the checkout page says that money is play money where it is, and nowhere else", async () => {
  expect(await pageOf("sandbox")).toContain('<span class="play-money">Play money</span>');
  expect(await pageOf("live")).not.toMatch(/play.money/i);
});

async function pageOf(environment: "sandbox" | "live"): Promise<string> {
  const open = { status: "pending", is_payable: true, is_processing: false, refund_status: null } as const;
  const text = `"' onclick=1 <b>`;
  const intent = {
    ...open,
    environment,
    expires_at: new Date(DEADLINE).toISOString(),
    id: text,
    number: text,
    merchant_name: text,
    description: text,
    logo_url: text,
    completed_at: null,
  };
  const html = await checkoutPage({
    intent: { ...intent, amount_decimal: "1.00", currency: "USD" },
    ...{ language: "en", now: DEADLINE - 1, returnUrl: text },
    receipt: {
      address: text,
      vat_id: text,
      receipt_footer: text,
      logo_url: text,
      time_zone: "UTC",
      counter_name: text,
    },
    ways: { code: text, isLink: true, walletUrl: text },
  });
  return html.toString();
}
