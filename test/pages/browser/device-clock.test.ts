// A device whose clock is wrong, or is set while a page is open: nothing that a page says of money depends on it.
import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { begin, enter, openDesk, showCode } from "./support/desk.ts";
import { it, setClock, TILL } from "./support/it.ts";
import { heading, openSale, openTill } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

const HOUR = 3_600_000;
const CLOCKS = [
  ["an hour ahead", HOUR],
  ["an hour behind", -HOUR],
  ["a day ahead", 24 * HOUR],
  ["a day behind", -24 * HOUR],
  ["in 1970", -Date.now()],
] as const;
const DESCRIBED = CLOCKS.map(([name, clockAheadMs]) => ({ name, clockAheadMs }));
/** More than 14 of the 15 minutes are left. */
const MOST_OF_IT = /^1[45]:\d\d$/;

const timeLeft = async (page: Page) => (await page.locator(".time-left time").textContent()) ?? "";

describe.concurrent("on a device whose clock is wrong", () => {
  it.for(DESCRIBED)(
    "the till sells, also when it is set meanwhile: $name",
    async (clock, { open, sharedShop: shop }) => {
      const wallet = await shop.createWallet();
      const page = await openTill(open, shop, clock);
      const customer = await open("/pos/customer", { context: page.context() });
      const isOpen = async () => {
        await heading(page, "Scan to pay").waitFor();
        for (const screen of [page, customer])
          expect(await screen.locator("img.code").isVisible()).toBe(true);
        expect(await timeLeft(page)).toMatch(MOST_OF_IT);
      };
      await page.keyboard.type("450");
      await page.keyboard.press("Enter");
      await page.getByText("Live").waitFor();
      await customer.locator("img.code").waitFor();
      await isOpen();
      await page.evaluate(setClock, clock.clockAheadMs + HOUR);
      await nextSecond(page);
      await isOpen();
      await wallet.pay(await openSale(page));
      for (const screen of [page, customer]) await heading(screen, "Paid").waitFor();
    },
  );

  it.for(DESCRIBED)(
    "checkout, dashboard and playground show what is open: $name",
    async (clock, { open, sharedShop: shop }) => {
      const { id } = await shop.createIntent({ expires_in: 900 });
      const checkout = await open(`/pay/${id}`, clock);
      await checkout.getByText("Updates live").waitFor();
      await nextSecond(checkout);
      expect(await checkout.locator(".pay .code").first().isVisible()).toBe(true);
      expect(await timeLeft(checkout)).toMatch(MOST_OF_IT);
      const dashboard = await open("/dashboard", { ...clock, owner: shop, viewport: TILL });
      const link = dashboard.locator(`a[href="/dashboard/payments/${id}"]`);
      await dashboard.getByRole("row").filter({ has: link }).getByText("Waiting").waitFor();
      await link.click();
      await dashboard.getByRole("button", { name: "Cancel" }).waitFor();
      const playground = await open("/sandbox", { ...clock, viewport: TILL });
      await playground.getByRole("button", { name: "Create a sale" }).click();
      await playground.getByText("Waiting for the customer").waitFor();
      await playground.getByText(/^[1-9]\d?:\d\d(:\d\d)? left$/).waitFor();
    },
  );

  it.for(DESCRIBED)(
    "wallet and desk agree on a pay-out, and a code lives: $name",
    async (clock, { open, url, sharedShop: shop }) => {
      const phone = await openWallet(open, clock);
      const desk = await openDesk(open, url, clock);
      await begin(desk, "pay_out", await showCode(phone));
      await phone.getByText(/^New code in [1-5]?\d seconds$/).waitFor();
      await enter(desk, "725");
      await desk.getByRole("button", { name: "Confirm" }).click();
      await heading(desk, "Waiting for approval").waitFor();
      await phone.getByRole("button", { name: "Approve $7.25" }).waitFor();
      for (const page of [desk, phone]) expect(await timeLeft(page)).toMatch(/^[12]:\d\d$/);
      await phone.evaluate(setClock, clock.clockAheadMs + HOUR);
      await nextSecond(phone);
      await phone.getByRole("button", { name: "Approve $7.25" }).click();
      await heading(desk, "Paid out").waitFor();
      const { id } = await shop.createIntent({ amount: 5, currency: CURRENCY, expires_in: 900 });
      await phone.goto(`${url}/wallet?pay=${id}`);
      await phone.getByRole("button", { name: "Pay $5.00" }).waitFor();
      expect(await timeLeft(phone)).toMatch(MOST_OF_IT);
    },
  );
});

/** Time enough for a page to tick. */
async function nextSecond(page: Page): Promise<void> {
  const before = await timeLeft(page);
  await vi.waitUntil(async () => (await timeLeft(page)) !== before, { timeout: 30_000 });
}
