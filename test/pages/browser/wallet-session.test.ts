// A customer's session at the wallet: how it ends, and what the browser is told meanwhile.
import type { BrowserContext } from "playwright-core";
import { describe, expect } from "vitest";
import { showCode } from "./support/desk.ts";
import { it } from "./support/it.ts";
import { heading } from "./support/till.ts";
import { CURRENCY, openWallet } from "./support/wallet.ts";

const PING_MS = 30_000;
const STOPPED_WITHIN_MS = 5_000;

describe("a customer", () => {
  it("is told of requests by push, until it is switched off", async ({ open }) => {
    const phone = await openWallet(open);
    const calls: unknown[] = [];
    await phone.route("**/wallet/api/v1/push", async (route) => {
      if (route.request().method() !== "GET")
        calls.push([route.request().method(), route.request().postDataJSON()]);
      await route.fulfill({ json: { success: true, public_key: "BABLkey", subscriptions: 0 } });
    });
    // The tests' browser has no push service, and asks nobody.
    await phone.addInitScript(() => {
      const endpoint = "https://push.test/1";
      let subscription: object | null = null;
      PushManager.prototype.subscribe = async (options) => {
        const keys = { p256dh: String(options?.applicationServerKey), auth: "secret" };
        const unsubscribe = async () => {
          subscription = null;
          return true;
        };
        subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) };
        return subscription as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
      Notification.requestPermission = async () => "granted";
    });
    await phone.goto(`${phone.url()}?show=settings`);
    const push = phone.getByRole("switch", { name: "Tell me about requests" });
    await push.check();
    const endpoint = "https://push.test/1";
    const saved = ["PUT", { endpoint, keys: { p256dh: "BABLkey", auth: "secret" } }];
    await expect.poll(() => calls).toEqual([saved]);
    await phone.locator("#notify:enabled:checked").waitFor();
    await push.uncheck();
    await phone.locator("#notify:enabled:not(:checked)").waitFor();
    expect(calls).toEqual([saved, ["DELETE", { endpoint }]]);
  });

  it("signs out everywhere, after a question: here, on a stolen phone, and from what waits", async ({
    open,
    sharedShop: shop,
  }) => {
    const allowed = /status of 40[13]|ERR_FAILED/;
    const phone = await openWallet(open, { allowed });
    const cookies = await phone.context().cookies();
    const prepare = (context: BrowserContext, service: string) => {
      const url = service.replace("http:", "https:");
      return context.addCookies(cookies.map(({ name, value }) => ({ name, value, url, secure: true })));
    };
    const stolen = await open("/wallet", { prepare, allowed });
    const scan_token = await showCode(stolen);
    const { counter } = await shop.client.counters.create({ name: "Counter 1" });
    const request = { amount: 7.25, currency: CURRENCY, scan_token, counter_id: counter.id };
    const { id } = await shop.client.scanPayment(request);
    await phone.getByText("Bean & Leaf asks for").waitFor();
    await phone.getByRole("link", { name: "Settings" }).click();
    const ask = () => phone.getByRole("button", { name: "Sign out everywhere" }).click();
    await ask();
    const question = phone.getByRole("dialog", { name: "Sign out everywhere" });
    await question.getByText("Lost your phone?").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await ask();
    await phone.route("**/sessions/stop", (route) => route.abort(), { times: 1 });
    const confirm = question.getByRole("button", { name: "Sign out everywhere" });
    await confirm.click();
    await question.getByRole("alert").getByText(/\w/).waitFor();
    expect((await shop.client.paymentIntents.get(id)).status).toBe("pending_approval");
    await confirm.click();
    await phone.getByText("Your wallet is signed out everywhere. Sign in to use it again.").waitFor();
    await heading(stolen, "Your wallet").waitFor({ timeout: STOPPED_WITHIN_MS });
    expect((await shop.client.paymentIntents.get(id)).status).toBe("cancelled");
    await phone.reload();
    await phone.getByRole("link", { name: "Sign in" }).waitFor();
    expect((await phone.context().cookies()).filter(({ name }) => name.includes("wallet"))).toEqual([]);
  });

  it("sees that the session has ended at the next ping, without an event", async ({ open }) => {
    const phone = await openWallet(open, { allowed: /status of 401/ });
    await phone.clock.install();
    const pinged = new Promise<void>((resolve) => {
      void phone.routeWebSocket("**/live", (socket) =>
        socket.onMessage(async (text) => {
          expect(text).toBe("ping");
          resolve();
          await socket.close({ code: 1008, reason: "sign in again" });
        }),
      );
    });
    await phone.reload();
    await phone.locator(".balance .entered").waitFor();
    await phone.context().clearCookies();
    await phone.clock.fastForward(PING_MS);
    await pinged;
    await heading(phone, "Your wallet").waitFor();
  });
});
