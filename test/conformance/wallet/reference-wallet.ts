// The smallest wallet that meets every case, behind its hook, and each mistake that a case is there for.
import { verifyWebhook } from "#sdk/verify-webhook.ts";
import type { Screen, State } from "./wallet-under-test.ts";

export const MISTAKES = {
  trusts_the_code: "code.forged",
  counts_taps: "pay.double-tap",
  gives_up: "pay.lost-response",
  takes_202_for_paid: "pay.processing",
  hides_declines: "pay.declined",
  offers_what_expired: "pay.expired",
  claims_what_others_paid: "pay.already-paid",
  asks_for_each_event: "event.twice",
  believes_events: "event.out-of-order",
  checks_no_signature: "event.forged",
} as const;
export type Mistake = keyof typeof MISTAKES;

type Asked = Screen["requests"][number];
interface Action {
  action: string;
  service_url: string;
  token: string;
  events_secret: string;
  code: string;
  payment_intent_id: string;
  taps: number;
}

interface Intent {
  id: string;
  amount_decimal: string;
  currency: string;
  merchant_name: string;
  status: string;
}

/** One response or another has these. */
interface Body {
  code: string;
  payment_intent: Intent;
  approvals: Intent[];
  wallet: { balances: { amount: string }[] };
}

export class ReferenceWallet {
  readonly #mistake: Mistake | null;
  #service = { url: "", token: "", secret: "" };
  #payment: Screen["payment"] = null;
  #pushed: Asked[] = [];
  #taps = 0;
  /** How the payment was begun. */
  #path = "";

  constructor(mistake: Mistake | null = null) {
    this.#mistake = mistake;
  }

  readonly respond = async (request: Request): Promise<Response> => {
    if (request.url.endsWith("/events")) return await this.#hear(request);
    const body: Action = await request.json();
    if (body.action === "start") {
      this.#service = { url: body.service_url, token: body.token, secret: body.events_secret };
      [this.#payment, this.#pushed, this.#taps] = [null, [], 0];
      return Response.json({ events_url: `http://${request.headers.get("host")}/events` });
    }
    if (body.action === "scan") await this.#scan(JSON.parse(body.code));
    if (body.action === "pay") await this.#begin(body, "confirm");
    if (body.action === "approve") await this.#begin(body, "approve");
    const isOpen = this.#payment?.state === "processing" || this.#payment?.state === "unsure";
    // Repeated, a payment that has begun gets the result of the first.
    if (body.action === "look" && isOpen) await this.#pay();
    return Response.json(await this.#screen());
  };

  async #scan(code: Omit<Asked, "amount"> & { amount: number }): Promise<void> {
    const { body } = await this.#call(
      "GET",
      `/merchant/api/v1/public/payment-intents/${code.payment_intent_id}`,
    );
    const states: Record<string, State> = {
      pending: "offered",
      completed: "already_paid",
      expired: "expired",
    };
    const state = this.#has("offers_what_expired")
      ? "offered"
      : (states[body.payment_intent.status] ?? "failed");
    this.#payment = { ...askedBy(body.payment_intent), state };
    if (!this.#has("trusts_the_code")) return;
    const { amount, currency, merchant_name } = code;
    this.#payment = { ...this.#payment, amount: amount.toFixed(2), currency, merchant_name };
  }

  async #begin({ payment_intent_id: id, taps }: Action, action: string): Promise<void> {
    this.#path = `/wallet/api/v1/payment-intents/${id}/${action}`;
    const request = (await this.#requests()).find((each) => each.payment_intent_id === id);
    if (request !== undefined) this.#payment = { ...request, state: "offered" };
    await Promise.all(Array.from({ length: taps }, () => this.#pay()));
    this.#taps += taps;
  }

  async #pay(): Promise<void> {
    const { status, body } = await this.#call("POST", this.#path);
    if (this.#payment !== null) this.#payment.state = this.#stateAfter(status, body.code);
  }

  #stateAfter(status: number, code: string): State {
    if (status === 0) return this.#has("gives_up") ? "failed" : "unsure";
    if (status === 202) return this.#has("takes_202_for_paid") ? "paid" : "processing";
    if (status === 402) return this.#has("hides_declines") ? "offered" : "declined";
    if (status === 410) return "expired";
    if (code === "already_paid") return this.#has("claims_what_others_paid") ? "paid" : "already_paid";
    return status === 200 ? "paid" : "failed";
  }

  /** An event says that there is something to read, and nothing else. */
  async #hear(request: Request): Promise<Response> {
    const headers = Object.fromEntries(request.headers);
    const text = await request.text();
    const event = await verifyWebhook(text, headers, this.#service.secret).catch(() => null);
    if (event === null && !this.#has("checks_no_signature")) return new Response(null, { status: 401 });
    const { type, data } = JSON.parse(text);
    if (type === "payment.approval_requested") this.#pushed.push(askedBy(data.payment_intent));
    return new Response(null, { status: 204 });
  }

  async #screen(): Promise<Screen> {
    const { body } = await this.#call("GET", "/wallet/api/v1/wallet");
    const { amount = "" } = body.wallet.balances[0] ?? {};
    const balance = this.#has("counts_taps") ? (100 - 12.5 * this.#taps).toFixed(2) : amount;
    return { payment: this.#payment, requests: await this.#requests(), balance };
  }

  async #requests(): Promise<Asked[]> {
    if (this.#has("asks_for_each_event") || this.#has("believes_events")) return this.#pushed;
    return (await this.#call("GET", "/wallet/api/v1/approvals")).body.approvals.map(askedBy);
  }

  /** Status 0 when there is no response. */
  async #call(method: string, path: string) {
    const headers = { Authorization: `Bearer ${this.#service.token}` };
    const response = await fetch(this.#service.url + path, { method, headers }).catch(() => null);
    return { status: response?.status ?? 0, body: ((await response?.json()) ?? {}) as Body };
  }

  #has(mistake: Mistake): boolean {
    return this.#mistake === mistake;
  }
}

function askedBy({ id, amount_decimal, currency, merchant_name }: Intent): Asked {
  return { payment_intent_id: id, amount: amount_decimal, currency, merchant_name };
}
