// The devices on which a customer is signed in.
import { describe, expect } from "vitest";
import { makeCustomer } from "./support/customer.ts";
import { it } from "./support/it.ts";
import { PASSWORD } from "./support/sign-in.ts";
import { heading } from "./support/till.ts";

describe("a customer with the wallet", () => {
  it("sees where it is signed in, and signs out there", async ({ open, url }) => {
    const email = await makeCustomer(url);
    const signIn = async () => {
      const page = await open("/wallet", { allowed: /status of 40[13]/ });
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator(".balance .entered").waitFor();
      return page;
    };
    const [first, second, third, phone] = [await signIn(), await signIn(), await signIn(), await signIn()];
    await phone.getByRole("link", { name: "Settings" }).click();
    await phone.getByRole("link", { name: "Signed-in devices" }).click();
    const lines = phone.locator(".line");
    await lines.nth(3).waitFor();
    expect(await lines.locator("strong").allTextContents()).toEqual(Array(4).fill("Chrome, Linux"));
    expect(await lines.getByText("This device").count()).toBe(1);
    const last = lines.getByRole("button", { name: "Sign out" }).last();
    const confirm = (name: string) => phone.getByRole("dialog").getByRole("button", { name }).click();
    await last.click();
    await confirm("Sign out");
    await lines.nth(3).waitFor({ state: "detached" });
    // Its socket closes at once, so that it need not be touched.
    await heading(first, "Your wallet").waitFor();
    expect(await second.locator(".balance").count()).toBe(1);
    await phone.getByRole("button", { name: "Sign out of all other devices" }).click();
    await confirm("Sign out of all other devices");
    await lines.nth(1).waitFor({ state: "detached" });
    for (const other of [second, third]) await heading(other, "Your wallet").waitFor();
    await phone.getByRole("link", { name: "Back" }).click();
    await heading(phone, "Settings").waitFor();
  });
});
