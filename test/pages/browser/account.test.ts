// An owner's people, credentials and endpoint at the dashboard, in a real browser.
import { describe, expect } from "vitest";
import { it, TILL } from "./support/it.ts";
import { openShop } from "./support/shop.ts";

describe("an owner at the dashboard", () => {
  it("invites staff, who may not refund, and makes them an owner, who may", async ({ open, shop }) => {
    const { id } = await shop.createIntent();
    await (await shop.createWallet()).pay(id);
    const email = `staff-${crypto.randomUUID()}@example.com`;
    const page = await open("/dashboard/users", { owner: shop, viewport: TILL });
    await page.getByRole("button", { name: "Invite" }).click();
    const question = page.getByRole("dialog", { name: "Invite" });
    await question.getByLabel("Email").fill(email);
    await question.getByRole("button", { name: "Invite" }).click();
    const invitation = page.getByRole("dialog", { name: "Invitation" });
    const setupUrl = (await invitation.getByText(/action-token#key=/).textContent()) ?? "";
    await invitation.getByText(`Send this link to ${email}`).waitFor();
    await invitation.getByRole("button", { name: "Close" }).last().click();
    const row = page.getByRole("row", { name: email });
    await row.getByText("Invited").waitFor();
    await row.getByText(/^Link valid until/).waitFor();

    const path = `/dashboard/payments/${id}`;
    const options = { owner: { ...shop, id: email, email, setupUrl }, viewport: TILL };
    const asStaff = await open(path, { ...options, allowed: /status of 401/ });
    await asStaff.getByText("Only an owner may refund.").waitFor();
    expect(await asStaff.getByRole("button", { name: /^Refund/ }).count()).toBe(0);
    await page.reload();
    await row.getByText("Active").waitFor();

    await page.getByLabel(`Role: ${email}`).selectOption("owner");
    await page.getByRole("dialog").getByRole("button", { name: "Owner" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await asStaff.reload();
    await asStaff.getByLabel("Password").waitFor();
    const asOwner = await open(path, { ...options, owner: { ...options.owner } });
    await asOwner.getByRole("button", { name: /^Refund/ }).waitFor();
  });

  it("sees that an invitation has ended, once its email is registered", async ({ open, shop, url }) => {
    const email = `stranger-${crypto.randomUUID()}@example.com`;
    const page = await open("/dashboard/users", { owner: shop, viewport: TILL });
    await page.getByRole("button", { name: "Invite" }).click();
    const question = page.getByRole("dialog", { name: "Invite" });
    await question.getByLabel("Email").fill(email);
    await question.getByRole("button", { name: "Invite" }).click();
    await page
      .getByRole("dialog", { name: "Invitation" })
      .getByRole("button", { name: "Close" })
      .last()
      .click();
    await openShop(url, "Own Shop", email);
    await page.reload();
    const row = page.getByRole("row", { name: email });
    await row.getByText("Invitation ended").waitFor();
    expect(await row.getByRole("combobox").count()).toBe(0);
    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
  });

  it("replaces the client secret, and the old one stops working", async ({ open, shop }) => {
    const page = await open("/dashboard/credentials", { owner: shop, viewport: TILL });
    await page.getByRole("button", { name: "New client secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New client secret" }).click();
    const secrets = page.getByRole("dialog", { name: "The new client secret" });
    await secrets.getByText(shop.credentials.client_id).waitFor();
    await expect(shop.token()).rejects.toThrow("responded with 401");
  });

  it("sends a test webhook, and sees what was signed", async ({ open, shop, url }) => {
    await shop.client.webhook.update({ url: `${url}/sandbox/v1/inbox` });
    const page = await open("/dashboard/webhooks", { owner: shop, viewport: TILL });
    await page.getByText("An http or https address.").waitFor();
    await page.getByRole("button", { name: "Send test" }).click();
    const result = page.getByRole("dialog", { name: "Test webhook" });
    await result.getByText("Delivered", { exact: true }).waitFor();
    await result.getByText("What was signed").click();
    await result.getByText(/^[0-9a-f-]{36}\.\d{10}\.\{/).waitFor();
  });
});
