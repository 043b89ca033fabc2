// From the link that sets an owner's password to the first sale, as a newcomer goes it: how much there is to read and to do.
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, TILL } from "./support/it.ts";
import { PASSWORD } from "./support/sign-in.ts";
import { openSale } from "./support/till.ts";
import { openWallet } from "./support/wallet.ts";

const SCREENS_MAX = 7;
const INPUTS_MAX = 9;

/** Counts what has a heading of its own, and each field that is filled and button or link that is pressed. */
function journey() {
  const screens: string[] = [];
  const inputs: string[] = [];
  return {
    screens,
    inputs,
    async see(page: Page, name: string | RegExp): Promise<void> {
      const heading = page.getByRole("heading", { name }).first();
      await heading.waitFor();
      screens.push(await heading.innerText());
    },
    async fill(field: Locator, value: string): Promise<void> {
      await field.fill(value);
      inputs.push(`${value} in a field`);
    },
    async press(button: Locator): Promise<void> {
      const name = await button.innerText();
      await button.click();
      inputs.push(name);
    },
  };
}

describe("from the set-up link to the first sale", () => {
  it("are at most 7 screens and 9 inputs", async ({ open, shop }) => {
    const { screens, inputs, see, fill, press } = journey();
    // The pairing dialog looks its code up until that is refused, for it was used.
    const owner = await open(shop.setupUrl, { viewport: TILL, allowed: /status of 400/ });
    await see(owner, "Set your password");
    await fill(owner.getByLabel("New password", { exact: true }), PASSWORD);
    await fill(owner.getByLabel("Confirm new password"), PASSWORD);
    await press(owner.getByRole("button", { name: "Set password" }));
    await see(owner, /^Good /);
    await press(owner.getByRole("listitem").filter({ hasText: "Make a counter" }).getByRole("link"));
    await see(owner, "Counters");
    await press(owner.getByRole("button", { name: "New counter" }));
    await see(owner, "Pair a till");
    const opened = owner.waitForEvent("popup");
    await press(owner.getByRole("link", { name: "Use this device" }));
    const till = await opened;
    await see(till, "Pair this till");
    await press(till.getByRole("button", { name: "Pair", exact: true }));
    await till.locator("[data-amount]").waitFor();
    await see(till, /^Bean & Leaf/);
    // A hand is this fast: what comes sooner is a scanner's.
    await till.keyboard.type("1250", { delay: 100 });
    inputs.push("the amount");
    await press(till.getByRole("button", { name: "Show code" }));
    await see(till, "Scan to pay");

    const customer = await openWallet(open);
    await customer.goto(`${shop.url}/wallet?pay=${await openSale(till)}`);
    await customer.getByRole("button", { name: /^Pay/ }).click();
    await till.getByRole("heading", { name: "Paid" }).waitFor();
    expect(screens.length, screens.join(" → ")).toBeLessThanOrEqual(SCREENS_MAX);
    expect(inputs.length, inputs.join(" → ")).toBeLessThanOrEqual(INPUTS_MAX);
  });
});
