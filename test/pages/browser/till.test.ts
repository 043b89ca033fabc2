// A cashier's day at the till, played in a real browser.
import { describe, expect } from "vitest";
import { it } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";
import { heading, openSale, openTill } from "./support/till.ts";

describe("a cashier at the till", () => {
  it("types an amount, shows the code, sees it turn green, and what the shop's day is at", async ({
    open,
    shop,
  }) => {
    // There the day is another one than at the till, which is in UTC, for eleven hours or thirteen.
    const isLate = new Date().getUTCHours() >= 12;
    await shop.client.settings.update({ time_zone: isLate ? "Pacific/Kiritimati" : "Pacific/Pago_Pago" });
    const wallet = await shop.createWallet();
    await wallet.pay((await shop.createIntent({ amount: 99 })).id);
    const page = await openTill(open, shop);
    const customer = await open("/pos/customer", { context: page.context() });
    await heading(customer, "Welcome").waitFor();
    expect(await page.evaluate(() => document.cookie)).toBe("");
    await page.keyboard.type("1250+30");
    await page.getByRole("button", { name: "0", exact: true }).click();
    await expect.poll(() => page.locator("[data-amount]").textContent()).toBe("€15.50");
    await customer.getByText("€15.50").waitFor();
    await page.keyboard.press("Enter");
    for (const screen of [page, customer])
      await screen.getByRole("img", { name: "Code for the customer’s wallet app" }).waitFor();
    const id = await openSale(page);
    await page.getByText("Live").waitFor();
    await wallet.pay(id);
    for (const screen of [page, customer]) await heading(screen, "Paid").waitFor({ timeout: 3_000 });
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
    await page.locator(".total").getByText("€15.50").waitFor();
    expect(await page.locator(".total").allTextContents()).toEqual(["Paid today€15.501 sale"]);
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: /^Print again: €15.50/ }).click();
    expect(await page.locator(".receipt").textContent()).toContain(number);
  });

  it("cancels, and shows neither as cancelled nor as corrected what is paid", async ({
    open,
    sharedShop: shop,
  }) => {
    const wallet = await shop.createWallet();
    // The cancellation of what is paid is refused.
    const page = await openTill(open, shop, { allowed: /status of 400/ });
    await page.keyboard.type("500");
    await page.getByRole("button", { name: "Show code" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await heading(page, "Cancelled").waitFor();
    await page.getByRole("button", { name: "Same amount again" }).click();
    // The till does not hear of it, so it still offers to cancel.
    await page.route("**/cancel", async (route) => {
      await wallet.pay(await openSale(page));
      await route.continue();
    });
    for (const button of ["Cancel", "Correct the amount"]) {
      await heading(page, "Scan to pay").waitFor();
      await page.getByRole("button", { name: button }).click();
      await heading(page, "Paid").waitFor();
      await page.getByRole("button", { name: "Next customer" }).click();
      await page.keyboard.type("500");
      await page.getByRole("button", { name: "Show code" }).click();
    }
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

  it("sees that the payment is being processed while the ledger is slow", async ({
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
    for (const screen of [page, customer]) await heading(screen, "Scan to pay").waitFor();
    tell({ status: "completed" });
    for (const screen of [page, customer]) await heading(screen, "Paid").waitFor();
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
    await page.getByRole("button", { name: "Next customer" }).click();
    await heading(page, "This till is not paired").waitFor();
  });

  it("says the same of a request that it cannot withdraw", async ({ open, shop }) => {
    const page = await openTill(open, shop, { allowed: /status of 401/ });
    await page.keyboard.type("100");
    await page.getByRole("button", { name: "Scan customer’s code" }).click();
    await page.getByLabel("Or type the code").fill((await shop.createWallet()).id);
    await page.getByRole("button", { name: "Ask for payment" }).click();
    const withdraw = page.getByRole("button", { name: "Withdraw request" });
    await withdraw.waitFor();
    await revokeTill(shop);
    await withdraw.click();
    await heading(page, "This till was removed").waitFor();
  });

  it("is unpaired only after a question", async ({ open, shop }) => {
    const page = await openTill(open, shop);
    await page.getByRole("button", { name: "Settings" }).click();
    const question = page.getByRole("dialog", { name: "Unpair this till" });
    for (const choice of ["Cancel", "Unpair this till"]) {
      await page.getByRole("button", { name: "Unpair this till" }).click();
      expect(await question.textContent()).toContain("It then needs a new pairing code.");
      await question.getByRole("button", { name: choice }).click();
      await question.waitFor({ state: "detached" });
    }
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
