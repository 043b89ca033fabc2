// Request schemas of the ledger's routes. Amounts arrive as decimal text and leave as minor units.
import * as z from "zod/mini";
import { FLOAT_ACCOUNT_ID, INTENT_TRANSFERS, isReserved, MOVEMENT_TRANSFERS } from "#core/domain/ledger.ts";
import { currencyExponent, parseAmount } from "#core/domain/money.ts";
import { isPairAllowed } from "./rules.ts";

const accountId = z.string().check(z.minLength(1), z.maxLength(64));
const ownAccountId = accountId.check(z.refine((id) => !isReserved(id), "is reserved"));
/** It names a wallet, a merchant, or the float. */
const partyId = accountId.check(z.refine((id) => id === FLOAT_ACCOUNT_ID || !isReserved(id), "is reserved"));

const currency = z
  .string()
  .check(z.refine((code) => currencyExponent(code) !== null, "is not an ISO 4217 currency"));

export const transactionRequest = z
  .pipe(
    z.object({
      transaction_type: z.enum([...INTENT_TRANSFERS, ...MOVEMENT_TRANSFERS]),
      from_account_id: partyId,
      to_account_id: partyId,
      amount: z.string(),
      currency,
      description: z._default(z.string().check(z.maxLength(500)), ""),
      metadata: z._default(z.record(z.string(), z.unknown()), {}),
    }),
    z.transform((body, { issues }) => ({
      transactionType: body.transaction_type,
      fromAccountId: body.from_account_id,
      toAccountId: body.to_account_id,
      amountMinor: toMinor(body.amount, body.currency, "amount", issues),
      currency: body.currency,
      description: body.description,
      metadata: JSON.stringify(body.metadata),
    })),
  )
  .check(
    z.refine((request) => request.fromAccountId !== request.toAccountId, {
      path: ["to_account_id"],
      error: "must differ from from_account_id",
    }),
    z.refine((request) => request.fromAccountId === request.toAccountId || isPairAllowed(request), {
      path: ["transaction_type"],
      error: "does not go from the one account to the other",
    }),
  );

export type TransactionRequest = z.output<typeof transactionRequest>;

/** `walletCurrency`: of a wallet that is opened without one. */
export function accountRequestIn(walletCurrency: string) {
  return z.pipe(
    z.object({
      account_id: ownAccountId,
      currency: z._default(currency, walletCurrency),
      opening_balance: z._default(z.string(), "0"),
    }),
    z.transform((body, { issues }) => ({
      accountId: body.account_id,
      currency: body.currency,
      // An amount cannot be zero, but an opening balance can.
      openingBalanceMinor: /^0+(\.0+)?$/.test(body.opening_balance)
        ? 0
        : toMinor(body.opening_balance, body.currency, "opening_balance", issues),
    })),
  );
}

export type AccountRequest = z.output<ReturnType<typeof accountRequestIn>>;

const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/));
export const idempotencyHeader = z.object({ "idempotency-key": idempotencyKey });
export const keyParam = z.object({ key: idempotencyKey });
export const keyQuery = z.object({ idempotency_key: idempotencyKey });

export const pageQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  before: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
});

function toMinor(text: string, currencyCode: string, field: string, issues: z.core.$ZodRawIssue[]): number {
  const amount = parseAmount(text, currencyExponent(currencyCode) ?? 0);
  if (amount.ok) return amount.value;
  issues.push({ code: "custom", input: text, path: [field], message: amount.error });
  return z.NEVER;
}
