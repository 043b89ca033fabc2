// What is pushed to the wallet: how a browser subscribes, and what it shows.
import { describe, expect } from "vitest";
import { it } from "./support/it.ts";
import { heading } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

describe("a customer with the wallet", () => {
  it("saves the browser's push subscription again after each sign-in", async ({ open }) => {
    const phone = await openWallet(open);
    await phone.evaluate(async () => await navigator.serviceWorker.ready);
    const saved: unknown[] = [];
    await phone.route("**/wallet/api/v1/push", async (route) => {
      saved.push(route.request().postDataJSON());
      await route.fulfill({ json: { success: true, public_key: null, subscriptions: 1 } });
    });
    await phone.addInitScript(() => {
      const toJSON = () => ({ endpoint: "https://push.test/1", keys: { p256dh: "key", auth: "secret" } });
      PushManager.prototype.getSubscription = async () => ({ toJSON }) as unknown as PushSubscription;
    });
    const again = { endpoint: "https://push.test/1", keys: { p256dh: "key", auth: "secret" } };
    await phone.reload();
    await expect.poll(() => saved).toEqual([again]);
    await phone.reload();
    await phone.locator(".balance .entered").waitFor();
    expect(saved).toHaveLength(1);
    const address = phone.url();
    // Nothing that it reads may be under way when its session is over.
    await phone.goto("about:blank");
    await phone.context().clearCookies();
    await phone.goto(address);
    await heading(phone, "Your wallet").waitFor();
    expect(await phone.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await phone.locator(".panel .primary").click();
    await expect.poll(() => saved).toEqual([again, again]);
  });

  it("shows a pushed request, and opens it", async ({ open, sharedShop: shop }) => {
    const phone = await openWallet(open, { allowed: /status of 404/ });
    await phone.evaluate(async () => await navigator.serviceWorker.ready);
    // A page is navigated by a service worker that controls it.
    await phone.reload();
    await phone.locator(".balance .entered").waitFor();
    const { id } = await shop.createIntent({ amount: 7, currency: CURRENCY });
    const request = {
      payment_intent_id: id,
      merchant_name: "Bean & Leaf",
      amount: "7.00",
      currency: CURRENCY,
    };
    const [worker] = phone.context().serviceWorkers();
    const shown = await worker?.evaluate(push, JSON.stringify({ type: "approval_requested", ...request }));
    expect(shown).toEqual(["Bean & Leaf", "asks for $7.00"]);
    await phone.waitForURL(`**/wallet?approve=${id}`);
    await phone.getByText("Bean & Leaf asks for").waitFor();
    const payOut = { type: "pay_out_requested", pay_out_id: id, desk_name: "Front desk" };
    const { amount, currency } = request;
    const asked = await worker?.evaluate(push, JSON.stringify({ ...payOut, amount, currency }));
    expect(asked).toEqual(["Front desk", "wants to pay you out $7.00"]);
    await phone.waitForURL(`**/wallet?payout=${id}`);
    await phone.getByRole("heading", { name: "No longer waiting" }).waitFor();
    const corrected = crypto.randomUUID();
    const correction = { ...payOut, type: "correction_requested", pay_out_id: corrected, amount, currency };
    expect(await worker?.evaluate(push, JSON.stringify(correction))).toEqual([
      "Front desk",
      "Correction of a top-up: asks for $7.00 back",
    ]);
    await phone.waitForURL(`**/wallet?payout=${corrected}`);
    const refund = { ...request, type: "refund_received", amount: "3.33" };
    expect(await worker?.evaluate(push, JSON.stringify(refund))).toEqual([
      "Bean & Leaf",
      "refunded you $3.33",
    ]);
    await phone.waitForURL(`**/wallet?pay=${id}`);
    await phone.goto(`${shop.url}/wallet?show=settings`);
    await phone.getByLabel("Language").selectOption("de");
    await phone.getByText("Sprache").waitFor();
    const topUp = { type: "top_up_received", top_up_id: id, amount: "150.00", currency };
    expect(await worker?.evaluate(push, JSON.stringify(topUp))).toEqual([
      "+150,00\u00a0$ erhalten",
      "Aufladung Ihrer Wallet",
    ]);
    await phone.waitForURL("**/wallet?show=history");
  });
});

/** Runs in the service worker: a push arrives, and its notification is clicked. The tests' browser shows none. */
async function push(data: string): Promise<(string | undefined)[]> {
  const waits: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => waits.push(work);
  const happen = (type: string, parts: object) =>
    dispatchEvent(Object.assign(new Event(type), { waitUntil, ...parts }));
  let shown: (string | undefined)[] = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    shown = [title, options?.body];
    happen("notificationclick", {
      notification: { tag: options?.tag, data: options?.data, close: () => {} },
    });
  };
  happen("push", { data: { json: () => JSON.parse(data) } });
  await Promise.allSettled(waits);
  return shown;
}
