// The wallet's screens: what a customer sees before, while and after paying.
import type { Page } from "playwright-core";
import { showCode } from "./desk.ts";
import { DESCRIPTION, type PageCase } from "./page-case.ts";
import type { Shop } from "./shop.ts";
import { CURRENCY, openWallet } from "./wallet.ts";

/** A wallet that was made a moment ago. */
function wallet(
  state: string,
  become: (page: Page, shop: Shop) => Promise<unknown>,
  pathOf: (shop: Shop) => Promise<string> | string = () => "/wallet",
): PageCase {
  return {
    name: `wallet-${state}`,
    show: async ({ open, shop }, options) => {
      const allowed = /status of (40[24]|503)|ERR_INTERNET/;
      const page = await openWallet(open, { ...options, allowed }, await pathOf(shop));
      await become(page, shop);
      return page;
    },
  };
}

/** Where a payment of so much is decided. */
const priced = async (shop: Shop, amount = 12.5) => {
  const { id } = await shop.createIntent({ amount, currency: CURRENCY, description: DESCRIPTION });
  return `/wallet?pay=${id}`;
};
const cheap = (shop: Shop) => priced(shop);
const dear = (shop: Shop) => priced(shop, 1_000_000);

const see = (page: Page) => page.locator(".actions .primary").waitFor();

const pay = async (page: Page) => {
  await page.locator(".actions .primary").click();
  await page.locator("[data-step=paid].sale").waitFor();
};

/** Asks whoever shows the code. */
const ask = async (page: Page, shop: Shop) => {
  const scan_token = await showCode(page);
  const { counter } = await shop.client.counters.create({ name: "Counter 1" });
  await shop.client.scanPayment({ amount: 7.25, currency: CURRENCY, scan_token, counter_id: counter.id });
  await page.locator(".actions .danger").waitFor();
};

/** A screen of the wallet, once that part of it is there. */
const screen = (name: string, part: string): PageCase =>
  wallet(
    name,
    (page) => page.locator(part).waitFor(),
    () => `/wallet?show=${name}`,
  );

export const WALLET: PageCase[] = [
  {
    name: "wallet-welcome",
    show: async ({ open }, options) => {
      const page = await open("/wallet", options);
      await page.locator(".panel .primary").waitFor();
      return page;
    },
  },
  wallet(
    "home",
    async (page, shop) => {
      await pay(page);
      await ask(page, shop);
      await page.locator(".bar a").click();
      await page.locator(".request").waitFor();
      await page.locator(".line").first().waitFor();
    },
    cheap,
  ),
  wallet("open", see, cheap),
  wallet("short", (page) => page.locator(".funds strong").waitFor(), dear),
  wallet("declined", async (page, shop) => {
    await page.route("**/api/v1/wallet", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(shop.url + (await dear(shop)));
    await page.locator(".actions .primary").click();
    await page.locator(".warning").waitFor();
  }),
  screen("top-up", ".menu .primary"),
  wallet(
    "processing",
    async (page) => {
      await page.route("**/confirm", () => {});
      await page.locator(".actions .primary").click();
      await page.locator(".mark.running").waitFor();
    },
    cheap,
  ),
  wallet("paid", pay, cheap),
  wallet(
    "receipt-menu",
    async (page) => {
      await pay(page);
      await page.locator(".more summary").click();
    },
    cheap,
  ),
  wallet(
    "refunded",
    async (page, shop) => {
      await pay(page);
      await shop.client.paymentIntents.refund(new URL(page.url()).searchParams.get("pay") ?? "");
      await page.locator(".sale[data-step=refunded] .explanation:not(:empty)").waitFor();
      await page.locator(".received").waitFor();
    },
    cheap,
  ),
  wallet("approval", ask),
  screen("code", ".code"),
  wallet("scanner", (page) => page.locator(".home > .actions .primary").click()),
  screen("history", ".line"),
  wallet("receipt", async (page) => {
    await page.locator(".line").click();
    await page.locator(".facts").waitFor();
  }),
  screen("settings", ".menu"),
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
  wallet(
    "blocked",
    async (page) => {
      await pay(page);
      await page.locator(".more summary").click();
      await page.locator(".quiet.danger").click();
      await page.locator("dialog .danger").click();
      await page.locator(".line").waitFor();
    },
    cheap,
  ),
  screen("data", ".menu"),
  wallet(
    "erase",
    async (page) => {
      await page.locator(".menu .danger").click();
      await page.locator("dialog").waitFor();
    },
    () => "/wallet?show=data",
  ),
  wallet("offline", async (page) => {
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
  }),
];
