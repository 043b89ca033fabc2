// The ledger's JSON, and its conversion from and to the domain. Functions that read throw on unexpected JSON.
import * as z from "zod/mini";
import {
  DECLINE_REASONS,
  INTENT_TRANSFERS,
  type LedgerEvent,
  type LedgerReport,
  type LedgerTotals,
  type LedgerTransfer,
  MOVEMENT_TRANSFERS,
  type TransferResult,
} from "#core/domain/ledger.ts";
import { currencyExponent, decimalText, exactDecimalText } from "#core/domain/money.ts";
import type { AccountBalance, LedgerPage } from "#core/domain/ports/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { presentRefundTexts } from "./present-intent.ts";

/** `not_executed`: the key was voided. */
const declineReason = z.enum([...DECLINE_REASONS, "not_executed"]);
const kindJson = z.enum(INTENT_TRANSFERS);
const anyKindJson = z.enum([...INTENT_TRANSFERS, ...MOVEMENT_TRANSFERS]);

export const transactionJson = z.object({
  transaction_id: z.string().check(z.minLength(1)),
  transaction_type: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  from_account_id: z.string(),
  to_account_id: z.string(),
  description: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
  created_at: z.string(),
  completed_at: z.nullish(z.string()),
  failure_reason: z.optional(z.unknown()),
});
export type TransactionJson = z.output<typeof transactionJson>;

function orElse<Schema extends z.ZodMiniType, Value>(schema: Schema, value: Value) {
  return z.pipe(
    schema,
    z.transform((given) => given ?? value),
  );
}

/** Fields that only the ledger knows are dropped. */
const historyJson = z.extend(z.omit(transactionJson, { failure_reason: true }), {
  description: orElse(transactionJson.shape.description, ""),
  metadata: orElse(transactionJson.shape.metadata, {}),
  completed_at: orElse(transactionJson.shape.completed_at, null),
});
export const pageJson = z.object({
  transactions: z.array(historyJson),
  total: z.int(),
}) satisfies z.ZodMiniType<LedgerPage>;
export const pageBeforeJson = z.extend(pageJson, { before: z.optional(z.string()) });
export const declineJson = z.object({ error: declineReason });
export const accountJson = z.object({
  balances: z.array(z.object({ currency: z.string(), amount: z.string() })),
});

/** What is no text is not known: a fault of this currency alone. */
const sumJson = z.pipe(
  z.optional(z.unknown()),
  z.transform((given) => (typeof given === "string" ? given : null)),
);
export const totalsJson = z.object({
  totals: z.array(
    z.object({
      currency: z.string(),
      float: sumJson,
      wallets: sumJson,
      merchants: sumJson,
      in_flight: sumJson,
    }),
  ),
});

export const eventJson = z.object({
  type: z.enum(["transaction.settled", "transaction.failed"]),
  data: z.extend(transactionJson, {
    transaction_type: kindJson,
    metadata: z.object({ payment_intent_id: z.string(), operation_key: z.nullish(z.string()) }),
  }),
});

export function presentTransfer(transfer: LedgerTransfer) {
  return {
    transaction_type: transfer.kind,
    from_account_id: transfer.fromAccountId,
    to_account_id: transfer.toAccountId,
    amount: exactDecimalText(transfer.amountMinor, transfer.currency),
    currency: transfer.currency,
    description: transfer.description,
    metadata: metadataOf(transfer),
  };
}

function metadataOf(transfer: LedgerTransfer): Record<string, string> {
  const { key: operation_key } = transfer;
  if ("movementId" in transfer) return { movement_id: transfer.movementId, operation_key };
  const { paymentIntentId: payment_intent_id, refundTexts } = transfer;
  return { payment_intent_id, operation_key, ...(refundTexts && presentRefundTexts(refundTexts)) };
}

export function assertMatches(transaction: TransactionJson, transfer: LedgerTransfer): void {
  const isMatch =
    transaction.from_account_id === transfer.fromAccountId &&
    transaction.to_account_id === transfer.toAccountId &&
    transaction.currency === transfer.currency &&
    toMinor(transaction.amount, transfer.currency) === BigInt(transfer.amountMinor);
  if (!isMatch) throw new Error("the transaction is not the one that was requested");
}

export function readResult(transaction: TransactionJson): LedgerEvent["result"] {
  const { transaction_id: transactionId, status, failure_reason } = transaction;
  if (status === "completed") return { outcome: "settled", transactionId };
  if (status === "pending") return { outcome: "pending", transactionId };
  if (status !== "failed") throw new Error("unknown transaction status");
  const reason = declineReason.safeParse(failure_reason);
  return { outcome: "declined", reason: reason.success ? reason.data : "insufficient_funds" };
}

/** Returns null for a body that does not say why the transfer was declined. */
export function readDecline(body: unknown): TransferResult | null {
  const decline = declineJson.safeParse(body);
  return decline.success ? { outcome: "declined", reason: decline.data.error } : null;
}

const ownMetadata = z.object({
  payment_intent_id: z.nullish(z.string()),
  operation_key: z.nullish(z.string()),
});

/** Returns null for a kind that this service does not have. */
export function readTransaction(body: unknown): LedgerReport | null {
  const data = transactionJson.parse(body);
  const kind = anyKindJson.safeParse(data.transaction_type);
  if (!kind.success) return null;
  const metadata = ownMetadata.safeParse(data.metadata ?? {}).data;
  return {
    kind: kind.data,
    paymentIntentId: metadata?.payment_intent_id ?? null,
    operationKey: metadata?.operation_key ?? null,
    ...readTransfer(data),
  };
}

export const keyedJson = z.object({ transactions: z.array(z.unknown()) });

/** `unsupported` when a transaction under another key is among them: then the ledger did not search by key. */
export function readKeyed(body: unknown, key: string): Result<LedgerReport | null, "unsupported"> {
  const found = keyedJson.parse(body).transactions.map(readTransaction);
  if (found.some((transaction) => transaction?.operationKey !== key)) return err("unsupported");
  return ok(found[0] ?? null);
}

export function hasCompleted(body: unknown, key: string): boolean {
  const found = keyedJson.parse(body).transactions.map((each) => transactionJson.parse(each));
  return found.some(({ status, metadata }) => status === "completed" && metadata?.operation_key === key);
}

/** `unsupported` when the page does not say where it begins: a ledger that ignores `before` returns its newest page. */
export function readPageBefore(body: unknown, transactionId: string): Result<LedgerPage, "unsupported"> {
  const { before, ...page } = pageBeforeJson.parse(body);
  return before === transactionId ? ok(page) : err("unsupported");
}

/** Returns null for a malformed event, and for one that names no payment intent. */
export function parseLedgerEvent(body: unknown): LedgerEvent | null {
  const event = eventJson.safeParse(body);
  if (!event.success) return null;
  const { type, data } = event.data;
  if (data.status !== (type === "transaction.settled" ? "completed" : "failed")) return null;
  return {
    kind: data.transaction_type,
    paymentIntentId: data.metadata.payment_intent_id,
    operationKey: data.metadata.operation_key ?? null,
    ...readTransfer(data),
  };
}

function readTransfer(data: TransactionJson) {
  return {
    transactionId: data.transaction_id,
    fromAccountId: data.from_account_id,
    toAccountId: data.to_account_id,
    amountMinor: transferredMinor(data),
    currency: data.currency,
    result: readResult(data),
  };
}

export function readBalance({ currency, amount }: { currency: string; amount: string }): AccountBalance {
  return { currency, amountMinor: toMinor(amount, currency) };
}

export function presentTotals({ currency, ...sums }: LedgerTotals) {
  const amount = (minor: bigint | null) => (minor === null ? null : decimalText(minor, currency));
  return {
    currency,
    float: amount(sums.floatMinor),
    wallets: amount(sums.walletsMinor),
    merchants: amount(sums.merchantsMinor),
    in_flight: amount(sums.inFlightMinor),
  };
}

export function readTotals(body: unknown): LedgerTotals[] {
  return totalsJson.parse(body).totals.map(({ currency, float, wallets, merchants, in_flight }) => ({
    currency,
    floatMinor: toMinorOrNull(float, currency),
    walletsMinor: toMinorOrNull(wallets, currency),
    merchantsMinor: toMinorOrNull(merchants, currency),
    inFlightMinor: toMinorOrNull(in_flight, currency),
  }));
}

/** Unlike a payment, a balance may be zero, negative, or above every limit on amounts. */
function toMinor(text: string, currency: string): bigint {
  const exponent = currencyExponent(currency);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (exponent === null || !match) throw new Error("an amount is not decimal text of a known currency");
  const [, sign = "", whole = "", decimals = ""] = match;
  const fraction = decimals.replace(/0+$/, "").padEnd(exponent, "0");
  if (fraction.length !== exponent) throw new Error("an amount is not exact in its currency");
  return BigInt(sign + whole + fraction);
}

/** Returns null for a text that is no amount, and for a currency that this service does not know. */
function toMinorOrNull(text: string | null, currency: string): bigint | null {
  try {
    return text === null ? null : toMinor(text, currency);
  } catch {
    return null;
  }
}

/** The amount of a transfer; null as well for one that no transfer of this service has. */
export function transferredMinor({
  amount,
  currency,
}: Pick<TransactionJson, "amount" | "currency">): number | null {
  const amountMinor = Number(toMinorOrNull(amount, currency) ?? Number.NaN);
  return Number.isSafeInteger(amountMinor) ? amountMinor : null;
}
