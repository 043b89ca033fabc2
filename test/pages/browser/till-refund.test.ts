// A refund at the till: the cashier asks, and the owner gives the money back on a phone of their own.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { qrImage } from "#pages/browser/kit/qr-code.ts";
import { it } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";
import { PASSWORD } from "./support/sign-in.ts";
import { heading, openSale, openTill } from "./support/till.ts";

async function sellAndOpen(page: Page, shop: Shop): Promise<string> {
  const wallet = await shop.createWallet();
  await page.keyboard.type("450");
  await page.keyboard.press("Enter");
  await heading(page, "Scan to pay").waitFor();
  const id = await openSale(page);
  await wallet.pay(id);
  await page.getByRole("button", { name: "Next customer" }).click();
  await openSaleOf(page, "€4.50");
  return id;
}

async function openSaleOf(page: Page, amount: string): Promise<void> {
  await page.getByRole("button", { name: "Sales" }).click();
  await page.getByRole("button", { name: amount, exact: true }).click();
}

/** Returns the address of the code's image. */
async function askForRefund(page: Page, reason: string): Promise<string> {
  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByLabel("Reason (optional)").fill(reason);
  await page.getByRole("button", { name: "Show the code for the owner" }).click();
  const code = page.getByRole("img", { name: "Code for an owner’s phone" });
  await page.getByText("Waiting for the owner …").waitFor();
  return (await code.getAttribute("src")) ?? "";
}

describe("a refund at the till", () => {
  it("is made on the owner's phone, after signing in, and seen at the till", async ({ open, shop }) => {
    const page = await openTill(open, shop);
    const id = await sellAndOpen(page, shop);
    const image = await askForRefund(page, "Cold & late");
    const link = `${shop.url}/dashboard/payments/${id}/refund?reason=Cold+%26+late`;
    expect(image).toBe(qrImage(link));
    const phone = await open(link);
    await phone.locator("[name=username]").fill(shop.email);
    await phone.locator("[name=password]").fill(PASSWORD);
    await phone.locator("button[type=submit]").click();
    await phone.locator(".summary .amount").getByText("€4.50").waitFor();
    expect(await phone.getByLabel("Reason for the refund").inputValue()).toBe("Cold & late");
    await phone.getByRole("button", { name: "Refund €4.50" }).click();
    const sheet = page.locator(".one-sale");
    await sheet.getByText("Refunded", { exact: true }).waitFor({ timeout: 15_000 });
    await phone.locator(".summary").getByText("Refunded", { exact: true }).waitFor({ timeout: 15_000 });
    expect(await phone.getByRole("button", { name: /^Refund/ }).count()).toBe(0);
    const { refund_status, refund_reason } = await shop.client.paymentIntents.get(id);
    expect([refund_status, refund_reason]).toEqual(["completed", "Cold & late"]);
    await page.keyboard.press("Escape");
    await page.locator(".sales [data-status=refunded]").getByText("Refunded").waitFor();
    await page.getByRole("button", { name: "€4.50", exact: true }).click();
    await page.getByRole("button", { name: "Print receipt" }).waitFor();
    expect(await page.getByRole("button", { name: "Refund", exact: true }).count()).toBe(0);
  });

  it("can be refused by the ledger, and is then asked for again", async ({ open, shop }) => {
    const page = await openTill(open, shop);
    const id = await sellAndOpen(page, shop);
    await page.route(`**/payment-intents/${id}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const refund_status = asked.shift() ?? null;
      await route.fulfill({
        response,
        json: { ...body, payment_intent: { ...body.payment_intent, refund_status } },
      });
    });
    const asked: ("pending" | null)[] = ["pending"];
    await askForRefund(page, "");
    const sheet = page.locator(".one-sale");
    await sheet.getByText("The refund was refused.").waitFor({ timeout: 15_000 });
    await sheet.getByRole("button", { name: "Refund" }).waitFor();
  });
});
