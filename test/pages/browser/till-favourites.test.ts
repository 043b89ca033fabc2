// What a till offers at a tap, and what its owner sets at the dashboard.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { it } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";
import { heading, openSale, openTill } from "./support/till.ts";

const MENU = [
  { name: "Coffee", price: "4.50" },
  { name: "Cake", price: "5.00" },
];

async function setMenu(shop: Shop, items: object[]): Promise<void> {
  for (const { id } of (await shop.client.counters.list()).items)
    await shop.call("PUT", `/merchant/api/v1/counters/${id}/favourites`, { currency: "EUR", items });
}

const tap = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
const shown = (page: Page) => page.locator("[data-amount]").textContent();

/** A till whose counter has favourites; all of a shop's tills are the same one. */
async function openWithMenu(open: Parameters<typeof openTill>[0], shop: Shop): Promise<Page> {
  const page = await openTill(open, shop);
  await setMenu(shop, MENU);
  await page.reload();
  return page;
}

it("a cashier sells favourites with a note, corrects them, and the sale says what it was", async ({
  open,
  shop,
}) => {
  const page = await openWithMenu(open, shop);
  await tap(page, "Coffee");
  await tap(page, "Cake");
  await tap(page, "Coffee");
  await page.keyboard.type("30");
  await expect.poll(() => shown(page)).toBe("€14.30");
  await page.getByLabel("Note for this sale").fill("no sugar");
  await page.getByRole("button", { name: "Show code" }).click();
  await heading(page, "Scan to pay").waitFor();
  const described = async () => (await shop.client.paymentIntents.get(await openSale(page))).description;
  expect(await described()).toBe("2 × Coffee, Cake + 0.30 EUR – no sugar");
  await page.getByRole("button", { name: "Correct the amount" }).click();
  await page.getByRole("button", { name: /^Cake/ }).waitFor();
  expect([await shown(page), await page.locator(".tape").textContent()]).toEqual([
    "€14.30",
    "Coffee €4.50 + Cake €5.00 + Coffee €4.50 + €0.30",
  ]);
  await tap(page, "Cake");
  await page.getByRole("button", { name: "Show code" }).click();
  await heading(page, "Scan to pay").waitFor();
  expect(await described()).toBe("2 × Coffee, 2 × Cake + 0.30 EUR – no sugar");
  await page.getByRole("button", { name: "Correct the amount" }).click();
  await page.getByRole("button", { name: /^Cake/ }).waitFor();
  await page.keyboard.type("1350");
  await expect.poll(() => shown(page)).toBe("€13.50");
});

it("an old price on an open page is shown as old, and not sold", async ({ open, shop }) => {
  const page = await openWithMenu(open, shop);
  await tap(page, "Coffee");
  await tap(page, "Cake");
  await setMenu(shop, [{ name: "Coffee", price: "4.90" }, MENU[1] ?? {}]);
  await page.getByRole("button", { name: "Show code" }).click();
  await page.getByRole("alert").getByText("The price of Coffee has changed.").waitFor();
  expect([await shown(page), await openSale(page)]).toEqual(["€5.00", undefined]);
  await tap(page, "Coffee");
  await page.getByRole("button", { name: "Show code" }).click();
  await heading(page, "Scan to pay").waitFor();
  expect((await shop.client.paymentIntents.get(await openSale(page))).amount_decimal).toBe("9.90");
});

it("an owner adds a favourite at the dashboard, changes its price, and removes it", async ({
  open,
  shop,
}) => {
  const { counter } = await shop.client.counters.create({ name: "Bar" });
  const page = await open(`/dashboard/counters/${counter.id}`, { owner: shop });
  const save = async (button: string, fields: Record<string, string>) => {
    await page.getByRole("button", { name: button }).click();
    const dialog = page.getByRole("dialog");
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    await dialog.locator("button[type=submit]").click();
    await page.getByText("The favourites are saved.").first().waitFor();
  };
  const path = `/merchant/api/v1/counters/${counter.id}/favourites`;
  const read = async () =>
    (await shop.call<{ favourites: { items: object[] } }>("GET", path)).favourites.items;
  await save("Add a favourite", { Name: "Coffee", Price: "4,50" });
  await expect.poll(read).toEqual([{ name: "Coffee", price: "4.50" }]);
  await save("Change: Coffee", { Price: "4.90" });
  await save("Add a favourite", { Name: "Cake", Price: "5" });
  await page.getByRole("button", { name: "Change: Cake" }).click();
  await page.getByRole("dialog").getByLabel("Move to front").check();
  await page.getByRole("dialog").locator("button[type=submit]").click();
  await expect.poll(read).toEqual([
    { name: "Cake", price: "5.00" },
    { name: "Coffee", price: "4.90" },
  ]);
  await page.getByRole("button", { name: "Remove: Coffee" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.poll(read).toEqual([{ name: "Cake", price: "5.00" }]);
});
