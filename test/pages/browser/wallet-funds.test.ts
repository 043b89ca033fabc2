// Whether there is enough money for a payment, and the way to more of it.
import { describe, expect } from "vitest";
import { it } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";
import { heading } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

const priceOf = async (shop: Shop, amount: number, currency = CURRENCY) =>
  `/wallet?pay=${(await shop.createIntent({ amount, currency })).id}`;

describe("a customer with the wallet", () => {
  it("sees what is missing before paying, and pays as soon as the money is there", async ({
    open,
    sharedShop: shop,
  }) => {
    const first = await priceOf(shop, 95.06);
    const phone = await openWallet(open, {}, first);
    const pay = phone.getByRole("button", { name: /^Pay/ });
    await phone.locator(".funds").getByText("Balance $100.00").waitFor();
    await pay.click();
    await heading(phone, "Paid").waitFor();
    await phone.goto(shop.url + (await priceOf(shop, 10.32)));
    await phone.locator(".funds strong").waitFor();
    expect(await phone.locator(".funds").textContent()).toBe("Balance $4.94, $5.38 short");
    expect(await pay.isDisabled()).toBe(true);
    await shop.client.paymentIntents.refund(first.replace("/wallet?pay=", ""));
    await phone.locator(".funds").getByText("Balance $100.00").waitFor();
    await pay.click();
    await heading(phone, "Paid").waitFor();
  });

  it("may try with a balance that could not be read, and a decline leads to money", async ({
    open,
    sharedShop: shop,
  }) => {
    const phone = await openWallet(open, { allowed: /status of (402|503)/ });
    let isFailing = true;
    await phone.route("**/api/v1/wallet", (route) =>
      isFailing ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    );
    await phone.route("**/confirm", async (route) => {
      isFailing = false;
      await route.continue();
    });
    await phone.goto(shop.url + (await priceOf(shop, 500)));
    await phone.getByRole("button", { name: "Pay $500.00" }).click();
    await phone.getByRole("alert").getByText("Declined: there is not enough money in your wallet.").waitFor();
    await phone.locator(".funds").getByText("$400.00 short").waitFor();
    await phone.getByRole("link", { name: "Where to top up" }).click();
    await phone.getByText("Show your code at a cash desk").waitFor();
    await phone.getByRole("button", { name: "Try with $1,000" }).click();
    await phone.getByRole("button", { name: "Pay $500.00" }).click();
    await heading(phone, "Paid").waitFor();
    await phone.getByRole("link", { name: "Done" }).click();
    await phone.locator(".balance").getByText("$500.00").waitFor();
  });

  it("is told that the wallet has another currency", async ({ open, sharedShop: shop }) => {
    const phone = await openWallet(open, {}, await priceOf(shop, 7.7, "CHF"));
    await phone.getByText("This wallet holds no CHF.").waitFor();
    const pay = phone.getByRole("button", { name: /^Pay CHF\s7\.70$/ });
    expect(await pay.isDisabled()).toBe(true);
    await phone.getByRole("link", { name: "Where to top up" }).click();
    await phone.getByRole("button", { name: /^Try with CHF\s100$/ }).click();
    await pay.click();
    await heading(phone, "Paid").waitFor();
  });
});
