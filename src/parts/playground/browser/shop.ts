// The shop that the playground shows, and its counter. What opening it shows once is kept until the tab is closed.
import type { SessionView, Wire } from "#core/wire/shared/wire-types.ts";
import { type Call, type Credentials, callerFor, send } from "./api.ts";

export interface Shop {
  merchantId: string;
  name: string;
  counterId: string;
  webhookSecret: string;
  /** Where its owner sets a password for the dashboard; null when there is no such link. */
  setupUrl: string | null;
  /** Whether it is the shop of whoever has signed in. */
  isSignedIn: boolean;
  asMerchant: Call;
  /** Calls as whoever uses the wallet in this browser. */
  asCustomer: Call;
}

interface Opened {
  merchant_id: string;
  business_name: string;
  counter_id: string;
  webhook_secret: string;
  setup_url: string | null;
  /** It is null for whoever has signed in. */
  merchant: Credentials | null;
}

const STORED = "stage.shop";
/** The id of the sale whose story goes on after a reload. */
export const SALE = "stage.sale";
const COUNTER = "Sandbox";
const DAY_SECONDS = 86_400;
const API = "/merchant/api/v1";
const EVENTS = [
  "payment.completed",
  "payment.cancelled",
  "payment.expired",
  "payment.approval_requested",
  "refund.pending",
  "refund.completed",
  "refund.failed",
];

/** Returns null before a shop was opened in this tab. */
export function storedShop(): Shop | null {
  const stored = sessionStorage.getItem(STORED);
  return stored === null ? null : shopFrom(JSON.parse(stored));
}

/** Only where the service runs on one's own machine. */
export async function openShop(): Promise<Shop> {
  return keep(await send<Opened>("POST", "/sandbox/merchants"));
}

/** Returns null when nobody is. */
export async function whoIsSignedIn(): Promise<SessionView | null> {
  const { session } = await callerFor(null)<{ session: SessionView | null }>("GET", "/session");
  return session;
}

/**
 * The shop of whoever has signed in, with a counter of its own: the counter's webhooks go to the inbox,
 * signed with the counter's own secret, so that the shop's webhook address and secret stay as they are.
 */
export async function useSignedInShop({ merchant_id, merchant_name }: SessionView): Promise<Shop> {
  const call = callerFor(null);
  const { url } = await call<Wire<"SandboxInboxResponse">>("GET", "/sandbox/v1/inbox");
  const { counter_id, webhook_secret } = await takeCounter(call, url);
  return keep({
    merchant_id,
    business_name: merchant_name,
    counter_id,
    webhook_secret,
    setup_url: null,
    merchant: null,
  });
}

/** The playground's counter from an earlier visit, if there is one. In other tabs its old secret stays valid for a day. */
async function takeCounter(call: Call, inboxUrl: string) {
  const { counters } = await call<Wire<"CountersResponse">>("GET", `${API}/counters?limit=100`);
  const known = counters.find(
    ({ status, name, webhook_url }) => status === "active" && name === COUNTER && webhook_url === inboxUrl,
  );
  if (known !== undefined) {
    const path = `${API}/counters/${known.id}/rotate-secret`;
    const grace = { grace_period_seconds: DAY_SECONDS };
    const { webhook_secret } = await call<Wire<"WebhookSecretResponse">>("POST", path, grace);
    return { counter_id: known.id, webhook_secret };
  }
  const fields = { name: COUNTER, webhook_url: inboxUrl, webhook_events: EVENTS };
  const { counter, webhook_secret } = await call<Wire<"CounterCreatedResponse">>(
    "POST",
    `${API}/counters`,
    fields,
  );
  return { counter_id: counter.id, webhook_secret };
}

export function forgetShop(): void {
  sessionStorage.removeItem(STORED);
  sessionStorage.removeItem(SALE);
}

function keep(opened: Opened): Shop {
  sessionStorage.setItem(STORED, JSON.stringify(opened));
  return shopFrom(opened);
}

function shopFrom(opened: Opened): Shop {
  return {
    merchantId: opened.merchant_id,
    name: opened.business_name,
    counterId: opened.counter_id,
    webhookSecret: opened.webhook_secret,
    setupUrl: opened.setup_url,
    isSignedIn: opened.merchant === null,
    asMerchant: callerFor(opened.merchant),
    asCustomer: callerFor(null),
  };
}
