// The service as a wallet sees it, and what the suite makes it do: decline, take its time, lose a response. Its views and
// events are made by the real one's code.
import { decimalText } from "#core/domain/money.ts";
import { newOperation, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { newWebhookSecret, signWebhook } from "#core/webhooks/sign.ts";
import { presentPublicView, presentWalletView } from "#core/wire/payment-intents/present-intent.ts";
import { approvalEvent, balanceUpdated } from "#core/wire/wallet/cloud-events.ts";
import { anIntent, OTHER_WALLET, WALLET } from "../../support/intent.ts";
import { Skipped } from "../demand.ts";

const ENVIRONMENT = "sandbox" as const;
const CONFIG = { publicUrl: "https://pay.test", environment: ENVIRONMENT };
const SHOP = { isPayable: true, logoHash: null };
const OPENING_BALANCE_MINOR = 10_000;
const VALID_MS = 30 * 60_000;
const ID = "([0-9a-f-]{36})";
const PUBLIC = new RegExp(`^/merchant/api/v1/public/payment-intents/${ID}$`);
const INTENT = new RegExp(`^/wallet/api/v1/payment-intents/${ID}(/confirm|/approve)?$`);

/** What comes of the next payment of an intent. `lose`: it is paid, but the response is lost. */
type Plan = "pay" | "lose" | "process" | "decline";

export class FakeService {
  readonly secret = newWebhookSecret();
  /** The intents that this wallet has paid, once for each time that money has moved. */
  charges: string[] = [];
  #url = "";
  #token = "";
  #eventsUrl: string | null = null;
  #balanceMinor = 0;
  readonly #intents = new Map<string, PaymentIntent>();
  readonly #plans = new Map<string, Plan[]>();

  /** Makes a new customer, to whom nothing has happened yet. */
  begin(url: string): { url: string; token: string; secret: string } {
    this.#url = url;
    this.#token = crypto.randomUUID();
    this.#balanceMinor = OPENING_BALANCE_MINOR;
    this.charges = [];
    this.#intents.clear();
    return { url, token: this.#token, secret: this.secret };
  }

  sendEventsTo(url: string | null): void {
    this.#eventsUrl = url;
  }

  get balance(): string {
    return decimalText(this.#balanceMinor, "EUR");
  }

  /** A new intent of 12.50 EUR. */
  offer(change: Partial<PaymentIntent> = {}, ...plans: Plan[]): PaymentIntent {
    const [id, now] = [crypto.randomUUID(), Date.now()];
    const times = { createdAt: now, updatedAt: now, expiresAt: now + VALID_MS };
    const intent = anIntent({ id, merchantId: crypto.randomUUID(), currency: "EUR", ...times, ...change });
    this.#intents.set(id, intent);
    this.#plans.set(id, plans);
    return intent;
  }

  /** A new request to this wallet. */
  request(): PaymentIntent {
    return this.offer({ status: "pending_approval", targetWalletId: WALLET });
  }

  change(intent: PaymentIntent, change: Partial<PaymentIntent>): PaymentIntent {
    const changed = { ...intent, updatedAt: Date.now(), ...change };
    this.#intents.set(intent.id, changed);
    return changed;
  }

  payByAnother(intent: PaymentIntent): void {
    this.change(intent, { status: "completed", completedBy: OTHER_WALLET, completedAt: Date.now() });
  }

  /** The ledger has executed the payment. */
  complete(intent: PaymentIntent): PaymentIntent {
    this.#balanceMinor -= intent.amountMinor;
    this.charges.push(intent.id);
    const end = {
      status: "completed",
      operation: null,
      completedBy: WALLET,
      completedAt: Date.now(),
    } as const;
    return this.change(intent, end);
  }

  readonly events = {
    requested: (intent: PaymentIntent) =>
      approvalEvent("payment.approval_requested", intent, WALLET, this.#origin()),
    withdrawn: (intent: PaymentIntent) =>
      approvalEvent("payment.approval_withdrawn", intent, WALLET, this.#origin()),
    balance: (intent: PaymentIntent) => balanceUpdated(intent, WALLET, "payment", this.#origin()),
  };

  /** Returns the status; null when nobody responds. */
  async push({ id, cloudEvent }: { id: string; cloudEvent: string }, secret = this.secret) {
    if (this.#eventsUrl === null) throw new Skipped("the wallet takes no events");
    const signature = await signWebhook([secret], id, Date.now(), cloudEvent);
    const headers = { "Content-Type": "application/cloudevents+json", ...signature };
    const sent = fetch(this.#eventsUrl, { method: "POST", headers, body: cloudEvent });
    return await sent.then(({ status }) => status).catch(() => null);
  }

  #origin() {
    return {
      eventId: crypto.randomUUID(),
      occurredAt: Date.now(),
      publicUrl: this.#url,
      environment: ENVIRONMENT,
    };
  }

  /** Throws when the response is lost. */
  readonly respond = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    const [, publicId] = PUBLIC.exec(pathname) ?? [];
    if (publicId !== undefined)
      return this.#respondAbout(publicId, (intent) => presentPublicView(intent, SHOP, CONFIG));
    if (request.headers.get("Authorization") !== `Bearer ${this.#token}`) return failure(401, "unauthorized");
    const [, id, action] = INTENT.exec(pathname) ?? [];
    if (id === undefined) return this.#respondAboutWallet(pathname);
    if (action !== undefined && request.method === "POST") return this.#pay(id, action);
    return this.#respondAbout(id, (intent) => presentWalletView(intent, WALLET, ENVIRONMENT));
  };

  #respondAbout(id: string, view: (intent: PaymentIntent) => object, status = 200): Response {
    const intent = this.#intents.get(id);
    if (intent === undefined) return failure(404, "payment_intent_not_found");
    const code = status === 202 ? { code: "payment_processing" } : {};
    return Response.json({ success: true, ...code, payment_intent: view(intent) }, { status });
  }

  #respondAboutWallet(pathname: string): Response {
    const balances = [{ currency: "EUR", amount: this.balance }];
    const waiting = [...this.#intents.values()].filter(({ status }) => status === "pending_approval");
    const approvals = waiting.map((intent) => presentWalletView(intent, WALLET, ENVIRONMENT));
    if (pathname === "/wallet/api/v1/wallet")
      return Response.json({ success: true, wallet: { wallet_id: WALLET, balances } });
    if (pathname === "/wallet/api/v1/approvals") return Response.json({ success: true, approvals });
    return failure(404, "route_not_found");
  }

  /** A repeated payment gets the result of the first, as at the service. */
  #pay(id: string, action: string): Response {
    const intent = this.#intents.get(id);
    const view = (now: PaymentIntent) => presentWalletView(now, WALLET, ENVIRONMENT);
    if (intent === undefined) return failure(404, "payment_intent_not_found");
    if (intent.status === "expired") return failure(410, "expired");
    if (intent.status === "cancelled") return failure(409, "already_cancelled");
    if (intent.status === "completed")
      return intent.completedBy === WALLET ? this.#respondAbout(id, view) : failure(409, "already_paid");
    if (action === "/confirm" && intent.status === "pending_approval")
      return failure(409, "approval_required");
    if (intent.operation !== null) return this.#respondAbout(id, view, 202);
    const plan = this.#plans.get(id)?.shift() ?? "pay";
    if (plan === "decline") return failure(402, "insufficient_funds");
    if (plan === "process") {
      this.change(intent, { operation: newOperation("payment", intent, WALLET, 0) });
      return this.#respondAbout(id, view, 202);
    }
    this.complete(intent);
    if (plan === "lose") throw new Error("the response is lost");
    return this.#respondAbout(id, view);
  }
}

function failure(status: number, code: string): Response {
  const body = { success: false, error: "not shown to people", code, request_id: crypto.randomUUID() };
  return Response.json(body, { status });
}
