// A tablet at a counter.
import type { Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import { type Shop, send } from "./shop.ts";
import { ownerToken } from "./sign-in.ts";

const VIEWPORT = { width: 1024, height: 768 };

interface Pairing {
  counter_id: string;
  code: string;
  url: string;
}

/** A code of a new counter. */
export async function createPairing(shop: Shop): Promise<Pairing> {
  const { counter } = await shop.client.counters.create({ name: "Front counter" });
  const path = `/merchant/api/v1/counters/${counter.id}/pairings`;
  return (await send<{ pairing: Pairing }>(shop.url, "POST", path, await ownerToken(shop))).pairing;
}

/** A tablet that was paired with a new counter by its one-time link. */
export async function openTill(
  open: Open,
  shop: Shop,
  { currency = "EUR", ...options }: OpenOptions & { currency?: string } = {},
): Promise<Page> {
  const { url } = await createPairing(shop);
  const page = await open(url, { viewport: VIEWPORT, ...options });
  await page.getByRole("button", { name: "Pair", exact: true }).click();
  await page.waitForURL(/\/pos$/);
  await page.getByLabel("Currency").selectOption(currency);
  await page.getByRole("button", { name: "Start selling" }).click();
  return page;
}

/** The id of its intent. */
export const openSale = async (page: Page): Promise<string> =>
  await page.evaluate(() => JSON.parse(localStorage.getItem("till.sale") ?? "{}").intentId);

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
