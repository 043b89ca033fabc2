// The shop that is on stage, its counter, and a customer's wallet. What opening it shows once is kept until the tab is closed.
import { type Call, type Credentials, callerFor, send } from "./api.ts";

export interface Shop {
  merchantId: string;
  name: string;
  counterId: string;
  currency: string;
  webhookSecret: string;
  /** Where its owner sets a password for the dashboard; null when there is no such link. */
  setupUrl: string | null;
  asMerchant: Call;
  asWallet: Call;
}

interface Opened {
  merchant_id: string;
  business_name: string;
  counter_id: string;
  webhook_secret: string;
  setup_url: string | null;
  /** Null for whoever has signed in. */
  merchant: Credentials | null;
  wallet: Credentials;
}

const STORED = "stage.shop";
const CURRENCY = "USD";
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

/** Null before a shop was opened in this tab. */
export function storedShop(): Shop | null {
  const stored = sessionStorage.getItem(STORED);
  return stored === null ? null : shopFrom(JSON.parse(stored));
}

/** Only where the service runs on one's own machine. */
export async function openShop(): Promise<Shop> {
  return keep(await send<Opened>("POST", "/sandbox/merchants"));
}

interface SignedIn {
  session: { merchant_id: string; merchant_name: string };
}

/** For whoever has signed in: its webhooks go to the inbox from now on. Throws ApiFailure 401 without a session. */
export async function useSignedInShop(): Promise<Shop> {
  const call = callerFor(null);
  const { session } = await call<SignedIn>("GET", "/session");
  const { url } = await call<{ url: string }>("GET", "/sandbox/v1/inbox");
  await call("PUT", `${API}/webhook`, { url, events: EVENTS });
  const secret = await call<{ webhook_secret: string }>("POST", `${API}/webhook/rotate-secret`);
  const counter = await call<{ counter: { id: string } }>("POST", `${API}/counters`, { name: "Sandbox" });
  const wallet = await call<Credentials>("POST", "/sandbox/v1/wallets", { currency: CURRENCY, balance: 100 });
  return keep({
    merchant_id: session.merchant_id,
    business_name: session.merchant_name,
    counter_id: counter.counter.id,
    webhook_secret: secret.webhook_secret,
    setup_url: null,
    merchant: null,
    wallet,
  });
}

export function forgetShop(): void {
  sessionStorage.removeItem(STORED);
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
    currency: CURRENCY,
    webhookSecret: opened.webhook_secret,
    setupUrl: opened.setup_url,
    asMerchant: callerFor(opened.merchant),
    asWallet: callerFor(opened.wallet),
  };
}
