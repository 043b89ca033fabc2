// The feed of events, as far as a page hears it: it says at once what a test does, and the page's clock is the test's.
import type { BrowserContext } from "playwright-core";
import { vi } from "vitest";
import type { Shop } from "./shop.ts";

export function feedOf(shop: Shop) {
  let [events, hasMore, asked]: [object[], boolean, number] = [[], false, 0];
  let profile: BrowserContext;
  return {
    /** Has to be done before the page is opened. */
    prepare: async (context: BrowserContext) => {
      profile = context;
      await context.clock.install();
      await context.route(/\/api\/v1\/events\?/, async (route) => {
        const json = { success: true, events, next_after: null, has_more: hasMore };
        [events, hasMore] = [[], false];
        await route.fulfill({ json });
        asked++;
      });
    },
    /** Makes a payment of which the page will hear. */
    sell: async (reference: string) => {
      const { qr_code_url, ...intent } = await shop.createIntent({ reference });
      events.push({ type: "payment.completed", data: { payment_intent: intent } });
    },
    /** Until the page has asked again, by when it has seen what it heard before. */
    pass: async () => {
      const before = asked;
      await profile.clock.runFor("00:13");
      // A page that still read had no timer to put forward: its next one runs by itself.
      await vi.waitUntil(() => asked > before, 20_000);
    },
    asked: () => asked,
    /** More has happened than the page can hear. */
    overflow: () => {
      hasMore = true;
    },
  };
}
