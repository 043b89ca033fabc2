// A counter's tills at the dashboard: pairing one and revoking it, in a real browser.
import { describe, expect } from "vitest";
import { findViolations } from "./support/axe.ts";
import { it, TILL } from "./support/it.ts";
import { fetchToken, send } from "./support/shop.ts";
import { ownerToken } from "./support/sign-in.ts";
import { createPairing } from "./support/till.ts";

/** The dialog looks its code up until that is refused, for it was used. */
const USED = { allowed: /status of 400/ };

describe("a counter at the dashboard", () => {
  it("is made to pair a till, which is renamed and revoked, and shows no secret until a developer asks", async ({
    open,
    shop,
  }) => {
    const page = await open("/dashboard/counters", { owner: shop, viewport: TILL, ...USED });
    const dialog = page.getByRole("dialog");
    const name = page.getByLabel("Name");
    expect(await name.inputValue()).toBe("Counter 1");
    await name.fill("Theke");
    await name.press("Enter");
    await dialog.getByRole("img", { name: "Code that pairs a till" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const [till] = await Promise.all([
      page.waitForEvent("popup"),
      dialog.getByRole("link", { name: "Use this device" }).click(),
    ]);
    expect(await till.getByLabel("Name of this till").inputValue()).toBe("Till 1");
    await till.getByLabel("Currency").selectOption("CHF");
    await till.getByRole("button", { name: "Pair", exact: true }).click();
    await till.getByText("CHF 0.00").first().waitFor();
    await page.getByRole("row", { name: "Till 1" }).getByText(shop.email).waitFor();
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Rename: Till 1" }).click();
    await dialog.getByLabel("Name").fill("Bar");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("row", { name: /^Bar/ }).waitFor();
    await till.reload();
    await till.getByRole("heading", { name: /Theke · Bar/ }).waitFor();
    await page.getByRole("button", { name: /^Revoke/ }).click();
    await dialog.getByRole("button", { name: /^Revoke/ }).click();
    await dialog.waitFor({ state: "detached" });
    await till.reload();
    await till.getByRole("heading", { name: "This till is not paired" }).waitFor();

    const [counter] = (await shop.client.counters.list()).items;
    const clientId = counter?.idp_client_id ?? "";
    expect(await shop.client.counters.listTills(counter?.id ?? "")).toEqual([]);
    expect(await page.locator("main").innerText()).not.toContain(clientId);
    await page.getByText("For developers").click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "New client secret" }).click();
    await dialog.getByRole("button", { name: "New client secret" }).click();
    const secrets = page.getByRole("dialog", { name: "The new client secret" });
    await secrets.getByText(clientId).waitFor();
    const [, secret = ""] = await secrets.locator("code").allTextContents();
    await fetchToken(shop.url, { client_id: clientId, client_secret: secret });
  });
});

describe("a counter's tills at the dashboard", () => {
  it("stay when the owner who paired them is removed, and are shown", async ({ open, shop, url }) => {
    const email = `second-${crypto.randomUUID()}@example.com`;
    const json = { email, role: "owner" };
    const { setup_url: setupUrl } = await send<{ setup_url: string }>(
      url,
      "POST",
      "/merchant/api/v1/users",
      await ownerToken(shop),
      json,
    );
    const pairing = await createPairing({ ...shop, id: email, email, setupUrl });
    const till = await open(pairing.url);
    await till.getByRole("button", { name: "Pair", exact: true }).click();
    await till.waitForURL("**/pos");

    const page = await open("/dashboard/users", { owner: shop, viewport: TILL });
    await page.getByRole("button", { name: `Remove: ${email}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    const left = page.getByRole("dialog", { name: "Tills that stay paired" });
    await left.getByRole("link").click();
    await page.getByText("a user who is gone").waitFor();
    expect(page.url()).toContain(`/dashboard/counters/${pairing.counter_id}`);
  });
});
