// How fast the till is, on a machine that does nothing else: `npm run test:long -- test/pages/browser/till-speed.test.ts`.
import { describe, expect, inject } from "vitest";
import { it } from "./support/it.ts";
import { heading, openTill } from "./support/till.ts";

const SALES = 50;
const CODE_WITHIN_MS = 300;

describe.runIf(inject("longTests"))("the till", () => {
  it("has the code on the screen within 300 ms", { timeout: 300_000 }, async ({ open, shop }) => {
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
    const median = times[SALES / 2] ?? Number.NaN;
    console.log(`code after ${median.toFixed(0)} ms (median), ${times.at(-1)?.toFixed(0)} ms at most`);
    expect(times.at(-1)).toBeLessThanOrEqual(CODE_WITHIN_MS);
  });
});
