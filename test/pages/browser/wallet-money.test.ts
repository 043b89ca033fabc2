// What an open wallet shows of money that comes in, and of what has moved before.
import { describe, expect } from "vitest";
import { begin, enter, openDesk, showCode } from "./support/desk.ts";
import { it } from "./support/it.ts";
import { heading } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

describe("a customer with the wallet", () => {
  it("sees a refund on the open receipt, and a top-up over its code", async ({
    open,
    url,
    sharedShop: shop,
  }) => {
    const phone = await openWallet(open);
    const { id } = await shop.createIntent({ amount: 10, currency: CURRENCY });
    await phone.goto(`${shop.url}/wallet?pay=${id}`);
    await phone.getByRole("button", { name: "Pay $10.00" }).click();
    await heading(phone, "Paid").waitFor();
    await phone.getByRole("link", { name: "Done" }).waitFor();
    expect(await phone.locator(".received").count()).toBe(0);
    await shop.client.paymentIntents.refund(id);
    await heading(phone, "Refunded").waitFor();
    await phone.getByText("+$10.00 received").waitFor();
    const code = await showCode(phone);
    expect(await phone.locator(".received").count()).toBe(0);
    const desk = await openDesk(open, url);
    await begin(desk, "top_up", code);
    await enter(desk, "15000");
    await desk.getByRole("button", { name: "Confirm" }).click();
    await phone.getByText("+$150.00 received").waitFor();
    expect(await phone.locator(".code").isVisible()).toBe(true);
  });

  it("has its history when it is opened again with the same balance", async ({ open }) => {
    const phone = await openWallet(open);
    await phone.locator(".line").waitFor();
    await phone.reload();
    await phone.locator(".line").getByText("+$100.00").waitFor();
    await phone.getByRole("link", { name: "All payments" }).click();
    await heading(phone, "Payments").waitFor();
  });
});
