// A customer pays with the wallet, at a till in another browser.
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { holdToCamera, pictureOf } from "./support/camera.ts";
import { showCode } from "./support/desk.ts";
import { it } from "./support/it.ts";
import { heading, openSale, openTill } from "./support/till.ts";
import { balance, CURRENCY, openWallet, paste } from "./support/wallet.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe("a customer with the wallet", () => {
  it.concurrent("scans the till's code, pays what the service says, and finds it in the history", async ({
    open,
    sharedShop: shop,
  }) => {
    const till = await openTill(open, shop, { currency: CURRENCY });
    await till.keyboard.type("1250");
    await till.keyboard.press("Enter");
    await heading(till, "Scan to pay").waitFor();
    const phone = await openWallet(open);
    await holdToCamera(phone, await pictureOf(till.locator(".code")));
    await phone.getByRole("button", { name: "Scan to pay" }).click();
    await phone.getByText("Bean & Leaf asks for").waitFor();
    await phone.getByRole("button", { name: "Pay $12.50" }).click();
    await heading(phone, "Paid").waitFor();
    await heading(till, "Paid").waitFor();
    await phone.getByRole("link", { name: "Done" }).click();
    await phone.locator(".balance").getByText("$87.50").waitFor();
    const id = await openSale(till);
    await shop.client.paymentIntents.refund(id);
    await shop.client.paymentIntents.waitUntilRefunded(id, { timeoutMs: 20_000 });
    await phone.getByRole("link", { name: "All payments" }).click();
    const lines = phone.locator(".line");
    await lines.getByText("+$12.50").waitFor();
    expect(await lines.locator(".amount").allTextContents()).toEqual(["+$12.50", "−$12.50", "+$100.00"]);
    await lines.nth(1).click();
    await heading(phone, "Refunded").waitFor();
  });

  it.concurrent("shows a code, and approves or rejects what the till asks for", async ({
    open,
    sharedShop: shop,
    expect,
  }) => {
    const phone = await openWallet(open);
    const till = await openTill(open, shop, { currency: CURRENCY });
    const ask = async () => {
      const code = await pictureOf(phone.locator(".code"));
      await till.keyboard.type("725");
      await holdToCamera(till, code);
      await till.getByRole("button", { name: "Scan customer’s code" }).click();
      await heading(till, "Waiting for approval").waitFor();
    };
    await phone.getByRole("link", { name: "Show my code" }).click();
    await phone.getByText(/^New code in \d+ seconds$/).waitFor();
    await ask();
    await phone.getByRole("button", { name: "Approve $7.25" }).click();
    await heading(phone, "Paid").waitFor();
    await heading(till, "Paid").waitFor();
    await till.getByRole("button", { name: "Next customer" }).click();
    await expect.poll(() => balance(phone)).toBe("$92.75");
    await phone.getByRole("link", { name: "Show my code" }).click();
    await phone.locator(".code").waitFor();
    await ask();
    await phone.getByRole("button", { name: "Reject" }).click();
    await heading(phone, "Rejected").waitFor();
    await heading(till, "Declined").waitFor();
  });

  it("pays once when the button is tapped twice, or a reply is lost", async ({ open, sharedShop: shop }) => {
    const phone = await openWallet(open, { allowed: /Failed to load resource/ });
    const pasteLink = async () => {
      const { checkout_url } = await shop.createIntent({ amount: 10, currency: CURRENCY });
      await paste(phone, checkout_url);
    };
    await pasteLink();
    await phone.getByRole("button", { name: "Pay $10.00" }).dblclick();
    await heading(phone, "Paid").waitFor();
    await expect.poll(() => balance(phone)).toBe("$90.00");
    let attempts = 0;
    await phone.route("**/confirm", async (route) => {
      attempts += 1;
      if (attempts > 1) return await route.continue();
      await route.fetch();
      return await route.abort();
    });
    await pasteLink();
    await phone.getByRole("button", { name: "Pay $10.00" }).click();
    await heading(phone, "Paid").waitFor();
    await expect.poll(() => balance(phone)).toBe("$80.00");
  });

  it("is told in plain words by whom something is paid", async ({ open, sharedShop: shop }) => {
    const phone = await openWallet(open, { allowed: /status of 404/ });
    const taken = await shop.createIntent();
    await (await shop.createWallet()).pay(taken.id);
    await phone.goto(`${shop.url}/wallet?pay=${taken.id}`);
    await heading(phone, "Already paid").waitFor();
    const toShop = phone.getByRole("link", { name: "Back to the shop" });
    expect(await toShop.count()).toBe(0);
    await phone.goto(`${shop.url}/wallet?pay=${taken.id}&back`);
    await heading(phone, "Already paid").waitFor();
    expect(await toShop.getAttribute("href")).toBe(`/pay/${taken.id}`);
    await phone.goto(`${shop.url}/wallet?pay=018f0000-0000-7000-8000-000000000000`);
    await heading(phone, "Payment not found").waitFor();
  });

  it("opens offline with the last balance, and pays nothing until it is back", async ({
    open,
    sharedShop: shop,
  }) => {
    const phone = await openWallet(open, { allowed: /./ });
    const { id } = await shop.createIntent({ amount: 10, currency: CURRENCY });
    await phone.evaluate(async () => await navigator.serviceWorker.ready);
    await phone.reload();
    await phone.locator(".balance .entered").waitFor();
    await phone.context().setOffline(true);
    await phone.reload();
    await phone.locator(".balance").getByText("$100.00").waitFor();
    await phone
      .locator(".balance")
      .getByText(/^As of /)
      .waitFor();
    await phone.goto(`${shop.url}/wallet?pay=${id}`);
    await phone.getByText("No response yet").waitFor();
    expect(await phone.getByRole("button", { name: /^Pay/ }).count()).toBe(0);
    const kept = await phone.evaluate(async () => {
      const requests = await (await caches.open("wallet")).keys();
      return requests
        .map(({ url }) => new URL(url).pathname)
        .filter((path) => !/^\/(pages\/|wallet$)/.test(path));
    });
    expect(kept).toEqual([]);
    await phone.context().setOffline(false);
    await phone.getByRole("button", { name: "Pay $10.00" }).click();
    await heading(phone, "Paid").waitFor();
  });

  it("blocks a shop that asks, and unblocks it", async ({ open, sharedShop: shop }) => {
    const phone = await openWallet(open);
    const code = await showCode(phone);
    const { counter } = await shop.client.counters.create({ name: "Counter 1" });
    const request = { amount: 5, currency: CURRENCY, scan_token: code, counter_id: counter.id };
    const { id } = await shop.client.scanPayment(request);
    await phone.getByRole("button", { name: "Block this shop" }).click();
    await phone.getByRole("dialog").getByRole("button", { name: "Block this shop" }).click();
    await phone.locator(".line").getByText("Bean & Leaf").waitFor();
    expect((await shop.client.paymentIntents.get(id)).status).toBe("cancelled");
    await phone.getByRole("button", { name: "Unblock" }).click();
    await phone.getByText("You have not blocked any shop.").waitFor();
    // On every screen it sees that it is asked.
    const { id: next } = await shop.client.scanPayment(request);
    await phone.getByRole("link", { name: "Bean & Leaf asks for $5.00" }).click();
    await phone.getByRole("button", { name: "Approve $5.00" }).waitFor();
    expect(new URL(phone.url()).search).toBe(`?approve=${next}`);
    await phone.getByRole("link", { name: "Back" }).click();
    await heading(phone, "Blocked shops").waitFor();
  });

  it("signs out, and nothing of the customer stays", async ({ open }) => {
    const phone = await openWallet(open);
    await phone.getByRole("link", { name: "Settings" }).click();
    // A wallet that was made by one tap has no name.
    expect(await phone.getByText("Signed in as").count()).toBe(0);
    await phone.getByRole("button", { name: "Sign out", exact: true }).click();
    await heading(phone, "Your wallet").waitFor();
    expect(await phone.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await phone.goto(new URL("/wallet?show=data", phone.url()).href);
    await heading(phone, "Your wallet").waitFor();
  });

  it("can be installed", async ({ open }) => {
    const page = await open("/wallet");
    const devTools = await page.context().newCDPSession(page);
    const { errors, manifest } = await devTools.send("Page.getAppManifest");
    const { origin } = new URL(page.url());
    expect(errors).toEqual([]);
    expect(manifest).toMatchObject({ name: "Wallet", display: "kStandalone", startUrl: `${origin}/wallet` });
    for (const icon of [manifest?.icons?.[0]?.url ?? "", `${origin}/pages/wallet-icon.png`])
      expect((await page.request.get(icon)).headers()["content-type"]).toMatch(/^image\//);
    await page.evaluate(async () => await navigator.serviceWorker.ready);
  });

  it("takes its data along, and is erased", async ({ open }) => {
    const phone = await openWallet(open);
    await phone.getByRole("link", { name: "Settings" }).click();
    await phone.getByRole("link", { name: "My data" }).click();
    const downloading = phone.waitForEvent("download");
    await phone.getByRole("link", { name: "Download my data" }).click();
    const [header = ""] = (await text(await (await downloading).createReadStream())).split("\n");
    expect(JSON.parse(header)).toMatchObject({ type: "header", wallet_id: expect.stringMatching(UUID) });
    await phone.getByRole("button", { name: "Erase my data" }).click();
    await phone.getByRole("dialog").getByRole("button", { name: "Erase my data" }).click();
    await phone.getByText("Your data has been erased.").waitFor();
    await phone.reload();
    await heading(phone, "Your wallet").waitFor();
  });
});
