// Codes on our own screens: any phone's camera opens them. That the wallet reads them is in its own tests.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./support/it.ts";
import { heading, openSale, openTill } from "./support/till.ts";
import { isSkipped, readWithZbar } from "./support/zbar.ts";

async function widthOfCode(page: Page): Promise<number> {
  return (await page.locator(".code").boundingBox())?.width ?? 0;
}

describe("the till's code", () => {
  it.for([
    { width: 1024, height: 768, atLeast: 540 },
    { width: 390, height: 844, atLeast: 345 },
  ])(
    "is as large as a screen of $width × $height allows, and read from one of 300 or 200 pixels",
    async ({ atLeast, ...viewport }, { open, sharedShop: shop }) => {
      const page = await openTill(open, shop, { viewport });
      const customer = await open("/pos/customer", { context: page.context() });
      await page.keyboard.type("1250");
      await page.keyboard.press("Enter");
      for (const screen of [page, customer]) {
        await heading(screen, "Scan to pay").waitFor();
        await expect.poll(() => widthOfCode(screen)).toBeGreaterThanOrEqual(atLeast);
        const isCut = () =>
          [".stage", "main", "body"].some((part) => {
            const element = document.querySelector(part);
            return element !== null && element.scrollHeight > element.clientHeight;
          });
        expect(await screen.evaluate(isCut)).toBe(false);
      }
      if (isSkipped) return;
      const id = await openSale(page);
      await page.getByText("Live").waitFor();
      for (const pixels of [300, 200]) {
        await page.evaluate((width) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`.sale > .code { inline-size: ${width}px !important }`);
          document.adoptedStyleSheets = [sheet];
        }, pixels);
        await expect.poll(() => widthOfCode(page)).toBe(pixels);
        expect(readWithZbar(await page.screenshot())).toBe(`${shop.url}/pay/${id}`);
      }
    },
  );
});
