// The dashboard's list of payments, which follows what happens without being read again.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { feedOf } from "./support/feed.ts";
import { it, PHONE, TILL } from "./support/it.ts";

const LIST = /\/api\/v1\/payment-intents(\?|$)/;

const line = (page: Page, reference: string) => page.getByRole("row", { name: new RegExp(reference) });

const references = (page: Page) => page.locator("td.about span:last-child").allTextContents();

/** Counts the requests for what matches. */
function countRequests(page: Page, url: RegExp): () => number {
  let requests = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && url.test(request.url())) requests++;
  });
  return () => requests;
}

describe.concurrent("the list of payments", () => {
  it("shows a sale, and what becomes of a payment, and is not read again", async ({ open, shop }) => {
    const wallet = await shop.createWallet();
    const { id } = await shop.createIntent({ reference: "before" });
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    await line(page, "before").getByText("Waiting").waitFor();
    const listed = countRequests(page, LIST);
    await wallet.pay(id);
    await wallet.pay((await shop.createIntent({ reference: "after" })).id);
    await line(page, "before").getByText("Paid").waitFor();
    await line(page, "after").getByText("Paid").waitFor();
    await page.getByRole("row", { name: "Today Paid: 2 · €25.00" }).waitFor();
    expect(await references(page)).toEqual(["after", "before"]);
    expect(listed()).toBe(0);
  });

  it("moves no row under a reader: it says how many are new", async ({ open, shop }) => {
    await shop.createIntent({ reference: "oldest" });
    await Promise.all(Array.from({ length: 24 }, () => shop.createIntent({ reference: "old" })));
    await shop.createIntent({ reference: "latest" });
    const feed = feedOf(shop);
    const page = await open("/dashboard", { owner: shop, viewport: PHONE, prepare: feed.prepare });
    await line(page, "latest").waitFor();
    await page.evaluate(() => scrollTo(0, 600));
    const row = line(page, "old").nth(15);
    const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await feed.sell("new-1");
    await feed.pass();
    await page.getByRole("button", { name: "1 new payment" }).waitFor();
    await feed.sell("new-2");
    await feed.pass();
    expect(await top()).toBe(before);
    await page.getByRole("button", { name: "2 new payments" }).click();
    await line(page, "new-2").waitFor();
    expect((await references(page))[0]).toBe("new-2");

    await page.getByRole("button", { name: "Older" }).click();
    await line(page, "oldest").waitFor();
    await feed.sell("new-3");
    await feed.pass();
    await page.getByRole("button", { name: "1 new payment" }).click();
    await line(page, "new-3").waitFor();
    expect(new URL(page.url()).searchParams.has("cursor")).toBe(false);
    expect(await page.getByRole("button", { name: /new payment/ }).count()).toBe(0);
  });

  it("explains how numbers are looked for to those alone who looked for one", async ({ open, shop }) => {
    const page = await open("/dashboard?text=2020-02-29", { owner: shop, viewport: TILL });
    const panel = page.locator(".panel.empty");
    await panel.getByText("No payments on that day").waitFor();
    expect(await panel.textContent()).toBe("No payments on that day");
    await page.goto(new URL("/dashboard?text=00AB1C", shop.url).href);
    await panel.getByText(/^Numbers and amounts are looked for/).waitFor();
  });

  it("keeps to what was searched for", async ({ open, shop }) => {
    await shop.createIntent({ reference: "old" });
    const feed = feedOf(shop);
    const page = await open("/dashboard?text=old", { owner: shop, viewport: TILL, prepare: feed.prepare });
    await line(page, "old").waitFor();
    const read = countRequests(page, /payment-intents/);
    await feed.sell("new");
    await feed.pass();
    await feed.pass();
    expect(read()).toBe(0);
    expect(await references(page)).toEqual(["old"]);
    expect(await page.getByRole("button", { name: /new payment/ }).count()).toBe(0);
  });

  it("asks for nothing while nobody looks, and is read anew when more has happened than it can hear", async ({
    open,
    shop,
  }) => {
    await shop.createIntent({ reference: "old" });
    const feed = feedOf(shop);
    const page = await open("/dashboard", { owner: shop, viewport: TILL, prepare: feed.prepare });
    await line(page, "old").waitFor();
    const listed = countRequests(page, LIST);
    const look = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await look(true);
    const before = feed.asked();
    await page.clock.runFor("10:00");
    expect(feed.asked()).toBe(before);
    feed.overflow();
    await shop.createIntent({ reference: "missed" });
    await look(false);
    await line(page, "missed").waitFor();
    expect(listed()).toBe(1);
  });
});
