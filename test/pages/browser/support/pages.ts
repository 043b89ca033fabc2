// Every page that people see, as the matrix and the pictures show it. A new page is added here, and nowhere else.
import type { Page } from "playwright-core";
import type { Open, OpenOptions } from "./it.ts";
import { asAdmin, type Shop } from "./shop.ts";

export interface PageCase {
  /** Of its picture too. */
  name: string;
  show(stage: { open: Open; shop: Shop }, options: OpenOptions): Promise<Page>;
}

const RETURN_URL = "https://shop.example.com/orders/1001";
const DESCRIPTION = "Two flat whites, one cinnamon roll";

/** The checkout of an intent of which this becomes first. */
function checkout(state: string, become: (shop: Shop, id: string) => Promise<unknown>): PageCase {
  return {
    name: `checkout-${state}`,
    show: async ({ open, shop }, options) => {
      const fields = { description: DESCRIPTION, return_url: RETURN_URL };
      const { id } = await shop.createIntent(fields);
      await become(shop, id);
      return await open(`/pay/${id}`, options);
    },
  };
}

const CHECKOUT: PageCase[] = [
  checkout("open", async () => {}),
  checkout("paid", async (shop, id) => await (await shop.createWallet()).pay(id)),
  checkout("expired", (shop, id) => shop.sandbox.simulate(id, "expire")),
  checkout("unpayable", (shop) =>
    asAdmin(shop.url, "POST", `/merchant/api/v1/merchants/${shop.id}/suspend`, { reason: "fraud" }),
  ),
  {
    name: "checkout-approval",
    show: async ({ open, shop }, options) => open(`/pay/${await shop.scan()}`, options),
  },
  {
    name: "checkout-on-phone",
    show: async ({ open, shop }, options) => {
      const { id } = await shop.createIntent({ amount: 1_234_567.89 });
      const page = await open(`/pay/${id}`, options);
      await page.locator("summary").click();
      return page;
    },
  },
  {
    name: "checkout-unknown",
    show: async ({ open }, options) =>
      await open("/pay/018f0000-0000-7000-8000-000000000000", { ...options, allowed: /status of 404/ }),
  },
];

export const PAGES: readonly PageCase[] = [...CHECKOUT];
