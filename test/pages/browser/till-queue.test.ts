// What goes wrong in a queue: a wrong amount, an empty wallet, a connection that comes and goes, a second tab.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { qrImage } from "#pages/browser/kit/qr-code.ts";
import { holdToCamera, pictureOf } from "./support/camera.ts";
import { it } from "./support/it.ts";
import { PASSWORD } from "./support/sign-in.ts";
import { heading, openSale, openTill } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

async function showCode(page: Page, digits: string): Promise<string> {
  await page.locator("[data-amount]").waitFor();
  await page.keyboard.type(digits);
  await page.getByRole("button", { name: "Show code" }).click();
  await page.getByText("Live").waitFor();
  return await openSale(page);
}

const entered = (page: Page) => page.locator("[data-amount]").textContent();

describe("the amount of an open sale", () => {
  it("is corrected in both flows: the sale ends, and its amount is there to be replaced", async ({
    open,
    sharedShop: shop,
  }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    const wrong = await showCode(page, "1250");
    await page.getByRole("button", { name: "Correct the amount" }).click();
    await page.locator(".display").getByText("Type the right amount.").waitFor();
    await expect.poll(() => entered(page)).toBe("€12.50");
    expect((await shop.client.paymentIntents.get(wrong)).status).toBe("cancelled");
    await page.keyboard.type("1520");
    await expect.poll(() => entered(page)).toBe("€15.20");
    await page.getByRole("button", { name: "Scan customer’s code" }).click();
    await page.getByLabel("Or type the code").fill(wallet.id);
    await page.getByRole("button", { name: "Ask for payment" }).click();
    await heading(page, "Waiting for approval").waitFor();
    const asked = await openSale(page);
    await page.getByRole("button", { name: "Correct the amount" }).click();
    await page.locator(".display").getByText("Type the right amount.").waitFor();
    expect((await shop.client.paymentIntents.get(asked)).cancellation_reason).toBe("withdrawn_by_merchant");
    // What is there can also be edited, and added to.
    await page.keyboard.press("Backspace");
    await page.keyboard.type("5+100");
    await expect.poll(() => entered(page)).toBe("€16.25");
  });
});

describe("a till", () => {
  it("sees that a wallet without the money has declined, and goes on waiting", async ({
    open,
    sharedShop: shop,
  }) => {
    const poor = await shop.createWallet("USD");
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    const customer = await open("/pos/customer", { context: page.context() });
    const id = await showCode(page, "1250");
    await poor.pay(id).catch(() => {});
    for (const screen of [page, customer])
      await screen.locator(".warning").getByText("The wallet declined").waitFor();
    await heading(page, "Scan to pay").waitFor();
    expect(await page.locator("[aria-live=assertive]").textContent()).toContain("The wallet declined");
    await wallet.pay(id);
    await heading(page, "Paid").waitFor();
  });

  it.for([
    { end: "Cancelled", goesOn: "after a reload" },
    { end: "Paid", goesOn: "at once" },
  ])(
    "cancels by itself when it is back online, $goesOn, and shows it as $end",
    async ({ end, goesOn }, { open, sharedShop: shop }) => {
      const wallet = await shop.createWallet();
      const page = await openTill(open, shop, { allowed: /./ });
      await page.evaluate(async () => await navigator.serviceWorker.ready);
      await page.reload();
      const id = await showCode(page, "300");
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("The till keeps trying.").waitFor();
      if (end === "Paid") await wallet.pay(id);
      if (goesOn === "after a reload") await page.reload();
      await page.context().setOffline(false);
      await heading(page, end).waitFor({ timeout: 10_000 });
      const { status } = await shop.client.paymentIntents.get(id);
      expect(status).toBe(end === "Paid" ? "completed" : "cancelled");
    },
  );

  it("sells in one tab, and another one can take the sale over", async ({ open, sharedShop: shop }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    const customer = await open("/pos/customer", { context: page.context() });
    const id = await showCode(page, "1250");
    const second = await open("/pos", { context: page.context() });
    await heading(second, "This till is open in another tab").waitFor();
    await second.getByRole("button", { name: "Sell in this tab" }).click();
    await heading(page, "This till is open in another tab").waitFor();
    await heading(second, "Scan to pay").waitFor();
    expect(await openSale(second)).toBe(id);
    await heading(customer, "Scan to pay").waitFor();
    await wallet.pay(id);
    for (const screen of [second, customer]) await heading(screen, "Paid").waitFor();
    // A reload of the one that sells is no chance for the other.
    await second.reload();
    await heading(second, "Paid").waitFor();
    await heading(page, "This till is open in another tab").waitFor();
    await second.close();
    await page.getByRole("button", { name: "Sell in this tab" }).click();
    await heading(page, "Paid").waitFor();
  });
});

describe("a queue", () => {
  it("is served by code and by scan, with a wrong amount, a rejection, and a refund on the owner's phone", async ({
    open,
    shop,
  }) => {
    const till = await openTill(open, shop, { currency: CURRENCY });
    const [first, second] = [await openWallet(open), await openWallet(open)];
    await showCode(till, "1250");
    await till.getByRole("button", { name: "Correct the amount" }).click();
    await till.locator(".display").getByText("Type the right amount.").waitFor();
    const id = await showCode(till, "1520");
    await holdToCamera(first, await pictureOf(till.locator(".code")));
    await first.getByRole("button", { name: "Scan to pay" }).click();
    await first.getByRole("button", { name: "Pay $15.20" }).click();
    await heading(till, "Paid").waitFor();
    await till.getByRole("button", { name: "Next customer" }).click();

    const ask = async () => {
      await second.getByRole("link", { name: "Show my code" }).click();
      await second.getByText(/^New code in \d+ seconds$/).waitFor();
      await till.keyboard.type("725");
      await holdToCamera(till, await pictureOf(second.locator(".code")));
      await till.getByRole("button", { name: "Scan customer’s code" }).click();
      await heading(till, "Waiting for approval").waitFor();
    };
    await ask();
    await second.getByRole("button", { name: "Reject" }).click();
    await heading(till, "Declined").waitFor();
    await till.getByRole("button", { name: "Next customer" }).click();
    await second.locator(".bar a").click();
    await ask();
    await second.getByRole("button", { name: "Approve $7.25" }).click();
    await heading(till, "Paid").waitFor();
    await till.getByRole("button", { name: "Next customer" }).click();

    await till.getByRole("button", { name: "Sales" }).click();
    await till.getByRole("button", { name: "$15.20", exact: true }).click();
    await till.getByRole("button", { name: "Refund" }).click();
    await till.getByLabel("Reason (optional)").fill("Cold & late");
    await till.getByRole("button", { name: "Show the code for the owner" }).click();
    const link = `${shop.url}/dashboard/payments/${id}/refund?reason=Cold+%26+late`;
    const code = till.getByRole("img", { name: "Code for an owner’s phone" });
    expect(await code.getAttribute("src")).toBe(qrImage(link));
    const phone = await open(link);
    await phone.locator("[name=username]").fill(shop.email);
    await phone.locator("[name=password]").fill(PASSWORD);
    await phone.locator("button[type=submit]").click();
    expect(await phone.getByLabel("Reason for the refund").inputValue()).toBe("Cold & late");
    await phone.getByRole("button", { name: "Refund $15.20" }).click();
    const sheet = till.locator(".one-sale");
    await sheet.getByText("Refunded", { exact: true }).waitFor({ timeout: 15_000 });
    await sheet.getByRole("button", { name: "Print receipt" }).waitFor();
    expect(await sheet.getByRole("button", { name: "Refund" }).count()).toBe(0);
    await till.keyboard.press("Escape");
    await till.locator(".sales [data-status=refunded]").getByText("Refunded").waitFor();
    const { refund_status, refund_reason } = await shop.client.paymentIntents.get(id);
    expect([refund_status, refund_reason]).toEqual(["completed", "Cold & late"]);
  });

  it("hears that the ledger has refused a refund, which can be asked for again", async ({ open, shop }) => {
    const till = await openTill(open, shop);
    const id = await showCode(till, "450");
    await (await shop.createWallet()).pay(id);
    await till.getByRole("button", { name: "Next customer" }).click();
    const answers: ("pending" | null)[] = ["pending"];
    await till.route(`**/payment-intents/${id}`, async (route) => {
      const response = await route.fetch();
      const { payment_intent: paid, ...body } = await response.json();
      const payment_intent = { ...paid, refund_status: answers.shift() ?? null };
      await route.fulfill({ response, json: { ...body, payment_intent } });
    });
    await till.getByRole("button", { name: "Sales" }).click();
    await till.getByRole("button", { name: "€4.50", exact: true }).click();
    await till.getByRole("button", { name: "Refund" }).click();
    await till.getByRole("button", { name: "Show the code for the owner" }).click();
    const sheet = till.locator(".one-sale");
    await sheet.getByText("The refund was refused.").waitFor({ timeout: 15_000 });
    await sheet.getByRole("button", { name: "Refund" }).waitFor();
  });
});
