// The message bus's events, as CloudEvents 1.0 in JSON.

import type { WalletChange } from "../../domain/live-wallet.ts";
import { decimalText } from "../../domain/money.ts";
import type { Movement } from "../../domain/movement.ts";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import type { WalletEventMessage } from "../../domain/ports/wallet.ts";
import { isoTime } from "../../lib/time.ts";
import { presentPublicIntent } from "../payment-intents/present-intent.ts";
import { presentPayOut } from "./present-wallet.ts";

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

const PAY_OUT_REQUESTED = "pay_out.approval_requested";

/** Asks the customer to approve a pay-out, which no intent is about. Repeated, it has the same id. */
export function payOutRequested(
  payOut: { movement: Movement; deskName: string },
  publicUrl: string,
): WalletEventMessage {
  const { id, accountId, createdAt: occurredAt } = payOut.movement;
  const data = { wallet_id: accountId, pay_out: presentPayOut(payOut) };
  return message(PAY_OUT_REQUESTED, { id }, accountId, data, { eventId: id, occurredAt, publicUrl });
}

function message(
  type: string,
  intent: { id: string },
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
  [PAY_OUT_REQUESTED]: "approval_requested",
  "wallet.balance.updated": "balance_changed",
};

/** What the message changes for whoever looks at the wallet; null for a type of a later release. */
export function changeOf({ cloudEvent }: WalletEventMessage): WalletChange | null {
  const { type, subject } = JSON.parse(cloudEvent);
  const change = CHANGES[type];
  if (change === undefined) return null;
  return { type: change, intentId: type === PAY_OUT_REQUESTED ? null : subject };
}

/** What a request for approval says to a browser, as JSON, and until when; null for any other event. */
export function approvalPush({ cloudEvent }: WalletEventMessage) {
  const { type, data } = JSON.parse(cloudEvent);
  if (type === PAY_OUT_REQUESTED) {
    const { id, desk_name } = data.pay_out;
    return pushOf("desks", data.pay_out, { type: "pay_out_requested", pay_out_id: id, desk_name });
  }
  if (type !== "payment.approval_requested") return null;
  const { id, merchant_id, merchant_name } = data.payment_intent;
  return pushOf(merchant_id, data.payment_intent, {
    type: "approval_requested",
    payment_intent_id: id,
    merchant_name,
  });
}

/** `asker`: the merchant, or all desks together. */
function pushOf(asker: string, requested: Record<string, string>, named: object) {
  const { id = "", amount_decimal: amount, currency, expires_at = "" } = requested;
  const body = JSON.stringify({ ...named, amount, currency });
  return { asker, topic: id, body, expiresAt: Date.parse(expires_at) };
}
