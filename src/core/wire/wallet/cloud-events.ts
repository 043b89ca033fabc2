// The message bus's events, as CloudEvents 1.0 in JSON.

import type { Environment } from "#core/domain/environment.ts";
import { decimalText } from "#core/domain/money.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { WalletEventMessage } from "#core/domain/ports/wallet.ts";
import type { WalletChange } from "#core/domain/wallet/live-wallet.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentPublicIntent } from "#core/wire/payment-intents/present-intent.ts";

/** The service itself. */
export interface Sender {
  publicUrl: string;
  environment: Environment;
}

export interface Origin extends Sender {
  eventId: string;
  occurredAt: number;
}

/** Asks the customer to approve, or ends that question, as the merchant has taken it back. It contains the public view. */
export function approvalEvent(
  type: "payment.approval_requested" | "payment.approval_withdrawn",
  intent: PaymentIntent,
  walletId: string,
  origin: Origin,
): WalletEventMessage {
  const data = { wallet_id: walletId, payment_intent: presentPublicIntent(intent, origin.environment) };
  return eventMessage(type, intent, walletId, data, origin);
}

/** A transaction has settled: a payment lowers the balance and a refund raises it, of which browsers are told by whom it is. */
export function balanceUpdated(
  intent: PaymentIntent,
  walletId: string,
  transactionType: "payment" | "refund",
  origin: Origin,
): WalletEventMessage {
  const amount = decimalText(intent.amountMinor, intent.currency);
  const data = {
    wallet_id: walletId,
    payment_intent_id: intent.id,
    transaction_type: transactionType,
    amount,
    currency: intent.currency,
  };
  const message = eventMessage("wallet.balance.updated", intent, walletId, data, origin);
  return transactionType === "refund" ? { ...message, merchantName: intent.merchantName } : message;
}

const SETTLED_KIND: Partial<Record<string, "payment" | "refund">> = {
  "payment.completed": "payment",
  "refund.completed": "refund",
};

/** What an event of the intent tells a wallet: that a payment or refund has settled, or a request is withdrawn; else null. */
export function walletMessage(
  type: string,
  intent: PaymentIntent,
  origin: Origin,
): WalletEventMessage | null {
  const { completedBy, targetWalletId } = intent;
  const settled = SETTLED_KIND[type];
  if (settled !== undefined && completedBy !== null)
    return balanceUpdated(intent, completedBy, settled, origin);
  const isWithdrawn = type === "payment.cancelled" && intent.cancellationReason === "withdrawn_by_merchant";
  if (!isWithdrawn || targetWalletId === null) return null;
  return approvalEvent("payment.approval_withdrawn", intent, targetWalletId, origin);
}

export function eventMessage(
  type: string,
  intent: { id: string },
  walletId: string,
  data: object,
  { eventId, occurredAt, publicUrl }: Omit<Origin, "environment">,
): WalletEventMessage {
  const cloudEvent = JSON.stringify({
    specversion: "1.0",
    id: eventId,
    source: publicUrl,
    type,
    subject: intent.id,
    time: isoTime(occurredAt),
    datacontenttype: "application/json",
    data,
  });
  return { id: eventId, walletId, cloudEvent };
}

/** What an event means to a customer. */
export interface WalletEvent {
  /** It is null where whoever looks at the wallet has been told otherwise. */
  change: WalletChange["type"] | null;
  /** What the customer's browsers are told of a request for approval, or of money that came in; null for nothing. */
  push?: (data: EventData, merchantName: string | undefined) => WalletPush | null;
}

/** It is what its type says; no field of an event is anything else. */
// biome-ignore lint/suspicious/noExplicitAny: an event's data is the JSON of its own type.
type EventData = any;

interface WalletPush {
  /** The merchant, or all that share a limit of pushes. */
  asker: string;
  /** A later push of the same replaces an earlier one. */
  id: string;
  /** Left out where nothing waits for the customer. */
  expiresAt?: string;
  /** What the browser gets. */
  body: { type: string; amount: string; currency: string };
}

/** Their keys are types. A part's are about no intent. */
export type WalletEvents = Record<string, WalletEvent>;

interface WithEvents {
  events?: WalletEvents;
}

const INTENT_EVENTS: WalletEvents = {
  "payment.approval_requested": {
    change: "approval_requested",
    push({
      payment_intent: { id, merchant_id, merchant_name, amount_decimal: amount, currency, expires_at },
    }) {
      const named = { type: "approval_requested", payment_intent_id: id, merchant_name };
      return { asker: merchant_id, id, expiresAt: expires_at, body: { ...named, amount, currency } };
    },
  },
  "payment.approval_withdrawn": { change: "approval_ended" },
  "wallet.balance.updated": {
    change: "balance_changed",
    push({ transaction_type, payment_intent_id: id, amount, currency }, merchant_name) {
      if (transaction_type !== "refund") return null;
      const named = { type: "refund_received", payment_intent_id: id, merchant_name };
      return { asker: "refunds", id, body: { ...named, amount, currency } };
    },
  },
};

/** Returns undefined for a type of a later release. */
export function eventOf(type: string, parts: readonly WithEvents[]): WalletEvent | undefined {
  return [{ events: INTENT_EVENTS }, ...parts].map(({ events }) => events?.[type]).find(Boolean);
}

/** What the message changes for whoever looks at the wallet; null for a type of a later release. */
export function changeOf(
  { cloudEvent }: WalletEventMessage,
  parts: readonly WithEvents[],
): WalletChange | null {
  const { type, subject } = JSON.parse(cloudEvent);
  const change = eventOf(type, parts)?.change ?? null;
  return change === null ? null : { type: change, intentId: type in INTENT_EVENTS ? subject : null };
}
