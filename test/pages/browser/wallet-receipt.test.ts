// What a customer keeps of a payment, and shares.
import { describe, expect } from "vitest";
import { it } from "./support/it.ts";
import { heading } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

const RETURN_URL = "https://shop.example.com/orders/1001?key=secret";

describe("a receipt in the wallet", () => {
  it("is shared as what anyone may see, copied where the browser shares nothing, and saved", async ({
    open,
    sharedShop: shop,
  }) => {
    const { counter } = await shop.client.counters.create({ name: "Bar" });
    const fields = { amount: 3.33, currency: CURRENCY, description: "Espresso", return_url: RETURN_URL };
    const { id, number } = await shop.createIntent({ ...fields, counter_id: counter.id });
    const phone = await openWallet(open, {}, `/wallet?pay=${id}`);
    await phone.evaluate(() => {
      const calls: unknown[] = [];
      Object.assign(globalThis, { calls, print: () => calls.push("print") });
      navigator.share = async (shared) => void calls.push(shared);
    });
    await phone.getByRole("button", { name: "Pay $3.33" }).click();
    await heading(phone, "Paid").waitFor();
    await phone.getByText("Bar").waitFor();
    const facts = await phone.locator(".facts dt, .facts dd").allTextContents();
    const [time = ""] = facts.splice(5, 1);
    expect(facts.join()).toBe(`Shop,Bean & Leaf · Bar Play money,For,Espresso,Date,Number,${number}`);
    await phone.getByRole("button", { name: "Share" }).click();
    await phone.getByRole("button", { name: "Print or save" }).click();
    const text = `Bean & Leaf\nPaid: $3.33\n${time}\n${number}`;
    const url = `${shop.url}/pay/${id}?receipt`;
    const calls = () => phone.evaluate(() => (globalThis as unknown as { calls: unknown[] }).calls);
    expect(await calls()).toEqual([{ title: "Bean & Leaf", text, url }, "print"]);
    await phone.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await phone.evaluate(() => Object.assign(navigator, { share: null }));
    await phone.getByRole("button", { name: "Share" }).click();
    await phone.getByText("Copied.").waitFor();
    expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe(`${text}\n${url}`);
    const block = phone.getByRole("button", { name: "Block this shop" });
    expect(await block.count()).toBe(0);
    await phone.getByText("More").click();
    await block.waitFor();
    const shown = await (await fetch(url)).text();
    expect(shown).toContain("$3.33");
    expect(shown).not.toContain("shop.example.com");
  });
});
