// The dashboard's first page, and the bars of its totals.
import type { BrowserContext } from "playwright-core";
import { describe, expect } from "vitest";
import { feedOf } from "./support/feed.ts";
import { it, PHONE, TILL } from "./support/it.ts";

/** Runs in the page, before its own script: its browser is in Berlin. */
function moveToBerlin(): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function (): Intl.ResolvedDateTimeFormatOptions {
    return { ...resolvedOptions.call(this), timeZone: "Europe/Berlin" };
  };
}

describe.concurrent("an owner's home", () => {
  it("has first steps until the first sale, and then what was earned", async ({ open, shop }) => {
    const prepare = async (context: BrowserContext) => void (await context.addInitScript(moveToBerlin));
    const page = await open("/dashboard/home", { owner: shop, viewport: PHONE, prepare });
    const step = page.getByRole("listitem").filter({ hasText: "Sell something" });
    // This browser is no till.
    expect(await step.getByRole("link").getAttribute("href")).toBe("/dashboard/payments/new");
    expect(await page.locator(".day-card .amount").textContent()).toBe("$0.00");
    const need = page.getByRole("listitem").filter({ hasText: "this browser is in Europe/Berlin" });
    await need.getByRole("link", { name: "Settings" }).click();
    const proposal = page.getByText("Save it to use it.");
    await proposal.waitFor();
    await page.getByRole("button", { name: "Save" }).last().click();
    await proposal.waitFor({ state: "detached" });
    const wallet = await shop.createWallet();
    await wallet.pay((await shop.createIntent({ reference: "order-1" })).id);
    await page.goto(new URL("/dashboard/home", shop.url).href);
    await page.getByText("€12.50").first().waitFor();
    await page.getByText("Payments: 1 · Refunds: 0").waitFor();
    await page.getByRole("row", { name: /order-1/ }).waitFor();
    const bars = await page.getByRole("list", { name: "Net of each day · EUR" }).getByRole("listitem").all();
    expect(bars).toHaveLength(7);
    expect(await bars.at(-1)?.locator(".unseen").textContent()).toMatch(/: €12\.50$/);
    expect(await page.getByRole("heading", { name: "First steps" }).count()).toBe(0);
    expect(await need.count()).toBe(0);
    const { y: net = 0 } = (await page.locator(".day-card .amount").boundingBox()) ?? {};
    const { y: needs = 0 } = (await page.getByRole("heading", { name: "Needs you" }).boundingBox()) ?? {};
    expect(net).toBeLessThan(needs);

    // The sale is no longer among the last payments.
    for (let unpaid = 1; unpaid <= 5; unpaid++) await shop.createIntent({ reference: `unpaid-${unpaid}` });
    await page.reload();
    await page.getByRole("row", { name: /unpaid-1/ }).waitFor();
    expect(await page.getByRole("heading", { name: "First steps" }).count()).toBe(0);
  });

  it("is read at most once a minute, however much happens", async ({ open, shop }) => {
    const feed = feedOf(shop);
    const page = await open("/dashboard/home", { owner: shop, viewport: TILL, prepare: feed.prepare });
    await page.getByText("Payments: 0 ·").waitFor();
    let reads = 0;
    page.on("request", (request) => {
      if (/\/totals\?/.test(request.url())) reads++;
    });
    for (const reference of ["first", "second"]) {
      await feed.sell(reference);
      await feed.pass();
      await feed.pass();
      expect(reads).toBe(0);
    }
    await feed.pass();
    await page.getByRole("row", { name: /second/ }).waitFor();
    expect(reads).toBe(1);
  });
});

it.concurrent("totals have a bar for each day of a period that is chosen at a tap", async ({
  open,
  shop,
}) => {
  const wallet = await shop.createWallet();
  await wallet.pay((await shop.createIntent()).id);
  const page = await open("/dashboard/totals", { owner: shop, viewport: TILL });
  await page.getByText("Net · EUR").waitFor();
  await page.getByRole("button", { name: "This month" }).click();
  const today = new Date().toISOString().slice(0, 10);
  const bars = page.locator(".day-bars li");
  await bars.nth(Number(today.slice(8)) - 1).waitFor();
  expect(await page.getByLabel("From").inputValue()).toBe(`${today.slice(0, 8)}01`);
  expect(await page.getByLabel("To").inputValue()).toBe(today);
});
