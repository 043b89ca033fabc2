// A merchant's day at the dashboard, played in a real browser.
import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { it, TILL } from "./support/it.ts";

const PAYMENTS_IN_ARABIC = "المدفوعات";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });

const SEARCH = "Number, reference, ID, amount or day";

describe.concurrent("an owner at the dashboard", () => {
  it("sees at once that a refund is under way, with nothing left to press", async ({
    open,
    sharedShop: shop,
  }) => {
    const { id } = await shop.createIntent({ reference: "at-once" });
    await (await shop.createWallet()).pay(id);
    const list = await open("/dashboard?text=at-once", { owner: shop, viewport: TILL });
    const one = await open(`/dashboard/payments/${id}`, { context: list.context() });
    for (const page of [one, list]) {
      await page.getByRole("button", { name: /^Refund/ }).waitFor();
      // What has become of it is not read before it is shown.
      await page.route("**/payment-intents**", async (route) => {
        if (route.request().method() === "POST")
          return await route.fulfill({ status: 202, json: { success: true, message: "accepted" } });
        return undefined;
      });
      await page.getByRole("button", { name: /^Refund/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Refund €12.50" }).click();
      await page.locator(".badge").getByText("Refund under way").waitFor();
      expect(await page.getByRole("button", { name: /^Refund/ }).count()).toBe(0);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  });

  it("sees at once that a payment or a request has ended, with nothing left to press", async ({
    open,
    sharedShop: shop,
  }) => {
    const { id } = await shop.createIntent();
    const page = await open(`/dashboard/payments/${id}`, { owner: shop, viewport: TILL });
    // What has become of it is not read before it is shown.
    const endAt = async (action: string, ended: string) => {
      const end = page.getByRole("button", { name: action });
      await end.waitFor();
      await page.route("**/payment-intents/**", async (route) => {
        if (route.request().method() === "POST") await route.continue();
      });
      await end.click();
      await page.getByRole("dialog").getByRole("button", { name: action }).click();
      await page.locator(".badge").getByText(ended).waitFor();
      expect(await end.count()).toBe(0);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    };
    await endAt("Cancel payment", "Cancelled by the shop");
    await page.goto(`${shop.url}/dashboard/payments/${await shop.scan()}`);
    await endAt("Withdraw request", "Withdrawn by the shop");
  });

  it("sees that the customer has declined, and staff have a short menu", async ({
    open,
    sharedShop: shop,
  }) => {
    const { counter } = await shop.client.counters.create({ name: "Counter 1" });
    const wallet = await shop.createWallet();
    const request = { amount: 7, currency: "EUR", scan_token: wallet.id, counter_id: counter.id };
    const { id } = await shop.client.scanPayment(request);
    await wallet.reject(id);
    const page = await open(`/dashboard/payments/${id}`, { owner: shop, viewport: TILL });
    await page.locator(".badge").getByText("Declined").waitFor();
    expect(await page.locator(".nav a").count()).toBe(10);
    await page.route("**/session", async (route) => {
      const response = await route.fetch();
      const { session } = await response.json();
      await route.fulfill({ response, json: { success: true, session: { ...session, role: "staff" } } });
    });
    await page.reload();
    await page.locator(".badge").getByText("Declined").waitFor();
    expect(await page.locator(".nav a").allTextContents()).toEqual([
      "Home",
      "Payments",
      "Totals",
      "Counters",
    ]);
    await page.goto(new URL("/dashboard/audit-trail", shop.url).href);
    await heading(page, "There is no such page").waitFor();
  });

  it("is led from the banner to what waits for an endpoint that fails", async ({
    open,
    sharedShop: shop,
  }) => {
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    const health = { status: "degraded", consecutive_failures: 3, degraded_since: null, next_probe_at: null };
    await page.route("**/api/v1/webhook", (route) =>
      route.fulfill({ json: { success: true, webhook: { url: null, events: [], health } } }),
    );
    await page.route("**/webhook-deliveries?**", (route) =>
      route.fulfill({ json: { success: true, deliveries: [], next_cursor: null } }),
    );
    await page.reload();
    await page.getByRole("link", { name: "See these webhooks" }).click();
    expect(new URL(page.url()).search).toBe("?status=pending");
  });

  it("is told which day is missing", async ({ open, sharedShop: shop }) => {
    const page = await open("/dashboard/webhooks/deliveries", { owner: shop, viewport: TILL });
    await page.getByRole("button", { name: "Resend failed ones" }).click();
    const dialog = page.getByRole("dialog", { name: "Resend failed ones" });
    await dialog.getByLabel("From").fill("");
    await dialog.getByRole("button", { name: "Resend failed ones" }).click();
    await dialog.getByText("Please fill this in.").waitFor();
    expect(await dialog.getByLabel("From").getAttribute("aria-invalid")).toBe("true");
  });

  it("finds a payment, reads its story and refunds it", async ({ open, sharedShop: shop }) => {
    const wallet = await shop.createWallet();
    const { id } = await shop.createIntent({ reference: "order-1", description: "Two flat whites" });
    await shop.createIntent({ reference: "order-2" });
    await wallet.pay(id);
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    await page.getByRole("searchbox", { name: SEARCH }).fill("order-1");
    await page.keyboard.press("Enter");
    await page.getByText("order-2").waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /order-1/ });
    await row.getByText("Paid").waitFor();
    await row.getByRole("link", { name: /order-1/ }).click();
    await heading(page, "Payment").waitFor();
    expect(await heading(page, "Payment").evaluate((h1) => h1 === document.activeElement)).toBe(true);
    await page.getByRole("listitem").filter({ hasText: "Paid" }).waitFor();
    await page.getByText("For developers").click();
    await page.getByRole("table", { name: "Ledger lines" }).getByText("€12.50").waitFor();

    await page.getByRole("button", { name: /^Refund/ }).click();
    const question = page.getByRole("dialog", { name: "Refund €12.50?" });
    await question.getByRole("button", { name: "Refund €12.50" }).click();
    await page.getByText("Refund under way").first().waitFor();
    await page.getByText("The customer has the money back.").waitFor();
    const request = page.getByRole("listitem").filter({ hasText: "Refund requested" });
    await request.getByText(shop.email).waitFor();
    expect((await shop.client.paymentIntents.get(id)).refund_status).toBe("completed");
    await page.reload();
    await page.getByText("For developers").click();
    const lines = page.getByRole("table", { name: "Ledger lines" });
    await lines.getByText("-€12.50").waitFor();
    const linesOfEach = await lines.locator("td:is(.title, .number)").evaluateAll((cells) =>
      cells.map((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell);
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
    );
    expect(linesOfEach, "each word and amount is on one line").toEqual([1, 1, 1, 1]);
  });

  it("is told of a failed webhook, sees what was signed and sends it again", async ({ open, shop }) => {
    const setFaults = (...faults: string[]) => shop.call("PUT", "/sandbox/v1/faults", { faults });
    await shop.client.webhook.update({ url: `${shop.url}/sandbox/v1/inbox` });
    await setFaults("endpoint_gone");
    await (await shop.createWallet()).pay((await shop.createIntent()).id);
    const failed = () => shop.client.webhookDeliveries.list({ status: "failed" });
    await vi.waitUntil(async () => (await failed()).items.length === 1, { timeout: 20_000, interval: 200 });
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    await page.getByRole("link", { name: "See these webhooks" }).click();
    await page
      .getByRole("row", { name: /Failed/ })
      .getByRole("link")
      .click();
    await page.getByText("HTTP 410").waitFor();
    await page.getByText("What was signed").click();
    await page.getByText(/^[0-9a-f-]{36}\.\d{10}\.\{"type":"payment\.completed"/).waitFor();
    await setFaults();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText(/HTTP 2\d\d/).waitFor();
  });

  it("sees what is missing before going live, and follows the evidence to a payment", async ({
    open,
    shop,
  }) => {
    const wallet = await shop.createWallet();
    const { id } = await shop.createIntent({ reference: "order-1" });
    await wallet.pay(id);
    const page = await open("/dashboard/credentials", { owner: shop, viewport: TILL });
    const steps = page.getByRole("table", { name: "Ready to go live" });
    await steps.getByRole("row", { name: "The ledger settled a refund Not seen yet" }).waitFor();
    await steps.getByRole("row", { name: /manager Confirm yourself/ }).waitFor();
    await steps.getByRole("row", { name: "A payment was completed Seen" }).getByRole("link").click();
    await heading(page, "Payment").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/payments/${id}`);
  });

  it("finds a payment by its number, its amount, its day and the beginning of its id", async ({
    open,
    sharedShop: shop,
  }) => {
    await shop.createIntent({ reference: "order-3", amount: 12.5 });
    const { id, number, created_at } = await shop.createIntent({ reference: "order-4", amount: 12.51 });
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    await page.getByRole("row", { name: /order-4/ }).waitFor();
    const searchFor = async (text: string) => {
      await page.getByRole("searchbox", { name: SEARCH }).fill(text);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.searchParams.get("text") === text);
    };
    for (const text of ["12,51", number, "12.51", number.slice(1).toLowerCase(), id.slice(0, 18)]) {
      await searchFor("nothing at all");
      await page.getByRole("heading", { name: "No payment found" }).waitFor();
      await searchFor(text);
      await page.getByRole("row", { name: /order-4/ }).waitFor();
      expect(await page.getByText("order-3").count(), text).toBe(0);
    }
    await searchFor(created_at.slice(0, 10));
    await page.getByRole("row", { name: /order-3/ }).waitFor();
    await page.getByRole("searchbox", { name: SEARCH }).fill(id.toUpperCase());
    await page.keyboard.press("Enter");
    await heading(page, "Payment").waitFor();
  });

  it("reads it in the language that was chosen, from right to left", async ({ open, sharedShop: shop }) => {
    const page = await open("/dashboard", { owner: shop, viewport: TILL });
    await page.getByLabel("Language").selectOption("ar");
    await page.locator("html[lang=ar][dir=rtl]").waitFor();
    await heading(page, PAYMENTS_IN_ARABIC).waitFor();
    await page.reload();
    await heading(page, PAYMENTS_IN_ARABIC).waitFor();
  });

  it("sees what has failed, in words for people, and the request when something fails", async ({
    open,
    sharedShop: shop,
  }) => {
    const unknown = "018f0000-0000-7000-8000-000000000000";
    const page = await open(`/dashboard/payments/${unknown}`, {
      owner: shop,
      allowed: /Failed to load resource/,
    });
    await page.getByText("This does not exist any more.").waitFor();
    await page.getByText("For developers").click();
    await page.getByText(/^Request/).waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
  });
});
