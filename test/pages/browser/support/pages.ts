// Every page that people see, as the matrix and the pictures show it.
import type { Locator, Page } from "playwright-core";
import { DASHBOARD } from "./dashboard-pages.ts";
import { DESK } from "./desk-pages.ts";
import { DESCRIPTION, type PageCase } from "./page-case.ts";
import { asAdmin, openShop, type Shop } from "./shop.ts";
import { STICKERS } from "./sticker-pages.ts";
import { TILL } from "./till-pages.ts";
import { holdPhone, phoneOn } from "./wallet.ts";
import { WALLET } from "./wallet-pages.ts";

const RETURN_URL = "https://shop.example.com/orders/1001";

/** The checkout of an intent of which this becomes first. */
function checkout(state: string, become: (shop: Shop, id: string) => Promise<unknown>): PageCase {
  return {
    name: `checkout-${state}`,
    show: async ({ open, shop }, options) => {
      const fields = { description: DESCRIPTION, return_url: RETURN_URL };
      const { id } = await shop.createIntent(fields);
      await become(shop, id);
      return await open(`/pay/${id}`, options);
    },
  };
}

const WAYS_IN: PageCase[] = [
  { name: "start", show: async ({ open }, options) => await open("/start", options) },
  {
    name: "lost",
    show: async ({ open }, options) => await open("/no-such-page", { ...options, allowed: /status of 404/ }),
  },
];

const CHECKOUT: PageCase[] = [
  checkout("open", async () => {}),
  checkout("paid", async (shop, id) => await (await shop.createWallet()).pay(id)),
  checkout("cancelled", (shop, id) => shop.client.paymentIntents.cancel(id)),
  checkout("expired", (shop, id) => shop.sandbox.simulate(id, "expire")),
  {
    name: "checkout-unpayable",
    // A shop of its own: once suspended, it creates no more intents.
    show: async ({ open, shop: { url } }, options) => {
      const shop = await openShop(url);
      const { id } = await shop.createIntent({ description: DESCRIPTION, return_url: RETURN_URL });
      await asAdmin(url, "POST", `/merchant/api/v1/merchants/${shop.id}/suspend`, { reason: "fraud" });
      return await open(`/pay/${id}`, options);
    },
  },
  {
    name: "checkout-approval",
    show: async ({ open, shop }, options) => open(`/pay/${await shop.scan()}`, options),
  },
  {
    name: "checkout-in-hand",
    show: async ({ open, shop }, options) => {
      const { id } = await shop.createIntent({ description: DESCRIPTION });
      return await open(`/pay/${id}`, { ...options, touch: true });
    },
  },
  {
    name: "checkout-on-phone",
    show: async ({ open, shop }, options) => {
      const { id } = await shop.createIntent({ amount: 1_234_567.89 });
      return await open(`/pay/${id}#code`, { ...options, touch: true });
    },
  },
  {
    name: "checkout-unknown",
    show: async ({ open }, options) =>
      await open("/pay/018f0000-0000-7000-8000-000000000000", { ...options, allowed: /status of 404/ }),
  },
];

/** A page on the way in. Those that refuse something respond with a failure. */
function entrance(
  name: string,
  path: string,
  become: (page: Page, shop: Shop) => Promise<unknown>,
): PageCase {
  return {
    name,
    show: async ({ open, shop }, options) => {
      const page = await open(path.replace(":setup", shop.setupUrl), {
        ...options,
        allowed: /status of 4(00|10)/,
      });
      await become(page, shop);
      // A page that was navigated to may not have its style sheet yet.
      await page.waitForLoadState();
      return page;
    },
  };
}

async function submit(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
  const left = page.waitForEvent("framenavigated");
  await page.locator("button[type=submit]").click();
  await left;
  await page.locator("h1").waitFor();
}

const PASSWORD = "four unrelated quiet words";
const formShown = (page: Page) => page.locator("[name=confirmation]").waitFor();

const SIGN_IN: PageCase[] = [
  entrance("sign-in", "/dashboard", async () => {}),
  entrance("sign-in-refused", "/dashboard", (page, { email }) =>
    submit(page, { username: email, password: PASSWORD }),
  ),
  entrance("sign-in-late", "/session/callback", async () => {}),
  entrance("signed-out", "/session/signed-out", async () => {}),
  entrance("forgotten-password", "/dashboard", (page) => page.locator("form a").click()),
  entrance("forgotten-password-sent", "/dashboard", async (page, { email }) => {
    await page.locator("form a").click();
    await page.locator("[name=password]").waitFor({ state: "detached" });
    await submit(page, { username: email });
  }),
  entrance("set-up-link", "/realms/payment-platform/login-actions/action-token", async () => {}),
  entrance("set-up", ":setup", formShown),
  entrance("set-up-refused", ":setup", async (page) => {
    await formShown(page);
    await submit(page, { password: PASSWORD, confirmation: "four other words" });
  }),
  entrance("set-up-done", ":setup", async (page) => {
    await formShown(page);
    await submit(page, { password: PASSWORD, confirmation: PASSWORD });
  }),
  entrance("set-up-unusable", "/realms/payment-platform/login-actions/action-token#key=old", (page) =>
    page.locator("form").waitFor({ state: "detached" }),
  ),
];

/** The sandbox's playground, on which a shop has just opened. */
function playground(state: string, become: (page: Page) => Promise<unknown>): PageCase {
  return {
    name: `stage-${state}`,
    show: async ({ open }, options) => {
      const page = await open("/sandbox", options);
      await page.locator(".card.controls").waitFor();
      await become(page);
      return page;
    },
  };
}

/** Asks in whatever language it is. */
async function askOnPlayground(page: Page): Promise<Locator> {
  const phone = phoneOn(page);
  await page.locator(".till .entry > .primary").click();
  await holdPhone(page);
  await phone.locator(".panel .primary").click();
  const pay = phone.locator(".actions .primary");
  await pay.waitFor();
  return pay;
}

async function sellOnPlayground(page: Page): Promise<void> {
  await (await askOnPlayground(page)).click();
  await page.locator('[data-type="payment.completed"] summary').click();
}

const PLAYGROUND: PageCase[] = [
  playground("opened", (page) => phoneOn(page).locator(".panel").first().waitFor()),
  playground("asked", askOnPlayground),
  playground("paid", sellOnPlayground),
];

export const PAGES: readonly PageCase[] = [
  ...WAYS_IN,
  ...CHECKOUT,
  ...DASHBOARD,
  ...TILL,
  ...DESK,
  ...WALLET,
  ...SIGN_IN,
  ...PLAYGROUND,
  ...STICKERS,
];
