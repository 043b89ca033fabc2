// The cash desk's pages, and on the way there.
import type { Page, Route } from "playwright-core";
import { ask, begin, beginShift, closeDesk, correct, enter, makeDesk, openDesk, showCode } from "./desk.ts";
import type { Open } from "./it.ts";
import { scanByKeys } from "./keyboard-scanner.ts";
import type { PageCase } from "./page-case.ts";
import type { Shop } from "./shop.ts";
import { CURRENCY, openWallet } from "./wallet.ts";

/** A desk whose tablet was paired a moment ago. */
function desk(state: string, become: (page: Page, shop: Shop, open: Open) => Promise<unknown>): PageCase {
  return {
    name: `desk-${state}`,
    show: async ({ open, shop }, options) => {
      const page = await openDesk(open, shop.url, { ...options, allowed: /status of 4(04|22)/ });
      await become(page, shop, open);
      return page;
    },
  };
}

/** A desk with clerks, before its first shift. */
function shift(state: string, become: (page: Page) => Promise<unknown>): PageCase {
  return {
    name: `desk-shift-${state}`,
    show: async ({ open, shop }, options) => {
      const page = await openDesk(open, shop.url, { ...options, limits: { clerks: ["Ada", "Grace"] } });
      await become(page);
      return page;
    },
  };
}

async function topUp(page: Page, shop: Shop): Promise<void> {
  await ask(page, "top_up", (await shop.createWallet(CURRENCY)).id, "1250");
  await page.locator("section[data-step=paid]").waitFor();
}

async function askPayOut(page: Page, open: Open): Promise<Page> {
  const phone = await openWallet(open);
  await ask(page, "pay_out", await showCode(phone), "725");
  await page.locator("section[data-step=approval]").waitFor();
  await phone.locator(".time-left time").waitFor();
  return phone;
}

export const DESK: PageCase[] = [
  desk("choice", async () => {}),
  desk("choice-for-customer", async (page, shop) => {
    await scanByKeys(page, (await shop.createWallet(CURRENCY)).id);
    await page.locator(".panel > p").waitFor();
  }),
  desk("finish-first", async (page, shop) => {
    const { id } = await shop.createWallet(CURRENCY);
    await begin(page, "top_up", id);
    await page.locator("[data-amount]").waitFor();
    await scanByKeys(page, id);
    await page.locator(".told").waitFor();
  }),
  desk("amount", async (page, shop) => {
    await begin(page, "top_up", (await shop.createWallet(CURRENCY)).id);
    await page.locator("[data-amount]").waitFor();
  }),
  desk("confirm", async (page, shop) => {
    await begin(page, "top_up", (await shop.createWallet(CURRENCY)).id);
    await enter(page, "1250");
  }),
  desk("done", (page, shop) => topUp(page, shop)),
  desk("refused", async (page, shop) => {
    await begin(page, "top_up", (await shop.createWallet("EUR")).id);
    await page.locator("section[data-step=refused]").waitFor();
  }),
  desk("approval", (page, _shop, open) => askPayOut(page, open)),
  desk("day", async (page, shop) => {
    const onePage = (route: Route) => route.continue({ url: route.request().url().replace("=50", "=1") });
    await page.route("**/movements?limit=50", onePage);
    await topUp(page, shop);
    await page.locator(".actions .primary").click();
    await topUp(page, shop);
    await page.locator("[data-open=day]").click();
    await page.locator(".sales button.big").waitFor();
  }),
  desk("correction", async (page, shop) => {
    await topUp(page, shop);
    await page.locator(".actions .primary").click();
    await page.locator("[data-open=day]").click();
    await page.locator(".sales .act").click();
    await page.locator("[data-amount]").waitFor();
  }),
  desk("withdraw", async (page, _shop, open) => {
    await askPayOut(page, open);
    await page.locator("[data-open=day]").click();
    await page.locator(".sales .act").waitFor();
  }),
  shift("begin", async () => {}),
  shift("choice", (page) => beginShift(page, "Grace", "10000")),
  shift("ended", async (page) => {
    await beginShift(page, "Grace", "10000");
    await page.locator(".panel .big").last().click();
    await page.locator("[data-amount]").waitFor();
    await page.keyboard.type("9950");
    await page.locator(".actions .primary").click();
    await page.locator("[data-step=confirm] .primary").click();
    await page.locator(".facts").waitFor();
  }),
  desk("settings", (page) => page.locator("[data-open=menu]").click()),
  {
    name: "desk-closed",
    show: async ({ open, shop }, options) => {
      const { id, link } = await makeDesk(shop.url);
      const page = await open(link, options);
      await page.locator("form:has(#name) .primary").click();
      await page.locator(".bar").waitFor();
      await closeDesk(shop.url, id);
      await page.reload();
      await page.locator("a.button").waitFor();
      return page;
    },
  },
  {
    name: "desk-pairing-confirm",
    show: async ({ open, shop }, options) => {
      const page = await open((await makeDesk(shop.url)).link, options);
      await page.locator("#name").waitFor();
      return page;
    },
  },
  {
    name: "wallet-pay-out",
    show: async ({ open, shop }, options) => {
      const ask = async (path: string, more = {}) => await open(path, { ...options, ...more });
      return await askPayOut(await openDesk(open, shop.url, options), ask);
    },
  },
  {
    name: "wallet-correction",
    show: async ({ open, shop }, options) => {
      const phone = await openWallet(open, options);
      const page = await openDesk(open, shop.url);
      await ask(page, "top_up", await showCode(phone), "5000");
      await page.locator("section[data-step=paid] .primary").click();
      await correct(page, "500");
      await page.locator(".actions .primary").click();
      await phone.locator(".time-left time").waitFor();
      return phone;
    },
  },
];
