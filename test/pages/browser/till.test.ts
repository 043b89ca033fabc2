// A cashier's day at the till, played in a real browser.
import { describe, expect } from "vitest";
import { it } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";
import { heading, openSale, openTill } from "./support/till.ts";

describe("a cashier at the till", () => {
  it("types an amount, shows the code, sees it turn green, and goes on", async ({ open, shop }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await page.keyboard.type("1250+30");
    await page.getByRole("button", { name: "0", exact: true }).click();
    await expect.poll(() => page.locator("[data-amount]").textContent()).toBe("€15.50");
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: "Code for the customer’s wallet app" }).waitFor();
    const id = await openSale(page);
    await page.getByText("Live").waitFor();
    await wallet.pay(id);
    await heading(page, "Paid").waitFor({ timeout: 3_000 });
    expect(await page.locator("[aria-live=assertive]").textContent()).toBe("Paid €15.50");
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(10, 122, 75)",
    );
    await page.reload();
    await heading(page, "Paid").waitFor();
    const { number } = await shop.client.paymentIntents.get(id);
    await page.getByText(number).waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();
    expect(await page.locator("[data-amount]").textContent()).toBe("€0.00");
    await page.getByRole("button", { name: "Sales" }).click();
    expect(await page.locator(".total strong").textContent()).toBe("€15.50");
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: /^Print again: €15.50/ }).click();
    expect(await page.locator(".receipt").textContent()).toContain(number);
  });

  it("cancels, and never shows as cancelled what is paid", async ({ open, sharedShop: shop }) => {
    const wallet = await shop.createWallet();
    // The cancellation of what is paid is refused.
    const page = await openTill(open, shop, { allowed: /status of 400/ });
    await page.keyboard.type("500");
    await page.getByRole("button", { name: "Show code" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Cancelled").waitFor();
    await page.getByRole("button", { name: "Same amount again" }).click();
    await heading(page, "Scan to pay").waitFor();
    // The till does not hear of it, so it still offers to cancel.
    const id = await openSale(page);
    await page.route("**/cancel", async (route) => {
      await wallet.pay(id);
      await route.continue();
    });
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Paid").waitFor();
    expect((await shop.client.paymentIntents.get(id)).status).toBe("completed");
  });

  it("withdraws a request, and tells it from one that the customer has declined", async ({
    open,
    sharedShop: shop,
  }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    await page.keyboard.type("725");
    const ask = async () => {
      await page.getByLabel("Or type the code").fill(wallet.id);
      await page.getByRole("button", { name: "Ask for payment" }).click();
      await heading(page, "Waiting for approval").waitFor();
      return await openSale(page);
    };
    await page.getByRole("button", { name: "Scan customer’s code" }).click();
    const id = await ask();
    await page.getByRole("button", { name: "Withdraw request" }).click();
    await heading(page, "Cancelled").waitFor();
    expect((await shop.client.paymentIntents.get(id)).cancellation_reason).toBe("withdrawn_by_merchant");
    await page.getByRole("button", { name: "Same amount again" }).click();
    await shop.client.paymentIntents.withdraw(await ask());
    await heading(page, "Cancelled").waitFor();
    await page.getByRole("button", { name: "Same amount again" }).click();
    await wallet.reject(await ask());
    await heading(page, "Declined").waitFor();
  });

  it("makes one payment of a sale whose response was lost", async ({ open, sharedShop: shop }) => {
    const page = await openTill(open, shop, { allowed: /Failed to load resource/ });
    let attempts = 0;
    await page.route("**/payment-intents", async (route) => {
      attempts += 1;
      if (attempts > 1) return await route.continue();
      await route.fetch();
      return await route.abort();
    });
    await page.keyboard.type("999");
    await page.keyboard.press("Enter");
    await heading(page, "No response yet").waitFor();
    await heading(page, "Scan to pay").waitFor();
    expect(attempts).toBe(2);
    const { items } = await shop.client.paymentIntents.list({ amount: 9.99 });
    expect(items).toHaveLength(1);
  });

  it("opens offline, says so, and shows what has happened when it is back", async ({
    open,
    sharedShop: shop,
  }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop, { allowed: /./ });
    await page.evaluate(async () => await navigator.serviceWorker.ready);
    await page.reload();
    await page.getByRole("button", { name: "Show code" }).waitFor();
    await page.keyboard.type("300");
    await page.keyboard.press("Enter");
    await heading(page, "Scan to pay").waitFor();
    const id = await openSale(page);
    await page.context().setOffline(true);
    await page.getByText("Offline. Sales start again when the connection is back.").waitFor();
    expect(await page.getByText("Live", { exact: true }).isVisible()).toBe(false);
    await wallet.pay(id);
    await page.reload();
    await page.getByText("Offline. Sales start again when the connection is back.").waitFor();
    await heading(page, "One moment …").waitFor();
    expect(await heading(page, "Paid").count()).toBe(0);
    const kept = await page.evaluate(async () => {
      const requests = await (await caches.open("till")).keys();
      return requests
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => !/^\/(pages|pos)\b/.test(path));
    });
    expect(kept).toEqual([]);
    await page.context().setOffline(false);
    await heading(page, "Paid").waitFor({ timeout: 10_000 });
  });

  it("shows the customer amount, code and result on a screen of their own", async ({
    open,
    sharedShop: shop,
  }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    const customer = await open("/pos/customer", { context: page.context() });
    await customer.getByRole("heading", { name: "Welcome" }).waitFor();
    await page.keyboard.type("450");
    await customer.getByText("€4.50").waitFor();
    await page.keyboard.press("Enter");
    await customer.getByRole("img", { name: "Code for the customer’s wallet app" }).waitFor();
    await heading(page, "Scan to pay").waitFor();
    await wallet.pay(await openSale(page));
    await customer.getByRole("heading", { name: "Paid" }).waitFor();
  });

  it("sees that the payment is being processed while the ledger is slow, and that it was declined", async ({
    open,
    sharedShop: shop,
  }) => {
    const page = await openTill(open, shop);
    const customer = await open("/pos/customer", { context: page.context() });
    let tell = (_: object) => {};
    await page.routeWebSocket("**/live", (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const { payment_intent } = JSON.parse(String(text));
        tell = (change) => socket.send(JSON.stringify({ payment_intent: { ...payment_intent, ...change } }));
        socket.send(text);
      });
    });
    await page.keyboard.type("450");
    await page.keyboard.press("Enter");
    await page.getByText("Live").waitFor();
    tell({ is_processing: true });
    for (const screen of [page, customer]) await heading(screen, "Payment is being processed").waitFor();
    tell({ is_processing: false });
    for (const screen of [page, customer]) {
      await screen.locator(".warning").getByText("The wallet declined, and nothing was charged.").waitFor();
      await heading(screen, "Scan to pay").waitFor();
    }
    expect(await page.locator("[aria-live=assertive]").textContent()).toContain("The wallet declined");
    tell({ status: "completed" });
    for (const screen of [page, customer]) await heading(screen, "Paid").waitFor();
  });

  it("sees what the counter was paid on the merchant's day, and the last sales", async ({ open, shop }) => {
    // There the day is another one than at the till, which is in UTC, for eleven hours or thirteen.
    const isLate = new Date().getUTCHours() >= 12;
    await shop.client.settings.update({ time_zone: isLate ? "Pacific/Kiritimati" : "Pacific/Pago_Pago" });
    const wallet = await shop.createWallet();
    await wallet.pay((await shop.createIntent({ amount: 99 })).id);
    const page = await openTill(open, shop);
    await page.keyboard.type("1550");
    await page.keyboard.press("Enter");
    await heading(page, "Scan to pay").waitFor();
    await wallet.pay(await openSale(page));
    await heading(page, "Paid").waitFor();
    await page.getByRole("button", { name: "Sales" }).click();
    const total = page.locator(".total");
    await total.getByText("€15.50").waitFor();
    expect(await total.allTextContents()).toEqual(["Paid today€15.501 sale"]);
    expect(await page.getByRole("button", { name: /^Print again/ }).count()).toBe(1);
  });

  it("says that the till was revoked during a sale, which it cannot cancel, and sees it paid", async ({
    open,
    shop,
  }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop, { allowed: /status of 401/ });
    const customer = await open("/pos/customer", { context: page.context() });
    await page.keyboard.type("100");
    await page.keyboard.press("Enter");
    await customer.locator(".code").waitFor();
    const id = await openSale(page);
    await revokeTill(shop);
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "This till was removed").waitFor();
    await page.getByText("it can be paid until its time runs out").waitFor();
    for (const screen of [page, customer]) await screen.locator(".code").waitFor({ state: "detached" });
    await wallet.pay(id);
    await heading(page, "Paid").waitFor();
  });

  it("says the same of a request that it cannot withdraw", async ({ open, shop }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop, { allowed: /status of 401/ });
    await page.keyboard.type("100");
    await page.getByRole("button", { name: "Scan customer’s code" }).click();
    await page.getByLabel("Or type the code").fill(wallet.id);
    await page.getByRole("button", { name: "Ask for payment" }).click();
    const withdraw = page.getByRole("button", { name: "Withdraw request" });
    await withdraw.waitFor();
    await revokeTill(shop);
    await withdraw.click();
    await heading(page, "This till was removed").waitFor();
  });

  it("is unpaired only after a question", async ({ open, shop }) => {
    const page = await openTill(open, shop);
    const ask = async () => {
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Unpair this till" }).click();
      return page.getByRole("dialog", { name: "Unpair this till" });
    };
    await (await ask()).getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await page.locator("[data-amount]").waitFor();
    const question = await ask();
    expect(await question.textContent()).toContain("It then needs a new pairing code.");
    await question.getByRole("button", { name: "Unpair this till" }).click();
    await heading(page, "This till is not paired").waitFor();
  });

  it("can do nothing once the till is revoked", async ({ open, shop }) => {
    const page = await openTill(open, shop, { allowed: /status of 401/ });
    await revokeTill(shop);
    await page.keyboard.type("100");
    await page.keyboard.press("Enter");
    await heading(page, "This till is not paired").waitFor();
  });
});

async function revokeTill({ client: { counters } }: Shop): Promise<void> {
  const { id = "" } = (await counters.list()).items[0] ?? {};
  const [till] = await counters.listTills(id);
  await counters.revokeTill(id, till?.id ?? "");
}
