// From a row of payment_intents to an intent. Drizzle's mapping looks up each value's column, which takes longer than all
// else that a list does with its rows.
import { getTableColumns } from "drizzle-orm";
import type { PaymentIntent } from "../../domain/payment-intent.ts";
import { paymentIntents } from "../schema/payment-intents.ts";

type Field = keyof PaymentIntent;

/** Where each field is in a row. */
const AT = Object.fromEntries(
  Object.keys(getTableColumns(paymentIntents)).map((field, index) => [field, index]),
) as Record<Field, number>;

type Row = readonly unknown[];

/** `row` has every column of the table, in its order, as `values()` of a statement returns it. */
export function intentFrom(row: Row): PaymentIntent {
  // The table's types are the intent's own.
  const value = <Name extends Field>(name: Name) => row[AT[name]] as PaymentIntent[Name];
  return {
    id: value("id"),
    merchantId: value("merchantId"),
    merchantName: value("merchantName"),
    amountMinor: value("amountMinor"),
    currency: value("currency"),
    description: value("description"),
    reference: value("reference"),
    metadataJson: value("metadataJson"),
    callbackUrl: value("callbackUrl"),
    counterId: value("counterId"),
    targetWalletId: value("targetWalletId"),
    status: value("status"),
    completedBy: value("completedBy"),
    cancellationReason: value("cancellationReason"),
    refundStatus: value("refundStatus"),
    refundLedgerTxId: value("refundLedgerTxId"),
    expiresAt: value("expiresAt"),
    createdAt: value("createdAt"),
    updatedAt: value("updatedAt"),
    completedAt: value("completedAt"),
    cancelledAt: value("cancelledAt"),
    version: value("version"),
    eventSequence: value("eventSequence"),
    paymentDeclines: value("paymentDeclines"),
    refundDeclines: value("refundDeclines"),
    operation: json(value("operation")),
    fingerprint: value("fingerprint"),
    refundKey: value("refundKey"),
    refundRefusal: value("refundRefusal"),
    earlierRefundRefusals: json(value("earlierRefundRefusals")),
    paymentLedgerTxId: value("paymentLedgerTxId"),
    returnUrl: value("returnUrl"),
    createdBy: value("createdBy"),
  };
}

/** A column of JSON, which is still text in the row. */
function json<Value>(stored: Value | null): Value | null {
  return stored === null ? null : (JSON.parse(stored as string) as Value);
}
