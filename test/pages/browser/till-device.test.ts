// What the device does for the till: sound, voice, vibration, camera, paper, language, currency, installation. In a real browser.
import { describe, expect } from "vitest";
import { texts as AR } from "#pages/browser/device/texts/ar.ts";
import { texts as FR } from "#pages/browser/device/texts/fr.ts";
import { it } from "./support/it.ts";
import { heading, openSale, openTill } from "./support/till.ts";

const RECEIPT_MM = 80;

describe("a till", () => {
  it("hears, feels and is told that a sale is paid, and prints it on 80 mm with the shop's time", async ({
    open,
    shop,
  }) => {
    const timeZone = "Asia/Kolkata";
    await shop.client.settings.update({ time_zone: timeZone });
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    await page.evaluate(() => {
      const noted: unknown[] = [];
      const note = (what: unknown) => noted.push(what) > 0;
      Object.assign(window, { noted, print: () => {} });
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (at) {
        note("tone");
        start.call(this, at);
      };
      Object.defineProperty(navigator, "vibrate", { value: note });
      speechSynthesis.speak = ({ text, lang }) => void note(`${lang}: ${text}`);
    });
    const noted = () => page.evaluate(() => (window as unknown as { noted: unknown[] }).noted);
    await page.keyboard.type("450");
    await page.keyboard.press("Enter");
    await heading(page, "Scan to pay").waitFor();
    expect(await noted()).toEqual([]);
    const id = await openSale(page);
    await wallet.pay(id);
    await expect.poll(noted).toEqual(["tone", "tone", "tone", [150, 80, 300], "en: Paid €4.50"]);
    await shop.client.settings.update({ receipt_footer: "Closed on Mondays." });
    await page.getByRole("button", { name: "Print receipt" }).click();
    await page.emulateMedia({ media: "print" });
    await page.getByText("Closed on Mondays.").waitFor();
    expect(await page.locator(".status + p > .play-money").innerText()).toBe("Play money");
    const lines = await page.locator(".receipt dt").evaluateAll((labels) =>
      labels.map((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return text.getClientRects().length;
      }),
    );
    expect(lines, "no label is broken").toEqual([1, 1, 1]);
    const { completed_at } = await shop.client.paymentIntents.get(id);
    const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone });
    expect(await page.locator(".receipt").textContent()).toContain(time.format(new Date(completed_at ?? "")));
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    const widths = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) /g)].map(([, points]) => Number(points));
    expect(widths.map((points) => Math.round((points / 72) * 25.4))).toEqual([RECEIPT_MM]);
  });

  it("can be installed", async ({ open, sharedShop: shop }) => {
    const page = await openTill(open, shop);
    const devTools = await page.context().newCDPSession(page);
    const { errors, manifest } = await devTools.send("Page.getAppManifest");
    const { origin } = new URL(page.url());
    expect(errors).toEqual([]);
    expect(manifest).toMatchObject({ name: "Till", display: "kStandalone", startUrl: `${origin}/pos` });
    const icon = await page.request.get(manifest?.icons?.[0]?.url ?? "");
    expect(icon.headers()["content-type"]).toBe("image/svg+xml");
    const touchIcon = page.locator('link[rel="apple-touch-icon"]');
    const png = await page.request.get(new URL((await touchIcon.getAttribute("href")) ?? "", origin).href);
    expect(png.headers()["content-type"]).toBe("image/png");
    await page.evaluate(async () => await navigator.serviceWorker.ready);
  });

  it("says since when its currency is not in use, once the sale that is open in it has ended", async ({
    open,
    sharedShop: shop,
  }) => {
    const wallet = await shop.createWallet();
    const page = await openTill(open, shop);
    await page.keyboard.type("450");
    await page.keyboard.press("Enter");
    await heading(page, "Scan to pay").waitFor();
    // What the device remembers of its currency, which ends meanwhile.
    const end = () => localStorage.setItem("till.currency", JSON.stringify("BGN"));
    await page.context().addInitScript(end);
    await page.reload();
    await heading(page, "Scan to pay").waitFor();
    await wallet.pay(await openSale(page));
    await heading(page, "Paid").waitFor();
    await page.getByText("€4.50").first().waitFor();
    await page.getByRole("button", { name: "Next customer" }).click();
    await page.getByText("BGN has not been in use since January 1, 2026.").waitFor();
    const currency = page.getByLabel("Currency");
    expect(await currency.locator("option[value=BGN]").count()).toBe(0);
    await currency.selectOption("XCG");
    await page.getByRole("button", { name: "Start selling" }).click();
    await page.locator("[data-amount]").getByText("XCG").waitFor();
  });

  it("stays as it is while only its session moves, and asks once its shop's currency has ended", async ({
    open,
    sharedShop: shop,
  }) => {
    const page = await openTill(open, shop);
    const changes = { currency: "EUR" };
    await page.route("**/session", async (route) => {
      const response = await route.fetch();
      const { session } = await response.json();
      const moved = {
        ...session,
        expires_at: new Date().toISOString(),
        shop: { ...session.shop, ...changes },
      };
      await route.fulfill({ response, json: { session: moved } });
    });
    const look = async () => {
      const read = page.waitForResponse("**/session");
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await read;
    };
    await look();
    await page.locator(".bar").evaluate((bar) => bar.classList.add("same"));
    await look();
    await page.keyboard.type("5");
    await page.locator("[data-amount]").getByText("€0.05").waitFor();
    expect(await page.locator(".bar.same").count()).toBe(1);
    await page.keyboard.press("Escape");
    changes.currency = "BGN";
    // The test's tablet chooses its currency anew with each load.
    await page.context().addInitScript(() => localStorage.setItem("till.currency", JSON.stringify("BGN")));
    await look();
    await page.getByText("BGN has not been in use since January 1, 2026.").waitFor();
  });

  it("learns what its shop changes when it is looked at and between sales, and what is chosen at it", async ({
    open,
    shop,
  }) => {
    const change = (to: object) => shop.call("PUT", "/merchant/api/v1/settings", to);
    const sells = (amount: string) => page.locator("[data-amount]").getByText(amount).waitFor();
    const page = await openTill(open, shop);
    await change({ currency: "CHF", language: "de" });
    const { items } = await shop.client.counters.list();
    const favourites = { currency: "CHF", items: [{ name: "Zopf", price: "3.00" }] };
    for (const { id } of items)
      await shop.call("PUT", `/merchant/api/v1/counters/${id}/favourites`, favourites);
    await page.keyboard.type("5");
    await sells("€0.05");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.waitForLoadState("networkidle");
    await sells("€0.05");
    expect(await page.locator(".offer").isVisible(), "in another currency than the till's").toBe(false);
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await sells("0,00 CHF");
    await page.getByRole("button", { name: "Zopf" }).click();
    await change({ language: "fr" });
    await page.getByRole("button", { name: "Code zeigen" }).click();
    await page.getByRole("button", { name: "Abbrechen" }).click();
    await page.getByRole("button", { name: "Nächster Kunde" }).click();
    await page.getByRole("button", { name: FR.keypad.showCode }).waitFor();
    await page.getByRole("button", { name: FR.menu.title }).click();
    await page.getByLabel(FR.currency.label).selectOption("EUR");
    await sells("0,00 €");
    await page.getByRole("button", { name: FR.menu.title }).click();
    await page.getByLabel(FR.menu.language).selectOption("ar");
    await page.locator("html[lang=ar][dir=rtl]").waitFor();
    await page.getByRole("button", { name: AR.keypad.showCode }).waitFor();
  });
});
