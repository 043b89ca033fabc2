// How a customer signs in, and the devices on which that was done.
import type { BrowserContext } from "playwright-core";
import { describe, expect } from "vitest";
import { makeCustomer } from "./support/customer.ts";
import { it } from "./support/it.ts";
import { PASSWORD } from "./support/sign-in.ts";
import { heading } from "./support/till.ts";

describe("a customer with the wallet", () => {
  it("signs in at the identity provider, sees where else it is signed in, and signs out there", async ({
    open,
    url,
  }) => {
    const email = await makeCustomer(url);
    const prepare = async ({ request }: BrowserContext) => {
      const form = await request.get(`${url}/wallet/session/sign-in?to=/wallet`);
      await request.post(form.url(), { form: { username: email, password: PASSWORD } });
    };
    const openSignedIn = () => open("/wallet", { prepare, allowed: /status of 40[13]/ });
    const first = await openSignedIn();
    const [second, third] = await Promise.all([openSignedIn(), openSignedIn()]);
    const phone = await open("/wallet?show=settings");
    await phone.getByRole("link", { name: "Sign in" }).click();
    await phone.getByLabel("Email").fill(email);
    await phone.getByLabel("Password").fill(PASSWORD);
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByText(`Signed in as ${email}`).waitFor();
    expect(phone.url()).toBe(`${url}/wallet?show=settings`);
    await phone.getByRole("link", { name: "Signed-in devices" }).click();
    const lines = phone.locator(".line");
    await lines.nth(3).waitFor();
    expect(await lines.locator("strong").first().textContent()).toBe("Chrome, Linux");
    expect(await lines.getByText("This device").count()).toBe(1);
    const last = lines.getByRole("button", { name: "Sign out" }).last();
    const confirm = (name: string) => phone.getByRole("dialog").getByRole("button", { name }).click();
    await last.click();
    await confirm("Sign out");
    await lines.nth(3).waitFor({ state: "detached" });
    // Its socket closes at once, so that it need not be touched.
    await heading(first, "Your wallet").waitFor();
    await second.locator(".balance").getByText("$0.00").waitFor();
    await phone.getByRole("button", { name: "Sign out of all other devices" }).click();
    await confirm("Sign out of all other devices");
    await lines.nth(1).waitFor({ state: "detached" });
    for (const other of [second, third]) await heading(other, "Your wallet").waitFor();
    await phone.getByRole("link", { name: "Back" }).click();
    await heading(phone, "Settings").waitFor();
  });
});
