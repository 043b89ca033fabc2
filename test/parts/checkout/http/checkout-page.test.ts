// The page at which a customer pays, as the service sends it.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { qrPngDataUri } from "#core/qr/png.ts";
import { formatMoney } from "#pages/format.ts";
import { LANGUAGES, localeOf } from "#pages/languages.ts";
import { messagesIn } from "#pages/messages/all.ts";
import { BASE_URL, call, UUID } from "../../../support/api.ts";
import { moveClock, useStoppedClock } from "../../../support/clock.ts";
import { failDatabase, muteLog } from "../../../support/faults.ts";
import { readIntent, readPublicIntent } from "../../../support/intent-reads.ts";
import { cancel, makeIntent, makePaidIntent, refund } from "../../../support/intents.ts";
import { ownerOf } from "../../../support/merchant-users.ts";
import { makeMerchant, makeWallet, renewMerchant } from "../../../support/parties.ts";
import { MERCHANT_API, UNKNOWN_ID } from "../../../support/paths.ts";
import { closedLimiter, startService } from "../../../support/rate-limits.ts";
import { suspend } from "../../../support/stops.ts";

useStoppedClock();

async function open(id: string, { query = "", accepted = "en" } = {}) {
  const headers = { "Accept-Language": accepted };
  const response = await exports.default.fetch(`${BASE_URL}/pay/${id}${query}`, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** The sections that are shown, by their states. */
function shownIn(html: string): string[] {
  const sections = html.matchAll(/<section class="\w+" data-for="(\w+)"( hidden)?>/g);
  return [...sections].filter(([, , hidden]) => hidden === undefined).map(([, state = ""]) => state);
}

const isRefreshed = (html: string) =>
  html.includes('<noscript><meta http-equiv="refresh" content="5"></noscript>');

describe("GET /pay/{intentID}", () => {
  it("shows merchant, amount, description, the code and the time left", async () => {
    const merchant = await makeMerchant({ business_name: "Bean & Leaf" });
    const intent = await makeIntent(merchant, {
      amount: 12.5,
      currency: "EUR",
      description: "<b>Two</b> coffees",
    });
    const { status, headers, html } = await open(intent.id);
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(html).toContain("<title>€12.50 · Bean &amp; Leaf</title>");
    expect(html).toContain("<bdi>&lt;b&gt;Two&lt;/b&gt; coffees</bdi>");
    expect(html).toContain(`src="${qrPngDataUri(`${BASE_URL}/pay/${intent.id}`)}"`);
    expect(html).toMatch(/<time[^>]+>(30:00|29:5\d)<\/time>/);
    expect(html.match(/alt="Code[^"]+"/g)).toEqual(['alt="Code for your wallet app"']);
    expect(shownIn(html)).toEqual(["open"]);
    expect(isRefreshed(html)).toBe(true);
  });

  it("lets a browser load nothing but the service's own files, and runs nothing in the page itself", async () => {
    const { id } = await makeIntent(await makeMerchant());
    const { headers, html } = await open(id);
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self' ws://payments.test; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'",
    );
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Request-Id")).toMatch(UUID);
    expect(html).not.toMatch(/ style=| on\w+=|<style|javascript:/);
    expect([...html.matchAll(/<script[^>]*>([^<]*)/g)].map(([, code]) => code)).toEqual([""]);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = ""]) => url);
    expect(
      loaded.filter(
        (url) => !/^(data:image\/png|\/pages\/|\?lang=|#code|http:\/\/payments\.test\/)/.test(url),
      ),
    ).toEqual([]);
  });

  it("says what became of the payment, and is final", async () => {
    const merchant = await makeMerchant();
    const paid = await makePaidIntent(merchant);
    const cancelled = await makeIntent(merchant);
    await cancel(merchant, cancelled.id);
    const pages = [await open(paid.id), await open(cancelled.id)].map(({ html }) => html);
    expect(pages.map(shownIn)).toEqual([["completed"], ["cancelled"]]);
    expect(pages.map(isRefreshed)).toEqual([false, false]);
    expect(pages.filter((html) => html.includes('alt="Code'))).toEqual([]);
    await refund(merchant, paid.id);
    const { html } = await open(paid.id);
    expect([shownIn(html), isRefreshed(html)]).toEqual([["refunding"], true]);
  });

  it("sends the customer to the shop's return_url in the end, with nothing that says what the end was", async () => {
    const merchant = await makeMerchant();
    const return_url = "https://shop.example.com/orders?number=1&page=2";
    const { id } = await makeIntent(merchant, { return_url });
    const link = (hidden: string) =>
      `<a class="button" data-for="completed refunded cancelled expired refunding"${hidden} ` +
      'href="https://shop.example.com/orders?number=1&amp;page=2">Back to the shop</a>';
    const { html } = await open(id);
    expect(html).toContain(link(" hidden"));
    expect(html).toContain(`href="${BASE_URL}/wallet?pay=${id}&amp;back">`);
    const paid = await makePaidIntent(merchant, { fields: { return_url } });
    expect((await open(paid.id)).html).toContain(link(""));
    expect((await readIntent(merchant, id)).body.payment_intent.return_url).toBe(return_url);
  });

  it("sends the customer back to an app whose scheme the shop lists", async () => {
    const merchant = await makeMerchant();
    const { token } = await ownerOf(merchant);
    const json = { return_schemes: ["com.example.shop"] };
    await call("PUT", `${MERCHANT_API}/settings/return-schemes`, { token, json });
    const { id } = await makeIntent(merchant, { return_url: "com.example.shop:/1?a='x'&b" });
    expect((await open(id)).html).toContain(
      ' href="com.example.shop:/1?a=&#39;x&#39;&amp;b">Back to the shop<',
    );
  });

  it.each([
    [{ CODES: "json" }, `${BASE_URL}/wallet?pay=`, false],
    [{ WALLET_APP_URL: "http://localhost:9000" }, "http://localhost:9000/?payment_intent_id=", false],
    [
      { WALLET_APP_URL: "https://bank.test/pay/?from=shop", CODES: "link" },
      "https://bank.test/pay/?from=shop&amp;payment_intent_id=",
      true,
    ],
  ])(
    "with %j links the wallet by %s and nothing but the id, and its code is a link: %s",
    async (variables, address, isLink) => {
      const { id, qr_code_url } = await makeIntent(await makeMerchant());
      const html = await (await startService(variables)(`/pay/${id}`)).text();
      expect(html).toContain(`<a class="open-wallet" href="${address}${id}">Open my wallet</a>`);
      expect(html).toContain(`src="${isLink ? qrPngDataUri(`${BASE_URL}/pay/${id}`) : qr_code_url}"`);
      expect(html.includes("your phone’s camera")).toBe(isLink);
    },
  );

  it("says that the time has run out", async () => {
    const { id } = await makeIntent(await makeMerchant());
    moveClock(30 * 60_000);
    const { html } = await open(id);
    expect([shownIn(html), isRefreshed(html)]).toEqual([["expired"], false]);
  });

  it("shows no code while the merchant is suspended", async () => {
    const merchant = await makeMerchant();
    const { id } = await makeIntent(merchant);
    await suspend(merchant);
    const { html } = await open(id);
    expect([shownIn(html), isRefreshed(html)]).toEqual([["unpayable"], true]);
    expect(html).not.toContain('alt="Code');
  });

  it("shows nothing that the public view does not", async () => {
    const merchant = await makeMerchant();
    const wallet = await makeWallet();
    const fields = { reference: "secret-reference", metadata: { a: "secret-metadata" } };
    const { id } = await makePaidIntent(await renewMerchant(merchant), { wallet, fields });
    const { html } = await open(id);
    expect(html).not.toMatch(/secret/);
    expect(html).not.toContain(wallet.id);
    expect((await readPublicIntent(id)).body.payment_intent.status).toBe("completed");
  });

  it.each(LANGUAGES)("speaks %s", async (language) => {
    const { id } = await makeIntent(await makeMerchant(), { amount: 1234.5, currency: "EUR" });
    const { html } = await open(id, { query: `?lang=${language}`, accepted: "xx" });
    const direction = language === "ar" ? "rtl" : "ltr";
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(html).toContain(`<h2>${messagesIn(language).pay}</h2>`);
    for (const { title } of Object.values(messagesIn(language).states)) expect(html).toContain(title);
    expect(html).toContain(`<bdi>${formatMoney("1234.50", "EUR", localeOf(language))}</bdi>`);
  });

  it.each([UNKNOWN_ID, "abc"])("is a page that says so for the unknown id %s", async (id) => {
    muteLog();
    const { status, headers, html } = await open(id, { accepted: "de" });
    expect([status, headers.get("Content-Type")]).toEqual([404, "text/html; charset=UTF-8"]);
    expect(html).toContain("<h1>Diese Zahlung gibt es nicht</h1>");
    expect(html).not.toContain("http-equiv");
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'self'");
  });

  it("is a page that tries again when there were too many requests, or the service fails", async () => {
    muteLog();
    const { id } = await makeIntent(await makeMerchant());
    const limited = await startService({ LIMIT_PUBLIC_READS: closedLimiter() })(`/pay/${id}`);
    expect([limited.status, limited.headers.has("Retry-After")]).toEqual([429, true]);
    expect(await limited.text()).toContain('<meta http-equiv="refresh" content="60">');
    failDatabase(/payment_intents/);
    const failed = await open(id);
    expect(failed.status).toBe(503);
    expect(failed.html).toContain("Your payment is safe");
  });
});
