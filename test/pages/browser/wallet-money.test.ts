// What an open wallet shows of money that comes in, and of what has moved before.
import { describe, expect } from "vitest";
import { begin, correct, enter, openDesk, showCode } from "./support/desk.ts";
import { it } from "./support/it.ts";
import { heading } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

describe("a customer with the wallet", () => {
  it("sees a refund on the open receipt, a top-up over its code and in its history, and what corrects it", async ({
    open,
    url,
    sharedShop: shop,
  }) => {
    const { id } = await shop.createIntent({ amount: 10, currency: CURRENCY });
    const phone = await openWallet(open, {}, `/wallet?pay=${id}`);
    await phone.getByRole("button", { name: "Pay $10.00" }).click();
    await heading(phone, "Paid").waitFor();
    await phone.getByRole("link", { name: "Done" }).waitFor();
    expect(await phone.locator(".received").count()).toBe(0);
    await shop.client.paymentIntents.refund(id);
    await heading(phone, "Refunded").waitFor();
    const since = /^\$10\.00 is back in your wallet since \w+ \d+, \d{4} at \d+:\d+ [AP]M\.$/;
    await phone.getByText(since).waitFor();
    await phone.getByText("+$10.00 received").waitFor();
    const code = await showCode(phone);
    expect(await phone.locator(".received").count()).toBe(0);
    const desk = await openDesk(open, url);
    await begin(desk, "top_up", code);
    await enter(desk, "15000");
    await desk.getByRole("button", { name: "Confirm" }).click();
    await phone.getByText("+$150.00 received").waitFor();
    expect(await phone.locator(".code").isVisible()).toBe(true);
    // It opens with the balance that it remembers.
    await phone.goto(`${url}/wallet`);
    const [topUp, correction] = ["+$150.00", "Correction"].map((hasText) =>
      phone.locator(".line", { hasText }),
    );
    const number = (await topUp?.locator(".number").textContent()) ?? "";
    await topUp?.click();
    await heading(phone, "Top-up").waitFor();
    const facts = await phone.locator(".facts dt, .facts dd").allTextContents();
    const [time] = facts.splice(3, 1);
    expect(facts).toEqual(["Cash desk", "Front desk", "Date", "Number", number]);
    await phone.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await phone.getByRole("button", { name: "Share" }).click();
    await phone.getByText("Copied.").waitFor();
    const shared = ["Top-up", "Front desk", "+$150.00", time, number].join("\n");
    expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe(shared);
    await heading(desk, "Topped up").waitFor();
    await correct(desk, "10000");
    await desk.getByRole("button", { name: "Confirm" }).click();
    await phone.getByRole("link", { name: "Front desk asks for money back" }).click();
    await heading(phone, "Correction of a top-up").waitFor();
    await phone.getByRole("button", { name: "Approve $50.00" }).click();
    await heading(phone, "Paid back").waitFor();
    await phone.goto(`${url}/wallet?show=history`);
    await correction?.click();
    await phone.locator(".facts > div", { hasText: "Top-up" }).getByText(number).waitFor();
  });
});
