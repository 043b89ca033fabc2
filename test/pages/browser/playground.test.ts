// The whole story at the sandbox's playground, as a newcomer plays it: no curl, no sign-in, less than a minute.
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { LANGUAGES } from "#pages/languages.ts";
import { it, TILL } from "./support/it.ts";
import { holdPhone, payOnPlayground, phoneOn } from "./support/wallet.ts";

const MINUTE_MS = 60_000;
/** Longer than the next click takes, and less than the time after which a failed webhook is sent again anyway. */
const REPAIR_MS = 500;

/** Sells at the till, and pays in the wallet. */
async function sell(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create a sale" }).click();
  await payOnPlayground(page);
}

/** Finds it in the inbox, which responded with the status. */
const arrival = (page: Page, type: string, status: number) =>
  page.locator(`[data-type="${type}"][data-status="${status}"]`);

async function repairSlowly(page: Page): Promise<void> {
  await page.route("**/sandbox/v1/faults", async (route) => {
    if (route.request().method() === "PUT") await setTimeout(REPAIR_MS);
    await route.continue();
  });
}

// They run at the same time, because most of it is waiting for the ledger.
describe.concurrent("a newcomer at the sandbox's playground", () => {
  it("takes a payment, believes its webhook, and refunds it", async ({ open }) => {
    const begunAt = Date.now();
    const page = await open("/sandbox", { viewport: TILL });
    await page.getByRole("button", { name: "Create a sale" }).click();
    await page.getByRole("img", { name: "Code for the wallet app" }).waitFor();
    await payOnPlayground(page);
    const paid = page.locator('[data-type="payment.completed"]');
    await paid.getByText("verified").waitFor();
    await page.getByRole("button", { name: "Refund" }).click();
    const refunded = page.locator('[data-type="refund.completed"]');
    await refunded.getByText("verified").waitFor();
    await page.locator('[data-step="refundVerified"].done').waitFor();
    expect(Date.now() - begunAt).toBeLessThan(MINUTE_MS);

    await paid.locator("summary").click();
    expect(await paid.locator(".signed").textContent()).toMatch(
      /^[0-9a-f-]{36}\.\d{10}\.\{"type":"payment\.completed"/,
    );
    await phoneOn(page).getByRole("link", { name: "Done" }).click();
    await phoneOn(page).locator(".balance").getByText("$100.00").waitFor();
  });

  it("scans the customer's code, which asks the wallet in the phone", async ({ open }) => {
    const page = await open("/sandbox", { viewport: TILL, allowed: /status of 401/ });
    const scan = page.getByRole("button", { name: "Scan the customer’s code instead" });
    await scan.click();
    await page.getByRole("alert").getByText("Give the customer’s wallet play money first.").waitFor();
    await phoneOn(page).getByRole("button", { name: "Try with $100" }).click();
    await phoneOn(page).locator(".balance").getByText("$100.00").waitFor();
    await scan.click();
    await phoneOn(page).getByRole("link", { name: "Bean & Leaf asks for" }).click();
    await phoneOn(page).getByRole("button", { name: "Approve $12.50" }).click();
    await arrival(page, "payment.completed", 200).waitFor();
  });

  it("sells in their own money, and finds the story as it was after a reload", async ({ open }) => {
    const page = await open("/", { viewport: TILL });
    await page.getByRole("combobox", { name: "Currency" }).selectOption("JPY");
    await page.getByRole("button", { name: "¥4,000" }).click();
    await page.getByRole("button", { name: "Create a sale" }).click();
    await holdPhone(page);
    await phoneOn(page).getByRole("button", { name: "Try with ¥10,000" }).click();
    await phoneOn(page).getByRole("button", { name: "Pay ¥4,000" }).click();
    const done = page.locator('[data-step="paidVerified"].done');
    await done.waitFor();
    await page.reload();
    await done.waitFor();
    await page.locator(".sale").getByText("¥4,000").waitFor();

    // The wallet of the phone holds no francs: the next one does.
    await page.getByRole("combobox", { name: "Currency" }).selectOption("CHF");
    await phoneOn(page).locator(".balance").getByText("CHF 100.00").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "CHF 40.00" }).waitFor();
    expect(await page.locator(".story .done").count()).toBe(0);
  });

  it("sees green when it is paid, goes on to the next sale, and finds the other pages", async ({ open }) => {
    const page = await open("/", { viewport: { width: 1366, height: 800 } });
    const ground = () => page.locator(".till").evaluate((card) => getComputedStyle(card).backgroundColor);
    await page.getByRole("button", { name: "Create a sale" }).click();
    await payOnPlayground(page);
    await page.locator('.sale[data-state="completed"]').waitFor();
    expect(await ground()).toBe("rgb(10, 122, 75)");
    const frame = await page.locator(".phone").evaluate((phone) => phone.clientWidth);
    expect(frame).toBe(320);
    await page.locator(".sale .primary").getByText("Next sale").click();
    await page.getByRole("button", { name: "Create a sale" }).waitFor();
    const links = await page.getByRole("navigation", { name: "Pages" }).getByRole("link").all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual(["/dashboard", "/pos", "/wallet", "/desk", "/docs"]);
  });

  it("sees every side of it without scrolling, in every language", async ({ open, url }) => {
    const page = await open("/sandbox", { viewport: { width: 1280, height: 900 } });
    for (const language of LANGUAGES) {
      await page.goto(`${url}/sandbox?lang=${language}`);
      await page.locator(`html[lang=${language}]`).waitFor();
      await page.getByRole("switch").last().waitFor();
      for (const seen of [page.locator(".inbox"), page.locator(".controls")]) {
        const { y, height } = (await seen.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
        expect(y + height, language).toBeLessThanOrEqual(900);
      }
      expect(await page.locator("a[href='/docs']").count()).toBe(1);
    }
  });

  it("sees a deadline pass, and a wallet that is empty", async ({ open }) => {
    const page = await open("/sandbox", { viewport: TILL, allowed: /status of 402/ });
    await page.getByRole("switch", { name: "Wallet empty" }).check();
    await sell(page);
    await phoneOn(page).getByRole("alert").getByText("Declined: there is not enough money").waitFor();
    await page.getByRole("button", { name: "+ 1 hour" }).click();
    await page.getByRole("status").getByText("Expired").first().waitFor();
  });

  it("sees a refund that the ledger refuses, and then one that it makes", async ({ open }) => {
    const page = await open("/sandbox", { viewport: TILL, allowed: /status of 422/ });
    await page.getByRole("switch", { name: "Refund refused" }).check();
    await sell(page);
    await arrival(page, "payment.completed", 200).waitFor();
    await page.getByRole("button", { name: "Refund" }).click();
    await page.locator(".till").getByRole("alert").getByText("The ledger has refused the refund").waitFor();
    // However slowly it is repaired.
    await repairSlowly(page);
    await page.getByRole("switch", { name: "Refund refused" }).uncheck();
    await page.getByRole("button", { name: "Refund" }).click();
    await arrival(page, "refund.completed", 200).waitFor();
  });

  it("repairs an endpoint, and lets time pass until the webhook is sent again", async ({ open }) => {
    const page = await open("/sandbox", { viewport: TILL });
    await page.getByRole("switch", { name: "Endpoint down" }).check();
    await sell(page);
    await arrival(page, "payment.completed", 500).first().waitFor();
    // The repair takes its time, and still comes before the day that passes next.
    await repairSlowly(page);
    await page.getByRole("switch", { name: "Endpoint down" }).uncheck();
    await page.getByRole("button", { name: "+ 1 day" }).click();
    await arrival(page, "payment.completed", 200).getByText("verified").waitFor();
  });

  it("sees a payment through although the ledger responds too late", async ({ open }) => {
    const page = await open("/sandbox", { viewport: TILL, allowed: /status of 50\d/ });
    await page.getByRole("switch", { name: "Ledger slow" }).check();
    await sell(page);
    const pay = phoneOn(page).getByRole("button", { name: /^Pay/ });
    await phoneOn(page).getByRole("heading", { name: "Being processed" }).waitFor();
    await phoneOn(page).getByText("This is taking longer than usual.").waitFor();
    // Nor once the service has given up waiting: the money has moved.
    const wait = { timeout: MINUTE_MS };
    const isOfferedAgain = pay.waitFor(wait).then(
      () => true,
      () => false,
    );
    const isPaid = arrival(page, "payment.completed", 200).waitFor(wait);
    expect(await Promise.race([isOfferedAgain, isPaid.then(() => false)])).toBe(false);
    await phoneOn(page).getByText("The shop has your payment.").waitFor();
  });
});
