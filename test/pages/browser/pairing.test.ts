// How a browser becomes a till: whoever uses it sees whose code it is, and agrees. In a real browser.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, type Open } from "./support/it.ts";
import { openShop } from "./support/shop.ts";
import { createPairing, heading, openTill } from "./support/till.ts";

const ELSEWHERE = "http://elsewhere.example/";

const pairButton = (page: Page) => page.getByRole("button", { name: "Pair", exact: true });

/** A browser without a session, which another website has sent to the link. */
async function openFromElsewhere(open: Open, link: string): Promise<Page> {
  const page = await open("/pos");
  await heading(page, "This till is not paired").waitFor();
  const body = `<script>location.href = ${JSON.stringify(link)}</script>`;
  await page.route(ELSEWHERE, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(ELSEWHERE);
  return page;
}

describe("a pairing link", () => {
  it("from another website pairs nothing without a click, and leaves the code unused", async ({
    open,
    shop,
  }) => {
    const { counter_id, url } = await createPairing(shop);
    const page = await openFromElsewhere(open, url);
    await page.getByRole("heading", { name: /^Bean & Leaf\s*Front counter$/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await page.getByRole("link", { name: "Cancel" }).click();
    await heading(page, "This till is not paired").waitFor();
    expect(await shop.client.counters.listTills(counter_id)).toEqual([]);

    await shop.call("PUT", "/merchant/api/v1/settings", { currency: "CHF" });
    const own = await open(url);
    await own.getByLabel("Name of this till").fill("Bar");
    expect(await own.getByLabel("Currency").count(), "it is the shop's").toBe(0);
    await pairButton(own).click();
    await own.getByText("CHF 0.00").first().waitFor();
    expect(await shop.client.counters.listTills(counter_id)).toMatchObject([{ name: "Bar" }]);
  });

  it("that is pasted where another one is open takes its place", async ({ open, shop, url }) => {
    const page = await open("/pos/pair");
    await page.getByLabel("Pairing code").waitFor();
    for (const each of [shop, await openShop(url, "Terrace")]) {
      const link = (await createPairing(each)).url;
      await page.evaluate((address) => location.assign(address), link);
      await page.getByRole("heading", { name: each.name }).waitFor();
      expect(page.url()).toBe(`${url}/pos/pair`);
    }
  });

  it("says at a till in use whose it is now", async ({ open, shop }) => {
    const till = await openTill(open, shop);
    const { url } = await createPairing(shop);
    const page = await open(url, { context: till.context() });
    await page.getByText("This device is signed in for Bean & Leaf. Pairing replaces that.").waitFor();
  });
});

describe("a browser that is paired", () => {
  it("stays signed in to the dashboard, and a till when its owner signs out there", async ({
    open,
    shop,
  }) => {
    const dashboard = await open("/dashboard", { owner: shop });
    const till = await openTill(open, shop, { context: dashboard.context() });
    await dashboard.reload();
    await dashboard.getByRole("heading", { name: "Payments", level: 1 }).waitFor();
    await dashboard.evaluate(async () => await fetch("/session/sign-out", { method: "POST" }));
    await till.reload();
    await till.getByRole("button", { name: "Show code" }).waitFor();
  });
});

describe("a pairing code", () => {
  it("can be typed, and is refused when nobody knows it", async ({ open, shop }) => {
    const { code } = await createPairing(shop);
    const page = await open("/pos/pair", { allowed: /status of 400/ });
    const look = async (typed: string) => {
      await page.getByLabel("Pairing code").fill(typed);
      await page.getByRole("button", { name: "Continue" }).click();
    };
    await look("7ZK3M-Q0V8R-4TNXH-2BPJW-9CFDE-6");
    await page.getByText("This code is unknown, used or too old.").waitFor();
    await look(code.toLowerCase());
    await pairButton(page).click();
    await page.waitForURL("**/pos");
  });
});
