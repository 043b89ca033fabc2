// Every page that people see, as the matrix and the pictures show it. A new page is added here, and nowhere else.
import type { Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import { asAdmin, openShop, type Shop } from "./shop.ts";

export interface PageCase {
  /** Of its picture too. */
  name: string;
  show(stage: { open: Open; shop: Shop }, options: OpenOptions): Promise<Page>;
}

const RETURN_URL = "https://shop.example.com/orders/1001";
const DESCRIPTION = "Two flat whites, one cinnamon roll";

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

const CHECKOUT: PageCase[] = [
  checkout("open", async () => {}),
  checkout("paid", async (shop, id) => await (await shop.createWallet()).pay(id)),
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
    name: "checkout-on-phone",
    show: async ({ open, shop }, options) => {
      const { id } = await shop.createIntent({ amount: 1_234_567.89 });
      const page = await open(`/pay/${id}`, options);
      await page.locator("summary").click();
      return page;
    },
  },
  {
    name: "checkout-unknown",
    show: async ({ open }, options) =>
      await open("/pay/018f0000-0000-7000-8000-000000000000", { ...options, allowed: /status of 404/ }),
  },
];

interface Day {
  shop: Shop;
  refunded: string;
}

let day: Promise<Day> | null = null;

/** A day's payments, of which one has been refunded: the same for every page. */
async function trade(url: string): Promise<Day> {
  const shop = await openShop(url);
  const wallet = await shop.createWallet();
  const { paymentIntents } = shop.client;
  const sell = async (amount: number, description: string, reference: string) => {
    const { id } = await shop.createIntent({ amount, description, reference });
    await wallet.pay(id);
    return id;
  };
  const refunded = await sell(18.4, "Lunch for two", "order-1001");
  await paymentIntents.refund(refunded);
  await paymentIntents.waitUntilRefunded(refunded, { timeoutMs: 30_000 });
  await sell(3.2, "Espresso", "order-1002");
  await sell(12.5, DESCRIPTION, "order-1003");
  const { id } = await shop.createIntent({ amount: 7.9, reference: "order-1004" });
  await paymentIntents.cancel(id);
  await shop.createIntent({ amount: 5.6, reference: "order-1005", metadata: { table: 7 } });
  await shop.client.counters.create({ name: "Terrace" });
  return { shop, refunded };
}

function dashboard(view: string, path: string): PageCase {
  return {
    name: `dashboard-${view}`,
    show: async ({ open, shop: { url } }, options) => {
      day ??= trade(url);
      const { shop, refunded } = await day;
      const page = await open(path.replace(":id", refunded), { ...options, owner: shop });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      return page;
    },
  };
}

const DASHBOARD: PageCase[] = [
  dashboard("payments", "/dashboard"),
  dashboard("payment", "/dashboard/payments/:id"),
  dashboard("new-payment", "/dashboard/payments/new"),
  dashboard("counters", "/dashboard/counters"),
  dashboard("webhooks", "/dashboard/webhooks"),
  dashboard("ledger", "/dashboard/ledger"),
  dashboard("settings", "/dashboard/settings"),
  dashboard("missing", "/dashboard/nothing-here"),
];

/** A till that was paired a moment ago. */
function till(state: string, become: (page: Page, shop: Shop) => Promise<unknown>): PageCase {
  return {
    name: `till-${state}`,
    show: async ({ open, shop }, options) => {
      const { counter } = await shop.client.counters.create({ name: "Front counter" });
      const { url } = await shop.client.counters.createPairing(counter.id);
      const page = await open(url, { ...options, allowed: /status of 401/ });
      await page.waitForURL(/\/pos$/);
      await page.locator("select#currency").selectOption("EUR");
      await page.locator("form .primary").click();
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

const TILL: PageCase[] = [
  till("amount", async () => {}),
  till("code", showCode),
  till("paid", async (page, shop) => {
    await (await shop.createWallet()).pay(await showCode(page));
    await page.locator("section[data-step=paid]").waitFor();
  }),
  till("sales", (page) => page.locator("[data-open=sales]").click()),
  till("settings", (page) => page.locator("[data-open=menu]").click()),
  {
    name: "till-pairing",
    show: async ({ open }, options) => {
      const page = await open("/pos/pair", options);
      await page.locator("#code").waitFor();
      return page;
    },
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
  entrance("set-up-unusable", "/realms/payment-platform/login-actions/action-token?key=old", async () => {}),
];

/** The sandbox's stage, on which a shop has just opened. */
function stage(state: string, become: (page: Page) => Promise<unknown>): PageCase {
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

async function sellOnStage(page: Page): Promise<void> {
  await page.locator(".till .entry > .primary").click();
  await page.locator(".wallet .primary:not([hidden])").click();
  await page.locator(".request .primary:not([hidden])").click();
  await page.locator('[data-type="payment.completed"] summary').click({ timeout: 20_000 });
}

const STAGE: PageCase[] = [stage("opened", async () => {}), stage("paid", sellOnStage)];

export const PAGES: readonly PageCase[] = [...CHECKOUT, ...DASHBOARD, ...TILL, ...SIGN_IN, ...STAGE];
