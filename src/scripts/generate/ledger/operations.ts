// The ledger's calls: each route of the embedded ledger has its row here, and the other way round.
import type * as z from "zod/mini";
import { idempotencyHeader, keyQuery, pageQuery } from "../../../core/ledger/requests.ts";
import type { SchemaName } from "./schemas.ts";

export interface LedgerOperation {
  id: string;
  summary: string;
  description: string;
  headers?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: SchemaName;
  responses: Record<string, { means: string; body: SchemaName }>;
}

const DECIDED = "The transaction. It may have `failed`, which is a decline.";
const INVALID = {
  means:
    "The request is malformed. The service sends it again at growing intervals, up to an hour, and logs it for an operator; the same goes for any other 4xx except 408, 425 and 429.",
  body: "Failure",
} as const;
const UNKNOWN = { means: "There is none.", body: "Failure" } as const;
const NOT_OFFERED = {
  means: "Not offered: the ledger opens accounts in another way.",
  body: "Failure",
} as const;

const CANNOT_VOID = {
  means: "Not offered. The service waits until 10 minutes after its last request.",
  body: "Failure",
} as const;
const NO_TOTALS = { means: "Not offered.", body: "Failure" } as const;

export const OPERATIONS: Record<string, LedgerOperation> = {
  "POST /v1/transactions": {
    id: "postTransaction",
    summary: "Move money",
    description:
      "The first request under a key fixes the result for ever, even if it is a decline. After a time-out, a lost connection, 408, 425, 429, a 5xx, or a transaction with other accounts, amount or currency, the service sends the same request again under the same key, until the result is definite. Repeats may arrive at the same time.",
    headers: idempotencyHeader,
    body: "TransactionRequest",
    responses: {
      201: { means: DECIDED, body: "Transaction" },
      200: { means: "The same request came before. Its transaction, as it now stands.", body: "Transaction" },
      400: INVALID,
      409: {
        means: "The key was used with another request, which keeps its result. Nothing has moved.",
        body: "Failure",
      },
      422: { means: "Declined, for ever under this key. Nothing has moved.", body: "Decline" },
    },
  },
  "POST /v1/transactions/{key}/void": {
    id: "voidKey",
    summary: "Use up a key (optional)",
    description:
      "An operator ends a transfer that has no result. With the body of that transfer: if nothing is stored under the key, a decline is, for ever, with `not_executed` as its reason. Whatever request is still under way then gets that decline.",
    body: "TransactionRequest",
    responses: {
      200: {
        means: "What is under the key: that decline, or the transaction that came before.",
        body: "Transaction",
      },
      400: INVALID,
      404: CANNOT_VOID,
      405: CANNOT_VOID,
      409: { means: "The key was used with another request.", body: "Failure" },
    },
  },
  "GET /v1/transactions": {
    id: "findTransactionByKey",
    summary: "Find the transaction under a key (optional)",
    description:
      "A ledger without it responds with 400, 404, 405 or 501. With it, an operator need not search for what the service does not know.",
    query: keyQuery,
    responses: {
      200: { means: "The transaction under this key and no other, or none.", body: "FoundTransactions" },
      400: INVALID,
    },
  },
  "GET /v1/transactions/{id}": {
    id: "getTransaction",
    summary: "Read a transaction",
    description: "The service polls it while it is pending.",
    responses: { 200: { means: "The transaction as it now stands.", body: "Transaction" }, 404: UNKNOWN },
  },
  "GET /v1/accounts/{id}": {
    id: "getAccount",
    summary: "Read an account's balances",
    description: "A wallet that is unknown here cannot be scanned.",
    responses: {
      200: { means: "The balances. Accepted refunds have left the merchant's.", body: "Account" },
      404: UNKNOWN,
    },
  },
  "GET /v1/accounts/{id}/transactions": {
    id: "listTransactions",
    summary: "Page through an account's history",
    description:
      "Newest first. A transaction keeps its place when it settles, and new ones come only before it: who reads on to the next page and skips what was on the page before misses nothing. With `before` (optional), the pages begin behind that transaction, and the response repeats it; a ledger without it ignores the parameter or responds with 400.",
    query: pageQuery,
    responses: {
      200: { means: "A page. Empty past the end, and for an unknown account.", body: "TransactionPage" },
      400: {
        means:
          "The request is malformed, or `before` is no transaction of this history: the service then reads by page.",
        body: "Failure",
      },
    },
  },
  "GET /v1/totals": {
    id: "getTotals",
    summary: "Add up all accounts (optional)",
    description:
      "Per currency, as of one moment: `float` is the negative of the operator's account, `in_flight` what has left an account and not yet reached another. The service compares them.",
    responses: {
      200: { means: "The sums.", body: "Totals" },
      404: NO_TOTALS,
      405: NO_TOTALS,
      501: NO_TOTALS,
    },
  },
  "POST /v1/accounts": {
    id: "openAccount",
    summary: "Open a wallet (optional)",
    description:
      "The service calls it with `account_id` alone when a customer signs in who has got a wallet from it. Only the sandbox also opens wallets with money in them, at the embedded ledger.",
    body: "AccountRequest",
    responses: {
      201: { means: "The account.", body: "Account" },
      200: { means: "The account exists; it has not changed.", body: "Account" },
      400: INVALID,
      404: NOT_OFFERED,
      405: NOT_OFFERED,
      501: NOT_OFFERED,
    },
  },
};
