// A customer's phone, with the sandbox's wallet in it: $100.
import type { Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";

export const CURRENCY = "USD";

/** In a wallet that was made by one tap. */
export async function openWallet(open: Open, options: OpenOptions = {}): Promise<Page> {
  const allowed = new RegExp(`/live' failed|status of (50|404)|${options.allowed?.source ?? "^$"}`);
  const page = await open("/wallet", { ...options, allowed });
  await page.locator(".panel .primary").click();
  await page.locator(".balance .entered").waitFor();
  return page;
}

/** What people paste who have no camera. */
export async function paste(page: Page, code: string): Promise<void> {
  await page.locator(".home > .actions .primary").click();
  await page.locator("#code").fill(code);
  await page.locator("form.typed button").click();
}

export const balance = async (page: Page): Promise<string> => {
  if ((await page.locator(".home").count()) === 0) await page.locator(".bar a").click();
  return (await page.locator(".balance .entered").textContent()) ?? "";
};
