// A counter's tills at the dashboard: pairing one and revoking it, in a real browser.
import { describe, expect } from "vitest";
import { it, TILL } from "./support/it.ts";
import { send } from "./support/shop.ts";
import { ownerToken } from "./support/sign-in.ts";
import { createPairing } from "./support/till.ts";

describe("a counter's tills at the dashboard", () => {
  it("are paired by a link that opens a till, and revoked", async ({ open, shop }) => {
    const { counter } = await shop.client.counters.create({ name: "Front counter" });
    const page = await open(`/dashboard/counters/${counter.id}`, { owner: shop, viewport: TILL });
    await page.getByRole("button", { name: "Pair a till" }).click();
    const dialog = page.getByRole("dialog", { name: "Pair a till" });
    await dialog.getByRole("img").waitFor();
    const link = await dialog.getByText(/\/pos\/pair/).textContent();
    const till = await open(link?.trim() ?? "", { viewport: TILL });
    await till.getByRole("button", { name: "Pair", exact: true }).click();
    await till.waitForURL("**/pos");
    await dialog.waitFor({ state: "detached" });
    const [paired] = await shop.client.counters.listTills(counter.id);
    expect(paired).toBeDefined();
    await page.getByRole("table").getByText(shop.email).waitFor();

    await page.getByRole("button", { name: /^Revoke/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Revoke/ })
      .click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await shop.client.counters.listTills(counter.id)).toEqual([]);
    await till.reload();
    await till.getByRole("heading", { name: "This till is not paired" }).waitFor();
  });

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
