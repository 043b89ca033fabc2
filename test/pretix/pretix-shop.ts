// The shop, as its customers and its staff use it: by its pages, and to read it by its API.
import { Browser, type Page, type Send } from "../keycloak/browser.ts";
import { type Body, call, demand } from "../keycloak/requests.ts";

export function openShop(url: string, staffJson: string, send: Send) {
  const { ticket, token, ...login } = JSON.parse(staffJson);
  const staff = new Browser(send);
  const path = "/api/v1/organizers/festival/events/summer/";
  const api = (method: string, resource: string, json?: object): Promise<Body> => {
    const headers = { Authorization: `Token ${token}` };
    return call({ serviceUrl: url, authUrl: url, send }, 200, method, path + resource, headers, json);
  };
  const choose = async (browser: Browser, page: Page) =>
    await post(browser, await post(browser, page, { payment: "merchant_payments" }), {});
  return {
    api,
    signIn: async () => void (await post(staff, await staff.open(`${url}/control/login`), login)),
    /** Resolves with the page behind the checkout. */
    buy: async () => {
      const browser = new Browser(send);
      const shop = `${url}/festival/summer`;
      await post(browser, await browser.open(`${shop}/`), { [`item_${ticket}`]: "1" }, `${shop}/cart/add`);
      const asked = await browser.open(`${shop}/checkout/start`);
      return await choose(browser, await post(browser, asked, { email: "customer@example.com" }));
    },
    /** Returns from the service, and begins another attempt. */
    payAgain: async (returnUrl: string) => {
      const browser = new Browser(send);
      const { url: orderUrl } = await browser.open(returnUrl);
      return await choose(browser, await browser.open(`${orderUrl}pay/change`));
    },
    refund: async (code: string, comment = "") => {
      const at = `${url}/control/event/festival/summer/orders/${code}/refund`;
      const start = { "start-action": "do_nothing", "start-mode": "full", "start-partial_amount": "" };
      const chosen = await post(staff, await staff.open(at), start);
      const [, field = ""] = /name="(refund-\d+)"/.exec(chosen.html) ?? [];
      await post(staff, chosen, { comment, [field]: "12.50", perform: "on" }, at);
    },
    /** The states of the order, its payments and its refunds, such as `p P-1:confirmed R-1:transit`. */
    states: async (code: string) => {
      const { status, payments, refunds } = await api("GET", `orders/${code}/`);
      const of = (letter: string) => (each: Body) => `${letter}-${each.local_id}:${each.state}`;
      return [status, ...payments.map(of("P")), ...refunds.map(of("R"))].join(" ");
    },
  };
}

/** Sends the page's hidden fields as well. */
async function post(
  browser: Browser,
  { html, ...page }: Page,
  fields: Record<string, string>,
  url = page.url,
) {
  const hidden = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  const kept = Array.from(hidden, ([, name = "", value = ""]) => [name, value]);
  demand(kept.length > 0, `no form at ${page.url}: ${page.status}`);
  return await browser.open(url, { ...Object.fromEntries(kept), ...fields });
}
