// A merchant prints a sticker at the dashboard, and customers pay by it.
import { describe, expect } from "vitest";
import { it, TILL } from "./support/it.ts";
import { asAdmin, openShop } from "./support/shop.ts";
import { asCustomer, makeSticker } from "./support/sticker-pages.ts";
import { heading } from "./support/till.ts";
import { paste } from "./support/wallet.ts";
import { isSkipped, readWithZbar, reason } from "./support/zbar.ts";

const REFUSED = /status of 4\d\d/;

describe("a counter's sticker codes at the dashboard", () => {
  it("are made, printed and revoked", async ({ open, shop }) => {
    const { counter } = await shop.client.counters.create({ name: "Terrace" });
    const page = await open(`/dashboard/counters/${counter.id}`, {
      owner: shop,
      viewport: TILL,
      allowed: REFUSED,
    });
    await page.getByText("No code is printed for this counter.").waitFor();
    await page.getByRole("button", { name: "New sticker code" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What for").fill("Coffee");
    await dialog.getByLabel("Fixed amount").fill("4,505");
    await dialog.getByRole("button", { name: "New sticker code" }).click();
    await dialog.locator("[name=amount][aria-invalid]").waitFor();
    await dialog.getByLabel("Fixed amount").fill("4,50");
    await dialog.getByRole("button", { name: "New sticker code" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "$4.50" }).waitFor();

    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Print" }).click();
    const sheet = await opened;
    await sheet.getByRole("heading", { name: "Scan to pay" }).waitFor();
    for (const shown of ["Bean & Leaf", "$4.50", "Coffee · Terrace"]) await sheet.getByText(shown).waitFor();

    await page.getByRole("button", { name: "Revoke: Coffee" }).click();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("No code is printed for this counter.").waitFor();
  });

  it.skipIf(isSkipped)(
    `are read from the printed sheet by zbar${reason}`,
    async ({ open, sharedShop: shop }) => {
      const { url } = await makeSticker(shop, { amount: 4.5 });
      // Whoever prints it may have opened the service at another address.
      const page = await open(`${url.replace("//localhost", "//127.0.0.1")}?sheet`);
      await page.locator(".code").waitFor();
      await page.emulateMedia({ media: "print" });
      expect(readWithZbar(await page.screenshot())).toBe(url);
      await page.setViewportSize({ width: 300, height: 420 });
      expect(readWithZbar(await page.screenshot())).toBe(url);
    },
  );
});

describe("a customer before a sticker", () => {
  it("chooses the amount, and pays it as any other", async ({ open, sharedShop: shop }) => {
    const { id, counterId } = await makeSticker(shop, { label: "Coffee", amount_min: 1, amount_max: 20 });
    const page = await open(`/s/${id}`, { prepare: asCustomer });
    await page.getByText("at least $1.00 · at most $20.00").waitFor();
    await page.getByLabel("Amount in USD").fill("3,20");
    await page.getByRole("button", { name: "Go on to pay" }).click();
    await page.getByRole("button", { name: "Pay $3.20" }).click();
    await heading(page, "Paid").waitFor();
    const { items } = await shop.client.paymentIntents.list({ counter_id: counterId });
    expect(items).toMatchObject([{ amount_decimal: "3.20", status: "completed", description: "Coffee" }]);
  });

  it("pays once more on the page that it comes back to", async ({ open, sharedShop: shop }) => {
    const { id } = await makeSticker(shop, { amount: 4.5 });
    const page = await open(`/s/${id}`, { prepare: asCustomer });
    // The response without content leaves the page as the browser keeps it.
    await page.route("**/wallet?pay=*", (route) => route.fulfill({ status: 204 }));
    const keyOfPayment = async () => {
      const sent = page.waitForRequest("**/payment-intents");
      const left = page.waitForRequest("**/wallet?pay=*");
      await page.getByRole("button", { name: "Go on to pay" }).click();
      await left;
      return (await sent).headers()["idempotency-key"];
    };
    expect(await keyOfPayment()).not.toBe(await keyOfPayment());
  });

  it("opens a wallet from it, which scans it too, and comes back to it", async ({
    open,
    sharedShop: shop,
  }) => {
    const { id, url } = await makeSticker(shop, { amount: 4.5 });
    const page = await open(`/s/${id}`);
    await page.getByRole("heading", { name: "$4.50" }).waitFor();
    await page.getByRole("link", { name: "Open my wallet" }).click();
    await page.getByRole("button", { name: "Try with $100" }).click();
    await page.getByRole("button", { name: "Go on to pay" }).click();
    await page.getByRole("button", { name: "Pay $4.50" }).waitFor();
    await page.goto(`${shop.url}/wallet`);
    await paste(page, url);
    await page.getByRole("button", { name: "Go on to pay" }).waitFor();
    expect(page.url()).toBe(url);
  });

  it("is led to the sale that is open at the counter", async ({ open, sharedShop: shop }) => {
    const { id, counterId } = await makeSticker(shop);
    const sale = await shop.createIntent({ amount: 7, currency: "USD", counter_id: counterId });
    const stranger = await open(`/s/${id}`);
    await stranger.waitForURL(`**/pay/${sale.id}`);
    const customer = await open(`/s/${id}`, { prepare: asCustomer });
    await customer.getByRole("button", { name: "Pay $7.00" }).waitFor();
  });

  it("reads why nobody can pay, a page each", async ({ open, url }) => {
    const shop = await openShop(url);
    const headingOf = async (id: string, typed?: string) => {
      const page = await open(`/s/${id}`, { prepare: asCustomer, allowed: REFUSED });
      if (typed !== undefined) {
        if (typed !== "") await page.getByLabel(/^Amount in/).fill(typed);
        await page.getByRole("button", { name: "Go on to pay" }).click();
        await page.getByRole("status").waitFor();
      }
      return await page.getByRole("heading", { level: 1 }).textContent();
    };
    const limited = await makeSticker(shop, { amount_max: 5 });
    expect(await headingOf("00000000-0000-0000-0000-000000000000")).toBe("No such code");
    expect(await headingOf(limited.id, "6")).toBe("Amount not possible");
    expect(await headingOf((await makeSticker(shop, { amount: 5, currency: "EUR" })).id, "")).toBe(
      "Another currency",
    );
    await shop.call("DELETE", `/merchant/api/v1/sticker-codes/${limited.id}`);
    expect(await headingOf(limited.id)).toBe("No longer valid");
    const [closed, kept] = [await makeSticker(shop), await makeSticker(shop)];
    await shop.client.counters.deactivate(closed.counterId);
    expect(await headingOf(closed.id)).toBe("Counter closed");
    await asAdmin(url, "POST", `/merchant/api/v1/merchants/${shop.id}/suspend`, { reason: "fraud" });
    expect(await headingOf(kept.id)).toBe("Not available");
  });
});
