// The dashboard's first page, and the bars of its totals.
import { describe, expect } from "vitest";
import { it, PHONE, TILL } from "./support/it.ts";

describe("an owner's home", () => {
  it("has first steps until the first sale, and then what was earned", async ({ open, shop }) => {
    const page = await open("/dashboard/home", { owner: shop, viewport: PHONE });
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.getByRole("link", { name: "Begin" }).first().click();
    await page.getByRole("heading", { name: "Counters", level: 1 }).waitFor();
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
    const { y: net = 0 } = (await page.locator(".day-card .amount").boundingBox()) ?? {};
    const { y: needs = 0 } = (await page.getByRole("heading", { name: "Needs you" }).boundingBox()) ?? {};
    expect(net).toBeLessThan(needs);
  });

  it("is read at most once a minute, however much happens", async ({ open, shop }) => {
    const wallet = await shop.createWallet();
    await wallet.pay((await shop.createIntent()).id);
    const page = await open("/dashboard/home", { owner: shop, viewport: TILL });
    await page.getByText("Payments: 1 ·").waitFor();
    let reads = 0;
    page.on("request", (request) => {
      if (/\/totals\?|\/payment-intents\?/.test(request.url())) reads++;
    });
    await wallet.pay((await shop.createIntent()).id);
    await page.waitForResponse(async (response) => {
      if (!response.url().includes("/api/v1/events?")) return false;
      return (await response.json()).events.length > 0;
    });
    expect(reads).toBe(0);
  });
});

it("totals have a bar for each day of a period that is chosen at a tap", async ({ open, shop }) => {
  const wallet = await shop.createWallet();
  await wallet.pay((await shop.createIntent()).id);
  const page = await open("/dashboard/totals", { owner: shop, viewport: TILL });
  await page.getByText("Net · EUR").waitFor();
  await page.getByRole("button", { name: "This month" }).click();
  const today = new Date().toISOString().slice(0, 10);
  await page
    .locator(".day-bars li")
    .nth(Number(today.slice(8)) - 1)
    .waitFor();
  expect(await page.getByLabel("From").inputValue()).toBe(`${today.slice(0, 8)}01`);
  expect(await page.getByLabel("To").inputValue()).toBe(today);
});
