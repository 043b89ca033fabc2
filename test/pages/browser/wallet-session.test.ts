// A customer's session at the wallet: how it begins at the identity provider and ends, and what the browser is told meanwhile.
import { describe, expect } from "vitest";
import { makeCustomer } from "./support/customer.ts";
import { it } from "./support/it.ts";
import { PASSWORD } from "./support/sign-in.ts";
import { heading } from "./support/till.ts";
import { openWallet } from "./support/wallet.ts";

const PING_MS = 30_000;

describe("a customer", () => {
  it("signs in at the identity provider, into an empty wallet", async ({ open, url }) => {
    const email = await makeCustomer(url);
    const phone = await open("/wallet?show=settings");
    await phone.getByRole("link", { name: "Sign in" }).click();
    await phone.getByLabel("Email").fill(email);
    await phone.getByLabel("Password").fill(PASSWORD);
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByText(`Signed in as ${email}`).waitFor();
    expect(phone.url()).toBe(`${url}/wallet?show=settings`);
    await phone.getByRole("link", { name: "Back" }).click();
    await phone.locator(".balance").getByText("$0.00").waitFor();
  });

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
