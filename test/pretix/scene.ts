// A merchant of the sandbox whose counter is the shop, which has the counter's credentials alone.
import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "../keycloak/browser.ts";
import { API } from "../keycloak/play.ts";
import { type Body, call, clientForm, demand, takeToken } from "../keycloak/requests.ts";
import type { preparePretix } from "./pretix-server.ts";
import { openShop } from "./pretix-shop.ts";

const PATIENCE_MS = 120_000;
const PAYMENT_EVENTS = ["payment.completed", "payment.cancelled", "payment.expired"];
const webhook_events = [...PAYMENT_EVENTS, "refund.completed", "refund.failed"];
const COUNTER = { name: "Tickets", can_refund: true, reads_own_only: true, webhook_events };

export const send: Send = (url, init) => fetch(url, { ...init, redirect: "manual" });
export type Scene = Awaited<ReturnType<typeof openScene>>;

export async function openScene(
  serviceUrl: string,
  pretix: Awaited<ReturnType<typeof preparePretix>>,
  program: string,
) {
  const at = { serviceUrl, authUrl: serviceUrl, send };
  const merchant = await call(at, 201, "POST", "/sandbox/v1/merchants", {});
  const asMerchant = async (status: number, method: string, path: string, json?: object): Promise<Body> =>
    await call(at, status, method, path, await takeToken(at, clientForm(merchant)), json);
  const webhookUrl = `${pretix.url}/_merchant_payments/webhook/festival/summer/`;
  const wanted = { ...COUNTER, webhook_url: webhookUrl };
  const { counter, ...secrets } = await asMerchant(201, "POST", `${API}/counters`, wanted);
  const staff = await pretix.python([program], JSON.stringify({ base_url: serviceUrl, ...secrets }));
  const shop = openShop(pretix.url, staff, send);
  const simulate = (id: string, action: string) =>
    asMerchant(200, "POST", `/sandbox/v1/payment-intents/${id}/simulate`, { action });

  /** The intent that a page of the service is for. */
  async function intentAt(url: string) {
    const [id = ""] = /[0-9a-f-]{36}/.exec(url) ?? [];
    demand(id !== "", `it is not the page of a payment: ${url}`);
    const { payment_intent: intent } = await asMerchant(200, "GET", `${API}/payment-intents/${id}`);
    return { ...intent, code: intent.reference.split("-")[0] };
  }

  /** Prints what the order goes through until it is in these states. */
  async function reach(code: string, states: string): Promise<void> {
    const seen: string[] = [];
    for (const until = Date.now() + PATIENCE_MS; seen.at(-1) !== states; await sleep(100)) {
      demand(Date.now() < until, `${code} is not ${states}: ${seen.join(", then ")}`);
      const now = await shop.states(code);
      if (now !== seen.at(-1)) seen.push(now);
    }
    console.log(`                ${code}: ${seen.join(", then ")}`);
  }

  return {
    ...{ pretix, shop, asMerchant, simulate, intentAt, reach, webhookUrl, secret: secrets.webhook_secret },
    counterPath: `${API}/counters/${counter.id}`,
    setFaults: (...faults: string[]) => asMerchant(200, "PUT", "/sandbox/v1/faults", { faults }),
    untilRefunded: async (id: string) => {
      while ((await intentAt(id)).refund_status !== "completed") await sleep(500);
    },
    sell: async () => {
      const sold = await intentAt((await shop.buy()).url);
      await reach(sold.code, "n P-1:pending");
      await simulate(sold.id, "pay");
      await reach(sold.code, "p P-1:confirmed");
      return sold;
    },
  };
}
