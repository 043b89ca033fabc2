// The wallet's screens: what a customer sees before, while and after paying.
import type { Page } from "playwright-core";
import { DESCRIPTION, type PageCase } from "./page-case.ts";
import type { Shop } from "./shop.ts";
import { CURRENCY, openWallet } from "./wallet.ts";

/** A wallet that was made a moment ago. */
function wallet(state: string, become: (page: Page, shop: Shop) => Promise<unknown>): PageCase {
  return {
    name: `wallet-${state}`,
    show: async ({ open, shop }, options) => {
      const page = await openWallet(open, {
        ...options,
        allowed: /status of (40[24]|503)|ERR_INTERNET/,
      });
      await become(page, shop);
      return page;
    },
  };
}

/** Opens a payment of so much. */
const see = async (page: Page, shop: Shop, amount = 12.5) => {
  const { id } = await shop.createIntent({ amount, currency: CURRENCY, description: DESCRIPTION });
  await page.goto(`${shop.url}/wallet?pay=${id}`);
  await page.locator(".actions .primary").waitFor();
};

const pay = async (page: Page, shop: Shop) => {
  await see(page, shop);
  await page.locator(".actions .primary").click();
  await page.locator("[data-step=paid].sale").waitFor();
};

/** Asks whoever shows the code. */
const ask = async (page: Page, shop: Shop) => {
  await show(page, "code", ".code");
  const scan_token = (await page.locator("details code").textContent()) ?? "";
  const { counter } = await shop.client.counters.create({ name: "Counter 1" });
  await shop.client.scanPayment({ amount: 7.25, currency: CURRENCY, scan_token, counter_id: counter.id });
  await page.locator(".actions .danger").waitFor();
};

const show = async (page: Page, name: string, part: string) => {
  await page.goto(`${new URL(page.url()).origin}/wallet?show=${name}`);
  await page.locator(part).waitFor();
};

export const WALLET: PageCase[] = [
  {
    name: "wallet-welcome",
    show: async ({ open }, options) => {
      const page = await open("/wallet", options);
      await page.locator(".panel .primary").waitFor();
      return page;
    },
  },
  wallet("home", async (page, shop) => {
    await pay(page, shop);
    await ask(page, shop);
    await page.locator(".bar a").click();
    await page.locator(".request").waitFor();
    await page.locator(".line").first().waitFor();
  }),
  wallet("open", see),
  wallet("short", async (page, shop) => {
    await see(page, shop, 1_000_000);
    await page.locator(".funds strong").waitFor();
  }),
  wallet("declined", async (page, shop) => {
    await page.route("**/api/v1/wallet", (route) => route.fulfill({ status: 503, json: {} }));
    await see(page, shop, 1_000_000);
    await page.locator(".actions .primary").click();
    await page.locator(".warning").waitFor();
  }),
  wallet("top-up", async (page, shop) => {
    await see(page, shop, 1_000_000);
    await page.locator('a[href*="top-up"]').click();
    await page.locator(".menu .primary").waitFor();
  }),
  wallet("processing", async (page, shop) => {
    await see(page, shop);
    await page.route("**/confirm", () => {});
    await page.locator(".actions .primary").click();
    await page.locator(".mark.running").waitFor();
  }),
  wallet("paid", pay),
  wallet("receipt-menu", async (page, shop) => {
    await pay(page, shop);
    await page.locator(".more summary").click();
  }),
  wallet("refunded", async (page, shop) => {
    await pay(page, shop);
    await shop.client.paymentIntents.refund(new URL(page.url()).searchParams.get("pay") ?? "");
    await page.locator(".sale[data-step=refunded] .explanation:not(:empty)").waitFor();
    await page.locator(".received").waitFor();
  }),
  wallet("approval", ask),
  wallet("code", (page) => show(page, "code", ".code")),
  wallet("scanner", (page) => page.locator(".home > .actions .primary").click()),
  wallet("history", (page) => show(page, "history", ".line")),
  wallet("receipt", async (page) => {
    await show(page, "history", ".line");
    await page.locator(".line").click();
    await page.locator(".facts").waitFor();
  }),
  wallet("settings", (page) => show(page, "settings", ".menu")),
  wallet("devices", async (page, shop) => {
    const device = await page.evaluate(async () => (await fetch("/wallet/api/v1/sessions")).json());
    const [own] = device.sessions;
    const others = ["Firefox, Windows", null].map((name) => ({ ...own, device: name, is_current: false }));
    await page.route("**/api/v1/sessions", (route) =>
      route.fulfill({ json: { ...device, sessions: [own, ...others] } }),
    );
    await page.goto(`${shop.url}/wallet?show=devices`);
    await page.locator(".danger").waitFor();
  }),
  wallet("blocked", async (page, shop) => {
    await pay(page, shop);
    await page.locator(".more summary").click();
    await page.locator(".quiet.danger").click();
    await page.locator("dialog .danger").click();
    await page.locator(".line").waitFor();
  }),
  wallet("data", (page) => show(page, "data", ".menu")),
  wallet("erase", async (page) => {
    await show(page, "data", ".menu");
    await page.locator(".menu .danger").click();
    await page.locator("dialog").waitFor();
  }),
  wallet("offline", async (page) => {
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
  }),
];
