// The till's pages: at the counter, on the customer's screen, and on the way there.
import type { Page } from "playwright-core";
import { scanByKeys } from "./keyboard-scanner.ts";
import type { PageCase } from "./page-case.ts";
import type { Shop } from "./shop.ts";
import { createPairing } from "./till.ts";

/** A till that was paired a moment ago. */
function till(state: string, become: (page: Page, shop: Shop) => Promise<unknown>): PageCase {
  return {
    name: `till-${state}`,
    show: async ({ open, shop }, options) => {
      const { url } = await createPairing(shop);
      const page = await open(url, { ...options, allowed: /status of 400|ERR_INTERNET/ });
      await page.locator("select#currency").selectOption("EUR");
      await page.locator("form:has(#name) .primary").click();
      await page.waitForURL(/\/pos$/);
      await page.locator("[data-amount]").waitFor();
      await page.keyboard.type("1250+300");
      await become(page, shop);
      return page;
    },
  };
}

async function showCode(page: Page): Promise<string> {
  await page.keyboard.press("Enter");
  await page.locator("[data-step=open] .code").waitFor();
  return await page.evaluate(() => JSON.parse(localStorage.getItem("till.sale") ?? "{}").intentId);
}

async function scan(page: Page, code: string): Promise<void> {
  await page.locator(".actions button").last().click();
  await page.locator("#code").fill(code);
  await page.locator("form.typed button").click();
}

async function openPaidSale(page: Page, shop: Shop): Promise<void> {
  await (await shop.createWallet()).pay(await showCode(page));
  await page.locator("section[data-step=paid]").waitFor();
  await page.locator("[data-open=sales]").click();
  await page.locator(".sales strong button").click();
  await page.locator(".one-sale").waitFor();
}

const PRODUCT = "4006381333931";
const UNKNOWN_WALLET = "018f0000-0000-7000-8000-000000000000";

const TILL_WITH_CODE = till("code", showCode);

/** The second screen, while the first shows a code. */
const CUSTOMER: PageCase = {
  name: "till-customer",
  show: async (playground, options) => {
    const page = await TILL_WITH_CODE.show(playground, options);
    const customer = await playground.open("/pos/customer", { context: page.context() });
    await customer.locator(".facing .code").waitFor();
    return customer;
  },
};

export const TILL: PageCase[] = [
  till("amount", async () => {}),
  till("favourites", async (page, shop) => {
    const items = [{ name: "Coffee", price: "4.50" }];
    for (const { id } of (await shop.client.counters.list()).items)
      await shop.call("PUT", `/merchant/api/v1/counters/${id}/favourites`, { currency: "EUR", items });
    await page.reload();
    await page.locator(".favourite").first().click();
    await page.locator("#note").focus();
  }),
  TILL_WITH_CODE,
  till("paid", async (page, shop) => {
    await (await shop.createWallet()).pay(await showCode(page));
    await page.locator("section[data-step=paid]").waitFor();
  }),
  till("approval", async (page, shop) => {
    await scan(page, (await shop.createWallet()).id);
    await page.locator("section[data-step=approval]").waitFor();
  }),
  till("refused", async (page) => {
    await scan(page, UNKNOWN_WALLET);
    await page.locator("section[data-step=refused]").waitFor();
  }),
  till("cancelled", async (page) => {
    await showCode(page);
    await page.locator(".sale .actions button").first().click();
    await page.locator("section[data-step=cancelled]").waitFor();
  }),
  till("offline", async (page) => {
    await page.context().setOffline(true);
    await page.locator(".offline").waitFor();
  }),
  till("asked-by-scan", async (page, shop) => {
    await page.keyboard.press("Escape");
    await scanByKeys(page, (await shop.createWallet()).id);
    await page.locator(".customer").waitFor();
  }),
  till("product-scanned", async (page) => {
    await page.locator("[data-open=menu]").click();
    await scanByKeys(page, PRODUCT);
    await page.locator(".told").waitFor();
  }),
  till("scanner", (page) => page.locator(".actions button").last().click()),
  till("sales", async (page) => {
    await page.locator("[data-open=sales]").click();
    await page.locator(".sales:not([aria-busy])").waitFor();
  }),
  till("correction", async (page) => {
    await showCode(page);
    await page.locator(".sale .actions button").last().click();
    await page.locator(".replaceable").waitFor();
  }),
  till("sale", openPaidSale),
  till("refund", async (page, shop) => {
    await openPaidSale(page, shop);
    await page.locator(".rest button").last().click();
    await page.locator("#reason").fill("Cold");
    await page.locator(".rest .primary").click();
    await page.locator(".rest .code").waitFor();
  }),
  {
    name: "till-in-another-tab",
    show: async (playground, options) => {
      const page = await till("amount", async () => {}).show(playground, options);
      const second = await playground.open("/pos", { context: page.context() });
      await second.locator(".panel .primary").waitFor();
      return second;
    },
  },
  till("settings", (page) => page.locator("[data-open=menu]").click()),
  CUSTOMER,
  {
    name: "till-unpaired",
    show: async ({ open }, options) => {
      const page = await open("/pos", options);
      await page.locator("a.button").waitFor();
      return page;
    },
  },
  {
    name: "till-pairing",
    show: async ({ open }, options) => {
      const page = await open("/pos/pair", options);
      await page.locator("#code").waitFor();
      return page;
    },
  },
  {
    name: "till-pairing-confirm",
    show: async ({ open, shop }, options) => {
      const { url } = await createPairing(shop);
      const page = await open(url, options);
      await page.locator("#name").waitFor();
      return page;
    },
  },
];
