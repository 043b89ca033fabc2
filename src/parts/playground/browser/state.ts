// What the page knows, and what it reads again every second.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { guessCurrency, playBalance } from "#pages/browser/kit/currencies.ts";
import { type InboxMessage, type PaymentIntent, verifyWebhook } from "#sdk/index.ts";
import { SALE, type Shop } from "./shop.ts";

export interface ReceivedWebhook {
  message: InboxMessage;
  type: string;
  intentId: string | null;
  isVerified: boolean;
  /** The text that was signed. */
  signed: string;
}

export interface Playground {
  shop: Shop;
  /** What the till sells in, and the phone's wallet holds. */
  currency: string;
  sale: PaymentIntent | null;
  faults: string[];
  /** Done when all that was clicked at the controls is; it never fails. What is repaired works in whatever is clicked next. */
  controlled: Promise<void>;
  /** They have the newest first. */
  webhooks: ReceivedWebhook[];
}

const API = "/merchant/api/v1";

const CURRENCY = "stage.currency";

export function newPlayground(shop: Shop): Playground {
  return {
    shop,
    currency: sessionStorage.getItem(CURRENCY) ?? guessCurrency(),
    sale: null,
    faults: [],
    controlled: Promise.resolve(),
    webhooks: [],
  };
}

export async function readSale(playground: Playground): Promise<void> {
  const { sale, shop } = playground;
  if (sale === null) return;
  const read = await fetchSale(shop, sale.id);
  if (playground.sale?.id === read.id) playground.sale = read;
}

async function fetchSale(shop: Shop, id: string): Promise<PaymentIntent> {
  const path = `${API}/payment-intents/${id}`;
  return (await shop.asMerchant<Wire<"PaymentIntentResponse">>("GET", path)).payment_intent;
}

/** Its story goes on where it was before the page was loaded again. */
export async function restoreSale(playground: Playground): Promise<void> {
  const id = sessionStorage.getItem(SALE);
  if (id) playground.sale = await fetchSale(playground.shop, id).catch(() => null);
}

export function rememberSale({ sale }: Playground): void {
  sessionStorage.setItem(SALE, sale?.id ?? "");
}

/** From the next sale on. */
export async function chooseCurrency(playground: Playground, currency: string): Promise<void> {
  playground.currency = currency;
  playground.sale = null;
  sessionStorage.setItem(CURRENCY, currency);
  await fundWallet(playground);
}

/** A wallet that holds no money in the till's currency gives way to one that does; without any, its page offers one. */
export async function fundWallet({ shop, currency }: Playground): Promise<void> {
  const { session } = await shop.asCustomer<{ session: object | null }>("GET", "/wallet/session");
  if (session === null) return;
  const { wallet } = await shop.asCustomer<Wire<"WalletResponse">>("GET", "/wallet/api/v1/wallet");
  if (wallet.balances.some((balance) => balance.currency === currency)) return;
  await shop.asCustomer("POST", "/sandbox/v1/wallet-session", { currency, balance: playBalance(currency) });
}

export async function readFaults(playground: Playground): Promise<void> {
  const { faults } = await playground.shop.asMerchant<Wire<"SandboxFaultsResponse">>(
    "GET",
    "/sandbox/v1/faults",
  );
  playground.faults = faults.map(({ fault }) => fault);
}

/** Returns how many webhooks are new. */
export async function readInbox(playground: Playground): Promise<number> {
  const newest = playground.webhooks[0]?.message.id;
  const path = `/sandbox/v1/inbox${newest === undefined ? "" : `?after=${newest}`}`;
  const { messages } = await playground.shop.asMerchant<Wire<"SandboxInboxResponse">>("GET", path);
  const received = await Promise.all(
    messages.map((message) => check(message, playground.shop.webhookSecret)),
  );
  playground.webhooks = [...received, ...playground.webhooks].slice(0, 100);
  return received.length;
}

/** Checks a webhook like a shop's server, but at the time when it came: it may have been in the inbox for long. */
async function check(message: InboxMessage, secret: string): Promise<ReceivedWebhook> {
  const { headers, body } = message;
  const now = Date.parse(message.received_at);
  const isVerified = await verifyWebhook(body, headers, secret, { now }).then(
    () => true,
    () => false,
  );
  const { type = "?", data } = JSON.parse(body);
  const intentId = data?.payment_intent?.id ?? null;
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return { message, type, intentId, isVerified, signed };
}
