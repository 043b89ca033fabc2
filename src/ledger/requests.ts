// Request schemas of the ledger's routes. Amounts arrive as decimal text and leave as minor units.
import * as z from "zod";
import { currencyExponent, parseAmount } from "../domain/money.ts";
import { isSystemAccount } from "./schema.ts";

const accountId = z
  .string()
  .min(1)
  .max(64)
  .refine((id) => !isSystemAccount(id), "is reserved");

const currency = z.string().refine((code) => currencyExponent(code) !== null, "is not an ISO 4217 currency");

export const transactionRequest = z
  .object({
    transaction_type: z.enum(["payment", "refund"]),
    from_account_id: accountId,
    to_account_id: accountId,
    amount: z.string(),
    currency,
    description: z.string().max(500).default(""),
    metadata: z.record(z.string(), z.unknown()).default({}),
  })
  .transform((body, context) => ({
    transactionType: body.transaction_type,
    fromAccountId: body.from_account_id,
    toAccountId: body.to_account_id,
    amountMinor: toMinor(body.amount, body.currency, "amount", context),
    currency: body.currency,
    description: body.description,
    metadata: JSON.stringify(body.metadata),
  }))
  .refine((request) => request.fromAccountId !== request.toAccountId, {
    path: ["to_account_id"],
    error: "must differ from from_account_id",
  });

export type TransactionRequest = z.output<typeof transactionRequest>;

export const accountRequest = z
  .object({ account_id: accountId, currency, opening_balance: z.string() })
  .transform((body, context) => ({
    accountId: body.account_id,
    currency: body.currency,
    openingBalanceMinor: isZero(body.opening_balance)
      ? 0
      : toMinor(body.opening_balance, body.currency, "opening_balance", context),
  }));

export type AccountRequest = z.output<typeof accountRequest>;

const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/);
export const idempotencyHeader = z.object({ "idempotency-key": idempotencyKey });
export const keyQuery = z.object({ idempotency_key: idempotencyKey });

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

function toMinor(text: string, currencyCode: string, field: string, context: z.RefinementCtx): number {
  const amount = parseAmount(text, currencyExponent(currencyCode) ?? 0);
  if (amount.ok) return amount.value;
  context.addIssue({ code: "custom", path: [field], message: amount.error });
  return z.NEVER;
}

/** An amount cannot be zero, but an opening balance can. */
function isZero(text: string): boolean {
  return /^0+(\.0+)?$/.test(text);
}
