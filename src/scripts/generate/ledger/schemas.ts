// The schemas of the ledger's document under their names, with a text for each field. They are those that the embedded
// ledger validates requests with, and those that the conformance suite holds responses to; the texts are typed by them, so
// a field without one does not compile.
import * as z from "zod/mini";
import { accountRequestIn, transactionRequest } from "../../../core/ledger/requests.ts";
import {
  Account,
  Decline,
  FailedEvent,
  FoundTransactions,
  SettledEvent,
  Totals,
  Transaction,
  TransactionPage,
} from "../../../core/wire/payment-intents/ledger-contract.ts";
import type { About } from "../../../core/wire/shared/openapi-notes.ts";

export const names = z.registry<About>();

const Failure = z.object({
  error: z.string(),
  details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});

export const SCHEMAS = {
  TransactionRequest: transactionRequest,
  AccountRequest: accountRequestIn("USD"),
  Transaction,
  Decline,
  Failure,
  FoundTransactions,
  Account,
  TransactionPage,
  Totals,
  TransactionSettled: SettledEvent,
  TransactionFailed: FailedEvent,
} as const;

export type SchemaName = keyof typeof SCHEMAS;

for (const [id, schema] of Object.entries(SCHEMAS)) names.add(schema, { id });

type Fields<Schema extends z.ZodMiniType> = Record<keyof z.input<Schema>, string>;

const METADATA =
  "`payment_intent_id`, or `movement_id`, and `operation_key`, which is the idempotency key. Returned as it was sent.";

const transaction: Fields<typeof Transaction> = {
  transaction_id: "The ledger's own id.",
  transaction_type: "Of what the service requests; others may be in a history.",
  status: "A `pending` one ends as `completed` or `failed`, and then never changes again.",
  amount: "Decimal text in major units, with at most as many decimals as ISO 4217 gives the currency.",
  currency: "ISO 4217, upper case.",
  from_account_id: "Who pays.",
  to_account_id: "Who is paid.",
  description: "As it was sent.",
  metadata: METADATA,
  created_at: "ISO 8601.",
  completed_at: "ISO 8601. Null until it has settled.",
  failure_reason: "Why it failed.",
};

export const FIELDS: { [Name in SchemaName]: Fields<(typeof SCHEMAS)[Name]> } = {
  TransactionRequest: {
    transaction_type:
      "A `payment` is from a wallet to a merchant, a `refund` from a merchant to a wallet, a `top_up` from `float` to a wallet, a `pay_out` from a wallet to `float`, and an `adjustment` between `float` and any wallet or merchant.",
    from_account_id:
      "The wallet's id, the merchant's, or `float`, which is the operator's account. It alone may be below zero.",
    to_account_id: "The other of the two.",
    amount: "Decimal text in major units, greater than zero, without more decimals than the currency has.",
    currency: "ISO 4217, upper case.",
    description: "For people.",
    metadata:
      "To return as it is: `payment_intent_id`, or `movement_id`, and `operation_key`, which is the idempotency key. A refund's may have the shop's `refund_reference` and `refund_reason`.",
  },
  AccountRequest: {
    account_id: "The wallet's id.",
    currency: "The currency that the wallet holds.",
    opening_balance: "Decimal text; may be zero.",
  },
  Transaction: transaction,
  Decline: { error: "Why the transfer was declined." },
  Failure: {
    error: "For people: the service reads the status only.",
    details: "The invalid fields of a malformed request.",
  },
  FoundTransactions: { transactions: "The transaction under the key, a declined one too, or none." },
  Account: { account_id: "As requested.", balances: "One for each currency that the account holds." },
  TransactionPage: {
    transactions: "Newest first. New ones only ever come before those that were there.",
    page: "As requested.",
    limit: "As requested.",
    total: "How many transactions the account has, on all pages.",
    before: "As requested: the page is one of those behind that transaction.",
  },
  Totals: { totals: "One for each currency. `float` is what is owed: the sum of the others." },
  TransactionSettled: { type: "What happened.", data: "The whole transaction." },
  TransactionFailed: { type: "What happened.", data: "The whole transaction." },
};
