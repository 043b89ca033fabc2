// A tablet at a counter.
import type { Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import type { Shop } from "./shop.ts";

const VIEWPORT = { width: 1024, height: 768 };

/** A tablet that was paired with a new counter by its one-time link. */
export async function openTill(open: Open, shop: Shop, options: OpenOptions = {}): Promise<Page> {
  const { counter } = await shop.client.counters.create({ name: "Front counter" });
  const { url } = await shop.client.counters.createPairing(counter.id);
  const page = await open(url, { viewport: VIEWPORT, ...options });
  await page.getByRole("button", { name: "Pair", exact: true }).click();
  await page.waitForURL(/\/pos$/);
  await page.getByLabel("Currency").selectOption("EUR");
  await page.getByRole("button", { name: "Start selling" }).click();
  return page;
}

/** The id of its intent. */
export const openSale = async (page: Page): Promise<string> =>
  await page.evaluate(() => JSON.parse(localStorage.getItem("till.sale") ?? "{}").intentId);

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
