// A shop's logo, address and language, from its settings to what customers see and keep.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, type Open, PHONE, TILL } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";
import { openSale, openTill } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

const ADDRESS = "12 Market Street\n10115 Berlin";
const PROFILE = { address: ADDRESS, vat_id: "DE 123456789", receipt_footer: "Open daily until six." };
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600" fill="#7a4a1e"/><circle cx="450" cy="300" r="220" fill="#ffe9c7"/></svg>`;
const picture = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(PICTURE) };

/** Whether its picture is there, and has been loaded. */
async function expectLogo(page: Page, place: string): Promise<void> {
  const logo = page.locator(`${place} img.logo`);
  await logo.waitFor();
  await logo.evaluate((image: HTMLImageElement) => image.decode());
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
}

async function setLogo(page: Page): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(picture);
  await expectLogo(page, ".logo-preview");
}

async function readPrinted(page: Page): Promise<string> {
  await page.locator(".receipt").waitFor({ state: "attached" });
  return (await page.locator(".receipt").innerText()).replaceAll(/\s*\n\s*/g, "\n");
}

const setUp = (shop: Shop, json: object) => shop.call("PUT", "/merchant/api/v1/settings", json);

const dressed = new WeakMap<Shop, Promise<void>>();

/** The shop with all of a profile, and a logo: once for the tests that only look. */
async function dress(open: Open, shop: Shop): Promise<void> {
  const begin = async () => {
    await setUp(shop, { ...PROFILE, currency: "EUR" });
    await setLogo(await open("/dashboard/settings", { owner: shop, viewport: TILL }));
  };
  const dressing = dressed.get(shop) ?? begin();
  dressed.set(shop, dressing);
  await dressing;
}

describe.concurrent("a shop's profile", () => {
  it("is set in the settings, and shown at once", async ({ open, shop }) => {
    const page = await open("/dashboard/settings", { owner: shop, viewport: TILL, allowed: /status of 400/ });
    await setLogo(page);
    await expectLogo(page, ".brand");
    await page.getByLabel("Address").fill(ADDRESS);
    await page.getByLabel("VAT ID").fill("<b>");
    const save = page.getByRole("button", { name: "Save" });
    await save.first().click();
    await page.getByText("Please check this entry.").waitFor();
    await page.getByLabel("VAT ID").fill(PROFILE.vat_id);
    await page.getByLabel("Last lines of a receipt").fill(PROFILE.receipt_footer);
    await save.first().click();
    await page.getByText("Saved").first().waitFor();
    await page.getByLabel("Currency").selectOption("CHF");
    await page.getByRole("main").getByLabel("Language").selectOption("de");
    await save.nth(1).click();
    await page.getByText("Saved").last().waitFor();
    await page.reload();
    await expectLogo(page, ".brand");
    expect(await page.getByLabel("Address").inputValue()).toBe(ADDRESS);
    await page.goto(`${shop.url}/dashboard/payments/new`);
    expect(await page.getByLabel("Currency").inputValue()).toBe("CHF");
    await page.goto(`${shop.url}/dashboard/settings`);
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await page.getByText("No logo yet").waitFor();
    await page.locator("input[type=file]").setInputFiles({ ...picture, buffer: Buffer.from("no picture") });
    await page.getByText("This picture cannot be used.").waitFor();
  });

  it("is at the till, on its customer's screen and on receipts", async ({ open, sharedShop: shop }) => {
    await dress(open, shop);
    const page = await openTill(open, shop);
    await expectLogo(page, ".bar");
    const screen = await open("/pos/customer", { context: page.context(), viewport: TILL });
    await expectLogo(screen, ".facing");
    await page.bringToFront();
    await page.keyboard.type("1250");
    await page.getByRole("button", { name: "Show code" }).click();
    await page.locator("img.code").waitFor();
    const id = await openSale(page);
    await (await shop.createWallet()).pay(id);
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByRole("button", { name: "Print receipt" }).click();
    await page.emulateMedia({ media: "print" });
    const { number } = await shop.client.paymentIntents.get(id);
    const printed = await readPrinted(page);
    for (const text of [ADDRESS, "VAT ID DE 123456789", PROFILE.receipt_footer, number, "€12.50"])
      expect(printed).toContain(text);
    expect(printed).not.toContain("Copy");
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Print receipt" }).click();
    await page.emulateMedia({ media: "print" });
    await page.getByText("Receipt · Copy").waitFor();
    const owner = await open(`/dashboard/payments/${id}`, { owner: shop, viewport: TILL });
    await owner.evaluate(() => {
      window.print = () => {};
    });
    await owner.getByRole("button", { name: "Print receipt" }).click();
    await owner.locator(".receipt").waitFor({ state: "attached" });
    await owner.emulateMedia({ media: "print" });
    const again = await readPrinted(owner);
    for (const text of [ADDRESS, "Copy", number, "DE 123456789"]) expect(again).toContain(text);
  });

  it("gives tills its language, until another one is chosen", async ({ open, shop }) => {
    await setUp(shop, { language: "de", currency: "EUR" });
    const page = await openTill(open, shop);
    await page.getByRole("button", { name: "Code zeigen" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
  });

  it("is before customers where they pay, and its address once they have paid", async ({
    open,
    sharedShop: shop,
  }) => {
    await dress(open, shop);
    const { id } = await shop.createIntent({ amount: 3.33, currency: CURRENCY });
    const checkout = await open(`/pay/${id}`, { viewport: PHONE });
    await expectLogo(checkout, ".bill");
    expect(await checkout.content()).not.toContain("Market Street");
    const phone = await openWallet(open);
    await phone.goto(`${shop.url}/wallet?pay=${id}`);
    await expectLogo(phone, ".sale");
    await phone.getByRole("button", { name: "Pay $3.33" }).click();
    await phone.getByText("12 Market Street").waitFor();
    await phone.getByText(PROFILE.receipt_footer).waitFor();
    await checkout.getByText("12 Market Street").waitFor();
    await checkout.getByText("VAT ID DE 123456789").waitFor();
    await checkout.reload();
    await checkout.getByText(PROFILE.receipt_footer).waitFor();
  });
});
