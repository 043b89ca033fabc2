// The customer's way to pay, played in a real browser.
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./support/it.ts";
import { enlargeText, findOverflow } from "./support/look.ts";

describe.concurrent("a customer at the checkout page", () => {
  it("sees it turn green by itself when the wallet has paid", async ({ open, shop }) => {
    const { id } = await shop.createIntent({ description: "Two flat whites" });
    const wallet = await shop.createWallet();
    const page = await open(`/pay/${id}`);
    let loads = 0;
    page.on("load", () => loads++);
    await page.getByRole("heading", { name: "€12.50" }).waitFor();
    await page.getByRole("img", { name: "Code for your wallet app" }).waitFor();
    await page.getByText("Updates live").waitFor();
    await wallet.pay(id);
    await page.getByRole("heading", { name: "Paid" }).waitFor({ timeout: 5_000 });
    expect(await page.getByRole("status").textContent()).toBe("Paid");
    await page.getByText("Updates live").waitFor({ state: "hidden" });
    expect(await page.getByRole("img", { name: "Code for your wallet app" }).isVisible()).toBe(false);
    expect(await page.title()).toBe("Paid · €12.50 · Bean & Leaf");
    expect(loads).toBe(0);
  });

  it("is told when the shop cancels, and goes back", async ({ open, shop }) => {
    const { id } = await shop.createIntent({ return_url: "https://shop.example.com/orders/1" });
    const page = await open(`/pay/${id}`);
    await page.getByText("Updates live").waitFor();
    expect(await page.getByRole("link", { name: "Back to the shop" }).isVisible()).toBe(false);
    await shop.client.paymentIntents.cancel(id);
    await page.getByRole("heading", { name: "Cancelled" }).waitFor({ timeout: 5_000 });
    const back = page.getByRole("link", { name: "Back to the shop" });
    expect(await back.getAttribute("href")).toBe("https://shop.example.com/orders/1");
  });

  it("is led to the wallet on a phone, which cannot scan its own screen", async ({ open, shop }) => {
    const { id } = await shop.createIntent();
    const page = await open(`/pay/${id}`, { javaScript: false, touch: true });
    const link = page.getByRole("link", { name: "Open my wallet" });
    expect(await link.getAttribute("href")).toBe(`${shop.url}/wallet?pay=${id}`);
    const words = await page.locator("main").innerText();
    expect(words.startsWith(shop.name)).toBe(true);
    expect(words).not.toMatch(/scan this code/i);
    expect(await page.locator(".code").isVisible()).toBe(false);
    await page.getByRole("link", { name: "Show the code" }).click();
    expect(await isAbove(link, page.locator(".code"))).toBe(true);
  });

  it.for([
    { on: "a laptop", viewport: { width: 1280, height: 900 }, touch: false },
    { on: "a tablet", viewport: { width: 768, height: 1024 }, touch: true },
    { on: "a laptop's narrow window", viewport: { width: 390, height: 844 }, touch: false },
  ])("is led to the code on $on", async ({ on: _, ...screen }, { open, shop }) => {
    const page = await open(`/pay/${(await shop.createIntent()).id}`, screen);
    const link = page.getByRole("link", { name: "Open my wallet" });
    expect(await isAbove(page.locator(".code"), link)).toBe(true);
    const words = await page.locator(".pay").innerText();
    expect(words).toContain("Scan this code with your phone’s camera or your wallet app.");
    expect(words).not.toContain("Paying with another phone?");
  });

  it("sees all of it on a phone whose text is twice as large", async ({ open, shop }) => {
    const { id } = await shop.createIntent({ amount: 12_345_678.9, currency: "CHF" });
    for (const touch of [true, false]) {
      const page = await open(`/pay/${id}`, { touch });
      await enlargeText(page);
      await page.evaluate(() => {
        location.hash = "code";
      });
      expect(await findOverflow(page)).toEqual([]);
      const amount = page.getByRole("heading", { name: "CHF" });
      expect(await amount.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    }
  });
});

async function isAbove(upper: Locator, lower: Locator): Promise<boolean> {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()];
  if (above === null || below === null) throw new Error("one of them is not shown");
  return above.y + above.height <= below.y;
}
