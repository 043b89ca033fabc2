// What holds of the dashboard's views, whichever it is.
import { describe, expect } from "vitest";
import { it, TILL } from "./support/it.ts";
import { findIds } from "./support/look.ts";

const LISTS =
  /\/(payment-intents|counters|tills|sticker-codes|transactions|webhook-deliveries|audit-trail|users)$/;

describe("a view of the dashboard", () => {
  it("reads no list again, however long it is looked at", async ({ open, sharedShop: shop }) => {
    const { counter } = await shop.client.counters.create({ name: "Terrace" });
    const { id } = await shop.createIntent({ counter_id: counter.id });
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    await page.locator(".nav a").first().waitFor();
    const links = await page.locator(".nav a").all();
    const views = await Promise.all(links.map((link) => link.getAttribute("href")));
    expect(views.length).toBeGreaterThan(8);
    const pairing = `counters/${counter.id}?pair`;
    const others = [
      `payments/${id}`,
      `counters/${counter.id}`,
      pairing,
      "webhooks/deliveries",
      "webhooks/events",
    ];
    await page.clock.install();
    const read = new Set<string>();
    page.on("request", (request) => read.add(new URL(request.url()).pathname));
    for (const view of [...views, ...others.map((path) => `/dashboard/${path}`)]) {
      await page.goto(new URL(view ?? "", shop.url).href);
      await page.locator(".region:not([aria-busy])").first().waitFor();
      await page.waitForLoadState("networkidle");
      read.clear();
      for (let minutes = 0; minutes < 5; minutes++) {
        await page.clock.runFor("01:00");
        await page.waitForLoadState("networkidle");
      }
      const lists = [...read].filter((path) => LISTS.test(path));
      expect(lists, `${view} reads lists again`).toEqual([]);
    }
  });

  it("reads in the audit trail who did what to what, in words", async ({ open, shop }) => {
    await shop.client.counters.create({ name: "Terrace" });
    const { id, number } = await shop.createIntent();
    await (await shop.createWallet()).pay(id);
    await shop.client.paymentIntents.refund(id);
    const page = await open("/dashboard/users", { owner: shop, viewport: TILL });
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill("waiter@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Invitation" }).getByText("Close").click();
    await page.getByRole("button", { name: "Remove: waiter@example.com" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("The user is removed.").waitFor();
    await page.getByRole("link", { name: "Audit trail" }).click();
    const entry = (what: string) => page.getByRole("row", { name: new RegExp(`^${what}`) });
    await entry(`User removed A user who is gone .* ${shop.email}`).waitFor();
    await entry("User invited A user who is gone Staff").waitFor();
    await entry("Counter registered Terrace .* API client").waitFor();
    await entry(`Refund requested ${number} .* API client`).waitFor();
    expect(await page.getByText("The user is removed.").count()).toBe(0);
    expect(await findIds(page)).toEqual([]);
    await page.getByText("For developers").click();
    await page.getByText(id, { exact: true }).first().waitFor();
  });
});
