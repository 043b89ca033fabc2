import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A sheet is gone a moment after the click. */
export async function close(page: Page): Promise<void> {
  const sheets = page.locator("dialog");
  const open = await sheets.count();
  await page.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => sheets.count()).toBeLessThan(open);
}

export async function closeAll(page: Page): Promise<void> {
  while ((await page.locator("dialog").count()) > 0) await close(page);
}
