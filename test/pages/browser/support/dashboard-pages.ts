// The dashboard's views, of a shop that has sold for a day.
import type { BrowserContext } from "playwright-core";
import { vi } from "vitest";
import type { OpenOptions } from "./it.ts";
import { DESCRIPTION, type PageCase } from "./page-case.ts";
import { openShop, type Shop } from "./shop.ts";

/** A shop, and the ids in its views' addresses. */
interface Day {
  shop: Shop;
  ids: Record<string, string>;
}

/** A day's payments, of which one has been refunded: the same for every page. */
async function trade(url: string): Promise<Day> {
  const shop = await openShop(url);
  await shop.client.webhook.update({ url: `${url}/sandbox/v1/inbox` });
  const wallet = await shop.createWallet();
  const { paymentIntents } = shop.client;
  const sell = async (amount: number, description: string, reference: string) => {
    const { id } = await shop.createIntent({ amount, description, reference });
    await wallet.pay(id);
    return id;
  };
  const refunded = await sell(18.4, "Lunch for two", "order-1001");
  await paymentIntents.refund(refunded);
  await paymentIntents.waitUntilRefunded(refunded, { timeoutMs: 30_000 });
  const paid = await sell(3.2, "Espresso", "order-1002");
  await sell(12.5, DESCRIPTION, "order-1003");
  const { id } = await shop.createIntent({ amount: 7.9, reference: "order-1004" });
  await paymentIntents.cancel(id);
  await shop.createIntent({ amount: 5.6, reference: "order-1005", metadata: { table: 7 } });
  const { counter } = await shop.client.counters.create({ name: "Terrace" });
  return { shop, ids: { payment: refunded, paid, counter: counter.id } };
}

/** A day on which the shop's endpoint is gone. */
async function tradeUnheard(url: string): Promise<Day> {
  const shop = await openShop(url);
  const { webhook, webhookDeliveries } = shop.client;
  await webhook.update({ url: `${url}/sandbox/v1/inbox` });
  await shop.call("PUT", "/sandbox/v1/faults", { faults: ["endpoint_gone"] });
  await (await shop.createWallet()).pay((await shop.createIntent()).id);
  const delivery = await vi.waitUntil(
    async () => (await webhookDeliveries.list({ status: "failed" })).items[0],
    { timeout: FAILS_WITHIN_MS, interval: 200 },
  );
  return { shop, ids: { delivery: delivery.id } };
}

const FAILS_WITHIN_MS = 20_000;

/** Both are the same for every page. */
const days = new Map<typeof trade, Promise<Day>>();

/** The delivery is then as after the clean-up, which nobody can wait for here. */
async function deleteBody(context: BrowserContext): Promise<void> {
  await context.route("**/webhook-deliveries/*", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const delivery = { ...body.delivery, payload: null, endpoint: null, url: null, attempt_log: [] };
    await route.fulfill({ response, json: { ...body, delivery } });
  });
}

function dashboard(view: string, path: string, begin = trade, prepare?: OpenOptions["prepare"]): PageCase {
  return {
    name: `dashboard-${view}`,
    show: async ({ open, shop: { url } }, options) => {
      const day = days.get(begin) ?? begin(url);
      days.set(begin, day);
      const { shop, ids } = await day;
      const address = path.replace(/:(\w+)/, (_, name) => ids[name] ?? "");
      const page = await open(address, { ...options, owner: shop, ...(prepare && { prepare }) });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      return page;
    },
  };
}

export const DASHBOARD: PageCase[] = [
  dashboard("home", "/dashboard/home"),
  dashboard("payments", "/dashboard"),
  dashboard("payment", "/dashboard/payments/:payment"),
  dashboard("refund-request", "/dashboard/payments/:paid/refund?reason=Cold"),
  dashboard("new-payment", "/dashboard/payments/new"),
  dashboard("totals", "/dashboard/totals"),
  dashboard("counters", "/dashboard/counters"),
  dashboard("counter", "/dashboard/counters/:counter"),
  dashboard("webhooks", "/dashboard/webhooks"),
  dashboard("deliveries", "/dashboard/webhooks/deliveries"),
  dashboard("failed-delivery", "/dashboard/webhooks/deliveries/:delivery", tradeUnheard),
  dashboard("old-delivery", "/dashboard/webhooks/deliveries/:delivery", tradeUnheard, deleteBody),
  dashboard("events", "/dashboard/webhooks/events"),
  dashboard("ledger", "/dashboard/ledger"),
  dashboard("users", "/dashboard/users"),
  dashboard("credentials", "/dashboard/credentials"),
  dashboard("settings", "/dashboard/settings"),
  dashboard("audit-trail", "/dashboard/audit-trail"),
  dashboard("missing", "/dashboard/nothing-here"),
];
