// How soon the till shows the code. `npm run test:long -- test/pages/browser/till-speed.test.ts` measures 50 sales and allows
// 300 ms, on a machine that does nothing else.
import { describe, expect, inject } from "vitest";
import { it } from "./support/it.ts";
import { heading, openTill } from "./support/till.ts";

const IS_LONG = inject("longTests");
const SALES = IS_LONG ? 50 : 1;
/** A machine that runs every test is slow. */
const CODE_WITHIN_MS = IS_LONG ? 300 : 2_000;

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
    times.sort((a, b) => a - b);
    const median = times[Math.floor(SALES / 2)] ?? Number.NaN;
    if (IS_LONG)
      console.log(`code after ${median.toFixed(0)} ms (median), ${times.at(-1)?.toFixed(0)} ms at most`);
    expect(times.at(-1)).toBeLessThanOrEqual(CODE_WITHIN_MS);
  });
});
