// A tablet at a counter.
import type { BrowserContext, Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import { type Shop, send } from "./shop.ts";
import { onceForEachShop, ownerToken } from "./sign-in.ts";

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

/** Pairs as the till's page does. */
const pair = onceForEachShop(async (context, shop) => {
  const { code } = await createPairing(shop);
  const options = { data: { code, name: "Tablet" }, headers: { "Sec-Fetch-Site": "same-origin" } };
  const paired = await context.request.post(`${shop.url}/session/pair`, options);
  if (!paired.ok()) throw new Error(`pairing: ${paired.status()}`);
});

/** A tablet that is a till: all tablets of a shop are the same one. */
export async function openTill(
  open: Open,
  shop: Shop,
  { currency = "EUR", ...options }: OpenOptions & { currency?: string } = {},
): Promise<Page> {
  const prepare = async (context: BrowserContext) => {
    await pair(context, shop);
    await context.addInitScript(chooseCurrency, currency);
  };
  const page = await open("/pos", { viewport: VIEWPORT, ...options, prepare });
  await page.locator("[data-amount]").waitFor();
  // Favourites and the note come when their texts are read.
  await page.locator("#note").waitFor({ state: "attached" });
  return page;
}

/** Runs in the page, before its own script. */
function chooseCurrency(currency: string): void {
  if (location.pathname.startsWith("/pos")) localStorage.setItem("till.currency", JSON.stringify(currency));
}

/** The id of its intent. */
export const openSale = async (page: Page): Promise<string> =>
  await page.evaluate(() => JSON.parse(localStorage.getItem("till.sale") ?? "{}").intentId);

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
