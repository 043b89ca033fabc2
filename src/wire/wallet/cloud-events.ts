// The message bus's events, as CloudEvents 1.0 in JSON.

import type { WalletChange } from "../../domain/live-wallet.ts";
import { decimalText } from "../../domain/money.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { WalletEventMessage } from "../../domain/ports/wallet.ts";
import { isoTime } from "../../lib/time.ts";
import { presentPublicIntent } from "../payment-intents/present-intent.ts";

interface Origin {
  eventId: string;
  occurredAt: number;
  publicUrl: string;
}

/** Asks the customer to approve, or ends that question, as the merchant has taken it back. It contains the public view. */
export function approvalEvent(
  type: "payment.approval_requested" | "payment.approval_withdrawn",
  intent: PaymentIntent,
  walletId: string,
  origin: Origin,
): WalletEventMessage {
  const data = { wallet_id: walletId, payment_intent: presentPublicIntent(intent) };
  return message(type, intent, walletId, data, origin);
}

/** A transaction has settled: a payment lowers the balance and a refund raises it. */
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
  return message("wallet.balance.updated", intent, walletId, data, origin);
}

function message(
  type: string,
  intent: PaymentIntent,
  walletId: string,
  data: object,
  { eventId, occurredAt, publicUrl }: Origin,
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

const CHANGES: Partial<Record<string, WalletChange["type"]>> = {
  "payment.approval_requested": "approval_requested",
  "payment.approval_withdrawn": "approval_ended",
  "wallet.balance.updated": "balance_changed",
};

/** What the message changes for whoever looks at the wallet; null for a type of a later release. */
export function changeOf({ cloudEvent }: WalletEventMessage): WalletChange | null {
  const { type, subject } = JSON.parse(cloudEvent);
  const change = CHANGES[type];
  return change === undefined ? null : { type: change, intentId: subject };
}

/** What a request for approval says to a browser, as JSON, and until when; null for any other event. */
export function approvalPush({ cloudEvent }: WalletEventMessage) {
  const { type, data } = JSON.parse(cloudEvent);
  if (type !== "payment.approval_requested") return null;
  const { id, merchant_name, amount_decimal, currency, expires_at } = data.payment_intent;
  const pushed = {
    type: "approval_requested",
    payment_intent_id: id,
    merchant_name,
    amount: amount_decimal,
    currency,
  };
  return { intentId: id as string, body: JSON.stringify(pushed), expiresAt: Date.parse(expires_at) };
}
