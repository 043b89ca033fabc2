// The dashboard's list of payments, which follows what happens without being read again.
import type { BrowserContext, Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { it, PHONE, TILL } from "./support/it.ts";
import type { Shop } from "./support/shop.ts";

const LIST = /\/api\/v1\/payment-intents(\?|$)/;
/\/(payment-intents|counters|tills|sticker-codes|transactions|webhook-deliveries|audit-trail|users)$/;
const FEED = /\/api\/v1\/events\?/;

const line = (page: Page, reference: string) => page.getByRole("row", { name: new RegExp(reference) });

/** Counts the requests for what matches. */
function countRequests(page: Page, url: RegExp): () => number {
  let requests = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && url.test(request.url())) requests++;
  });
  return () => requests;
}

/** A feed that says at once what the test does, of the payments that are new then. */
async function ownFeed(context: BrowserContext, shop: Shop) {
  const heard: object[] = [];
  const options = { hasMore: false };
  await context.route(FEED, async (route: Route) => {
    const events = heard.splice(0);
    await route.fulfill({
      json: { success: true, events, next_after: null, has_more: options.hasMore },
    });
    options.hasMore = false;
  });
  const sell = async (reference: string) => {
    const { qr_code_url, ...intent } = await shop.createIntent({ reference });
    heard.push({ type: "payment.completed", data: { payment_intent: intent } });
  };
  return { sell, options };
}

describe("the list of payments", () => {
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
    expect(await page.locator("td.about span:last-child").allTextContents()).toEqual(["after", "before"]);
    expect(listed()).toBe(0);
  });

  it("moves no row under a reader: it says how many are new", async ({ open, shop }) => {
    for (let number = 1; number <= 26; number++) await shop.createIntent({ reference: `old-${number}` });
    const page = await open("/dashboard", { owner: shop, viewport: PHONE });
    const feed = await ownFeed(page.context(), shop);
    await line(page, "old-26").waitFor();
    await page.evaluate(() => scrollTo(0, 600));
    const top = () => line(page, "old-10").evaluate((row) => row.getBoundingClientRect().top);
    const before = await top();
    await feed.sell("new-1");
    await page.getByRole("button", { name: "1 new payment" }).waitFor();
    await feed.sell("new-2");
    await page.getByRole("button", { name: "2 new payments" }).waitFor();
    expect(await top()).toBe(before);
    await page.getByRole("button", { name: "2 new payments" }).click();
    await line(page, "new-2").waitFor();
    expect(await page.locator("td.about span:last-child").first().textContent()).toBe("new-2");

    await page.getByRole("button", { name: "Older" }).click();
    await line(page, "old-1").waitFor();
    await feed.sell("new-3");
    await page.getByRole("button", { name: "1 new payment" }).click();
    await line(page, "new-3").waitFor();
    expect(new URL(page.url()).searchParams.has("cursor")).toBe(false);
    expect(await page.getByRole("button", { name: /new payment/ }).count()).toBe(0);
  });

  it("keeps to what was searched for", async ({ open, shop }) => {
    await shop.createIntent({ reference: "old" });
    const page = await open("/dashboard?text=old", { owner: shop, viewport: TILL });
    const feed = await ownFeed(page.context(), shop);
    await line(page, "old").waitFor();
    const read = countRequests(page, /payment-intents/);
    await feed.sell("new");
    await page.waitForResponse(FEED);
    await page.waitForResponse(FEED);
    expect(read()).toBe(0);
    expect(await page.locator("td.about span:last-child").allTextContents()).toEqual(["old"]);
    expect(await page.getByRole("button", { name: /new payment/ }).count()).toBe(0);
  });

  it("asks for nothing while nobody looks, and is read anew when more has happened than it can hear", async ({
    open,
    shop,
  }) => {
    await shop.createIntent({ reference: "old" });
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    const feed = await ownFeed(page.context(), shop);
    await line(page, "old").waitFor();
    const [asked, listed] = [countRequests(page, FEED), countRequests(page, LIST)];
    await page.clock.install();
    const look = async (hidden: boolean) =>
      await page.evaluate((isHidden) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await look(true);
    const before = asked();
    await page.clock.runFor("10:00");
    expect(asked()).toBe(before);
    feed.options.hasMore = true;
    await shop.createIntent({ reference: "missed" });
    await look(false);
    await line(page, "missed").waitFor();
    expect(listed()).toBe(1);
  });
});
