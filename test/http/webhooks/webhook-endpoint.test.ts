import { describe, expect, it } from "vitest";
import { useStoppedClock } from "../../support/clock.ts";
import { makeCounter, type TestCounter } from "../../support/counters.ts";
import { useMutedLog } from "../../support/faults.ts";
import { eventsOf } from "../../support/intent-rows.ts";
import { confirm, makeIntent } from "../../support/intents.ts";
import { drained } from "../../support/objects.ts";
import {
  makeMerchant,
  makeMerchantWithWebhook,
  makeWallet,
  type TestMerchant,
} from "../../support/parties.ts";
import { isSignedWith, useDeliveries } from "../../support/receiver.ts";

const SHOP = "https://shop.test/hook";
const TILL = "https://till.test/hook";
const ORDER = "https://order.test/1";

const deliveries = useDeliveries();
useMutedLog();
useStoppedClock();

async function payNewIntent(merchant: TestMerchant, fields: Record<string, unknown> = {}) {
  const intent = await makeIntent(merchant, fields);
  expect((await confirm(await makeWallet(), intent.id)).status).toBe(200);
  await drained(intent.id);
  return intent;
}

describe("a webhook's endpoint", () => {
  it.each([
    ["callback_url", true, true, true, ORDER, "counter"],
    ["callback_url", true, true, false, ORDER, "counter"],
    ["callback_url", true, false, true, ORDER, "merchant"],
    ["counter's webhook_url", false, true, true, TILL, "counter"],
    ["merchant's endpoint", false, false, true, SHOP, "merchant"],
  ])(
    "is the %s (callback_url %s, counter %s, endpoint %s): %s, signed with the %s's secret",
    async (_, hasCallback, hasCounter, hasEndpoint, url, signer) => {
      const merchant = await makeMerchantWithWebhook({ url: hasEndpoint ? SHOP : null });
      const counter: TestCounter | null = hasCounter
        ? await makeCounter(merchant, { webhook_url: TILL })
        : null;
      await payNewIntent(merchant, {
        ...(hasCallback ? { callback_url: ORDER } : {}),
        ...(counter ? { counter_id: counter.id } : {}),
      });
      const requests = await deliveries.deliverAll();
      expect(requests.map((request) => request.url)).toEqual([url]);
      expect(isSignedWith(merchant.webhookSecret, requests[0])).toBe(signer === "merchant");
      if (counter) expect(isSignedWith(counter.webhookSecret, requests[0])).toBe(signer === "counter");
    },
  );

  it("is the merchant's endpoint, with its secret, for a counter without an address", async () => {
    const merchant = await makeMerchantWithWebhook({ url: SHOP });
    const counter = await makeCounter(merchant);
    await payNewIntent(merchant, { counter_id: counter.id });
    const [request] = await deliveries.deliverAll();
    expect(request?.url).toBe(SHOP);
    expect(isSignedWith(merchant.webhookSecret, request)).toBe(true);
    expect(isSignedWith(counter.webhookSecret, request)).toBe(false);
  });

  it("can be absent", async () => {
    const intent = await payNewIntent(await makeMerchant());
    expect(await deliveries.deliverAll()).toEqual([]);
    expect(await eventsOf(intent.id)).toMatchObject([{ delivery_status: "none" }]);
  });
});
