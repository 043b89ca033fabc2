// What holds of the dashboard's views, whichever it is.
import type { BrowserContext, Request } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { it, TILL } from "./support/it.ts";
import { findIds } from "./support/look.ts";
import { send } from "./support/shop.ts";
import { ownerToken } from "./support/sign-in.ts";

const LISTS =
  /\/(payment-intents|counters|tills|sticker-codes|transactions|webhook-deliveries|audit-trail|users)$/;

const installClock = async ({ clock }: BrowserContext) => await clock.install();

/** Runs in the page: shows another view without loading the page again. */
function goTo(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

describe.concurrent("a view of the dashboard", () => {
  it("reads no list again, however long it is looked at", async ({ open, sharedShop: shop }) => {
    const { counter } = await shop.client.counters.create({ name: "Terrace" });
    const { id } = await shop.createIntent({ counter_id: counter.id });
    const page = await open("/dashboard", { owner: shop, viewport: TILL, prepare: installClock });
    await page.locator(".nav a").first().waitFor();
    const links = await page.locator(".nav a").all();
    const views = await Promise.all(links.map((link) => link.getAttribute("href")));
    expect(views.length).toBeGreaterThan(8);
    const others = ["webhooks/deliveries", "webhooks/events", `payments/${id}`, `counters/${counter.id}`];
    const paths = [...others, `counters/${counter.id}?pair`].map((path) => `/dashboard/${path}`);
    const pending = new Set<Request>();
    let read: string[] = [];
    page.on("request", (request) => {
      pending.add(request);
      read.push(new URL(request.url()).pathname);
    });
    for (const end of ["requestfinished", "requestfailed"] as const)
      page.on(end as "requestfinished", (request) => pending.delete(request));
    for (const path of [...views, ...paths]) {
      await page.evaluate(goTo, path ?? "");
      await page.locator(".region:not([aria-busy])").first().waitFor();
      await vi.waitUntil(() => pending.size === 0, { timeout: 10_000 });
      read = [];
      for (let minutes = 0; minutes < 5; minutes++) {
        await page.clock.runFor("01:00");
        // What the minute has made the page ask for is asked before this.
        await page.evaluate(async () => void (await fetch("/pages/favicon.svg")));
      }
      expect(read.length).toBeGreaterThanOrEqual(5);
      const lists = read.filter((pathname) => LISTS.test(pathname));
      expect(lists, `${path} reads lists again`).toEqual([]);
    }
  });

  it("reads in the audit trail who did what to what, in words", async ({ open, shop }) => {
    await shop.client.counters.create({ name: "Terrace" });
    const { id, number } = await shop.createIntent();
    await (await shop.createWallet()).pay(id);
    await shop.client.paymentIntents.refund(id);
    await shop.call("PUT", "/merchant/api/v1/settings", { vat_id: "DE 1" });
    const page = await open("/dashboard/users", { owner: shop, viewport: TILL });
    const invited = { email: "waiter@example.com", role: "staff" };
    await send(shop.url, "POST", "/merchant/api/v1/users", await ownerToken(shop), invited);
    await page.reload();
    await page.getByRole("button", { name: "Remove: waiter@example.com" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("The user is removed.").waitFor();
    await page.getByRole("link", { name: "Audit trail" }).click();
    const entry = (what: string) => page.getByRole("row", { name: new RegExp(`^${what}`) });
    await entry(`User removed A user who is gone .* ${shop.email}`).waitFor();
    await entry("User invited A user who is gone Staff").waitFor();
    await entry("Counter registered Terrace .* API client").waitFor();
    await entry("Settings changed VAT ID .* API client").waitFor();
    await entry(`Refund requested ${number} .* API client`).waitFor();
    expect(await page.getByText("The user is removed.").count()).toBe(0);
    expect(await findIds(page)).toEqual([]);
    await page.getByText("For developers").click();
    await page.getByText(id, { exact: true }).first().waitFor();
  });
});
