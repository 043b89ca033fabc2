// The pages of a sticker, and what the dashboard shows of a counter that has some.
import type { BrowserContext } from "playwright-core";
import type { PageCase } from "./page-case.ts";
import type { Shop } from "./shop.ts";

export interface MadeSticker {
  id: string;
  url: string;
  counterId: string;
}

export async function makeSticker(shop: Shop, fields: object = {}, name = "Terrace"): Promise<MadeSticker> {
  const { counter } = await shop.client.counters.create({ name });
  const path = `/merchant/api/v1/counters/${counter.id}/sticker-codes`;
  const { sticker_code } = await shop.call<{ sticker_code: MadeSticker }>("POST", path, fields);
  return { ...sticker_code, counterId: counter.id };
}

/** A wallet with play money, as one tap makes it. */
export async function asCustomer({ request }: BrowserContext, url: string): Promise<void> {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const made = await request.post(`${url}/sandbox/v1/wallet-session`, { data: {}, headers });
  if (!made.ok()) throw new Error(`making a wallet: ${made.status()}`);
}

const OPEN = { label: "Coffee", amount_min: 1, amount_max: 20 };
const REFUSED = /status of 4\d\d/;

function sticker(
  name: string,
  fields: object,
  options: {
    query?: string;
    isCustomer?: boolean;
    become?: (shop: Shop, made: MadeSticker) => Promise<unknown>;
  } = {},
): PageCase {
  const { query = "", isCustomer = false, become } = options;
  return {
    name: `sticker-${name}`,
    show: async ({ open, shop }, shown) => {
      const made = await makeSticker(shop, fields);
      await become?.(shop, made);
      const prepared = isCustomer ? { prepare: asCustomer } : {};
      const page = await open(`/s/${made.id}${query}`, { ...shown, ...prepared, allowed: REFUSED });
      await page.locator("h1").waitFor();
      return page;
    },
  };
}

export const STICKERS: PageCase[] = [
  sticker("fixed", { amount: 4.5, currency: "USD" }),
  sticker("open", OPEN, { isCustomer: true }),
  sticker("sheet", { label: "Coffee", amount: 4.5 }, { query: "?sheet" }),
  sticker("revoked", OPEN, {
    become: (shop, { id }) => shop.call("DELETE", `/merchant/api/v1/sticker-codes/${id}`),
  }),
  {
    name: "dashboard-stickers",
    show: async ({ open, shop }, options) => {
      const { counterId } = await makeSticker(shop, { label: "Coffee", amount: 4.5 });
      const page = await open(`/dashboard/counters/${counterId}`, { ...options, owner: shop });
      await page.getByRole("cell").getByText("Coffee").first().waitFor();
      await page.waitForLoadState("networkidle");
      return page;
    },
  },
];
