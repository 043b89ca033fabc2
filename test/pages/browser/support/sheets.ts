import type { Page } from "playwright-core";
import { expect } from "vitest";

export const close = (page: Page) => page.getByRole("button", { name: "Close" }).last().click();

/** A sheet may close a moment after the click. */
export async function closeAll(page: Page): Promise<void> {
  const count = () => page.locator("dialog").count();
  for (let open = await count(); open > 0; open = await count()) {
    await close(page);
    await expect.poll(count).toBeLessThan(open);
  }
}
