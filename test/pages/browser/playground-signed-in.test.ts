// The playground as it is where the service is not on one's own machine: someone signs in, and agrees before anything is made.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, type Open, type OpenOptions, TILL } from "./support/it.ts";
import { payOnPlayground } from "./support/wallet.ts";

/** The tests' service is on loopback: only this attribute of the page says so. */
async function openPlayground(open: Open, url: string, options: OpenOptions): Promise<Page> {
  const page = await open("/pages/favicon.svg", { viewport: TILL, allowed: /status of 401/, ...options });
  await page.route(`${url}/sandbox`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("data-can-open", "data-closed") });
  });
  await page.goto(`${url}/sandbox`);
  return page;
}

describe("the playground of a service on the internet", () => {
  it("asks whoever has not signed in to do so", async ({ open, url }) => {
    const page = await openPlayground(open, url, {});
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Password").waitFor();
  });

  it("plays with the owner's shop, whose webhook stays as it is", async ({ open, shop, url }) => {
    await shop.client.webhook.update({ url: "http://localhost:9/webhooks" });
    const settings = await shop.client.webhook.get();
    const page = await openPlayground(open, url, { owner: shop });
    await page.getByText("webhook address and its secret stay as they are").waitFor();
    expect((await shop.client.counters.list()).items).toEqual([]);

    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Create a sale" }).click();
    await payOnPlayground(page);
    const paid = page.locator('[data-type="payment.completed"]');
    await paid.getByText("verified").waitFor();

    // Another tab takes over the counter of the first.
    const other = await openPlayground(open, url, { context: page.context() });
    await other.getByRole("button", { name: "Start" }).click();
    await other.locator(".card.controls").waitFor();
    expect((await shop.client.counters.list()).items.map(({ name }) => name)).toEqual(["Sandbox"]);
    expect(await shop.client.webhook.get()).toEqual(settings);
  });
});
