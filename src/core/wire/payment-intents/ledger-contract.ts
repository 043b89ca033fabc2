// What a ledger promises to send, for its OpenAPI document and the conformance suite. Each schema narrows the one in
// ledger.ts that the service reads with: the reader forgives what this does not allow. The Worker does not load it.
import * as z from "zod/mini";
import {
  accountJson,
  declineJson,
  eventJson,
  keyedJson,
  pageBeforeJson,
  pageJson,
  totalsJson,
  transactionJson,
} from "./ledger.ts";

/** Major units; how many decimals there may be depends on the currency. */
const Amount = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const Time = z.iso.datetime({ offset: true });
const AccountId = z.string().check(z.minLength(1));

export const Transaction = z.object({
  ...transactionJson.shape,
  status: z.enum(["pending", "completed", "failed"]),
  amount: Amount,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  from_account_id: AccountId,
  to_account_id: AccountId,
  created_at: Time,
  completed_at: z.nullish(Time),
  failure_reason: z.optional(declineJson.shape.error),
});
export type ContractTransaction = z.output<typeof Transaction>;

export const Decline = declineJson;

export const TransactionPage = z.object({
  ...pageJson.shape,
  transactions: z.array(Transaction),
  page: z.int().check(z.minimum(1)),
  limit: z.int().check(z.minimum(1)),
  total: z.int().check(z.minimum(0)),
  before: pageBeforeJson.shape.before,
});

export const FoundTransactions = z.object({
  ...keyedJson.shape,
  transactions: z.array(Transaction).check(z.maxLength(1)),
});

/** Unlike an amount, a balance may be negative. */
const Balance = z.object({
  ...accountJson.shape.balances.def.element.shape,
  currency: Transaction.shape.currency,
  amount: z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
});
export const Account = z.object({
  ...accountJson.shape,
  account_id: AccountId,
  balances: z.array(Balance),
});
export type ContractAccount = z.output<typeof Account>;

/** It is null for a sum that the ledger does not know exactly. */
const sum = (amount: typeof Amount) => z.nullable(amount);
const sums = totalsJson.shape.totals.def.element.shape;
export const Totals = z.object({
  totals: z.array(
    z.object({
      ...sums,
      currency: Transaction.shape.currency,
      float: sum(Balance.shape.amount),
      wallets: sum(Amount),
      merchants: sum(Amount),
      in_flight: sum(Amount),
    }),
  ),
});

const reported = {
  ...Transaction.shape,
  transaction_type: eventJson.shape.data.shape.transaction_type,
  metadata: z.looseObject(eventJson.shape.data.shape.metadata.shape),
};
export const SettledEvent = z.object({
  type: z.literal("transaction.settled"),
  data: z.object({ ...reported, status: z.literal("completed") }),
});
export const FailedEvent = z.object({
  type: z.literal("transaction.failed"),
  data: z.object({ ...reported, status: z.literal("failed") }),
});
export const LedgerEvent = z.discriminatedUnion("type", [SettledEvent, FailedEvent]);
