// What the page knows, and what it reads again every second.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { type InboxMessage, type PaymentIntent, verifyWebhook } from "#sdk/index.ts";
import type { Shop } from "./shop.ts";

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
  sale: PaymentIntent | null;
  faults: string[];
  /** Done when all that was clicked at the controls is; it never fails. What is repaired works in whatever is clicked next. */
  controlled: Promise<void>;
  /** They have the newest first. */
  webhooks: ReceivedWebhook[];
}

const API = "/merchant/api/v1";

export function newPlayground(shop: Shop): Playground {
  return {
    shop,
    sale: null,
    faults: [],
    controlled: Promise.resolve(),
    webhooks: [],
  };
}

export async function readSale(playground: Playground): Promise<void> {
  const { sale, shop } = playground;
  if (sale === null) return;
  const path = `${API}/payment-intents/${sale.id}`;
  const { payment_intent } = await shop.asMerchant<Wire<"PaymentIntentResponse">>("GET", path);
  if (playground.sale?.id === payment_intent.id) playground.sale = payment_intent;
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
