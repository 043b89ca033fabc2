// How soon the till shows the code, and the payment. `npm run test:long -- test/pages/browser/till-speed.test.ts` measures 50 sales,
// and allows 300 ms and 500 ms, on a machine that does nothing else.
import { describe, expect, inject } from "vitest";
import { it } from "./support/it.ts";
import { heading, openSale, openTill } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

const IS_LONG = inject("longTests");
const SALES = IS_LONG ? 50 : 1;
/** A machine that runs every test is slow. */
const CODE_WITHIN_MS = IS_LONG ? 300 : 2_000;
/** The median, from when the wallet begins to pay. */
const PAID_WITHIN_MS = IS_LONG ? 500 : 5_000;
const TAPPED_SALES = IS_LONG ? 12 : 3;
/** A sale takes 5 seconds, or 15 on a slow machine. */
const TAPPED_WITHIN_SECONDS = IS_LONG ? 60 : 45;

function report(what: string, times: number[]): { median: number; most: number } {
  times.sort((a, b) => a - b);
  const [median = Number.NaN, most = Number.NaN] = [times[Math.floor(SALES / 2)], times.at(-1)];
  if (IS_LONG) console.log(`${what} after ${median.toFixed(0)} ms (median), ${most.toFixed(0)} ms at most`);
  return { median, most };
}

describe("the till", () => {
  it("soon has the code on the screen", { timeout: 300_000 }, async ({ open, shop }) => {
    const page = await openTill(open, shop);
    const times: number[] = [];
    for (let sale = 0; sale < SALES; sale++) {
      await page.keyboard.type("1250");
      const pressedAt = performance.now();
      await page.keyboard.press("Enter");
      await page.getByRole("img", { name: "Code for the customer’s wallet app" }).waitFor();
      times.push(performance.now() - pressedAt);
      await page.getByRole("button", { name: "Cancel" }).click();
      await heading(page, "Cancelled").waitFor();
      await page.getByRole("button", { name: "Next customer" }).click();
    }
    expect(report("code", times).most).toBeLessThanOrEqual(CODE_WITHIN_MS);
  });

  it("soon is green once the customer has paid", { timeout: 300_000 }, async ({ open, shop }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    const times: number[] = [];
    for (let sale = 0; sale < SALES; sale++) {
      await page.keyboard.type("100");
      await page.keyboard.press("Enter");
      await page.getByText("Live").waitFor();
      const id = await openSale(page);
      const beganAt = performance.now();
      await Promise.all([wallet.pay(id), heading(page, "Paid").waitFor()]);
      times.push(performance.now() - beganAt);
      await page.getByRole("button", { name: "Next customer" }).click();
    }
    expect(report("green", times).median).toBeLessThanOrEqual(PAID_WITHIN_MS);
  });

  it("makes 12 sales a minute by taps, each of 4 taps and 1 wait, in a slow browser", {
    timeout: 120_000,
  }, async ({ open, shop }) => {
    const page = await openTill(open, shop, { currency: CURRENCY, touch: true });
    const phone = await openWallet(open);
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    let taps = 0;
    let waits = 0;
    const tap = async (name: string) => {
      taps++;
      await page.getByRole("button", { name, exact: true }).tap();
    };
    const pay = async () => {
      await heading(page, "Scan to pay").waitFor();
      await phone.goto(`${shop.url}/wallet?pay=${await openSale(page)}`);
      await phone.getByRole("button", { name: "Pay $7.00" }).click();
      waits++;
      await heading(page, "Paid").waitFor();
    };
    const beganAt = performance.now();
    for (let sale = 0; sale < TAPPED_SALES; sale++) {
      await tap("7");
      await tap("00");
      await tap("Show code");
      await pay();
      await tap("Next customer");
    }
    const seconds = (performance.now() - beganAt) / 1000;
    if (IS_LONG) console.log(`${TAPPED_SALES} sales by taps in ${seconds.toFixed(1)} s`);
    expect([taps, waits]).toEqual([4 * TAPPED_SALES, TAPPED_SALES]);
    expect(seconds).toBeLessThanOrEqual(TAPPED_WITHIN_SECONDS);
    const { items } = await shop.client.paymentIntents.list({ status: "completed", limit: 100 });
    expect(items).toHaveLength(TAPPED_SALES);
  });
});
