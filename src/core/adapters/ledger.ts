// The ledger over HTTP. A response that the contract does not name leaves the result unknown: money may have moved, so the request
// is retried under the same key and the result is never guessed.

import { DependencyError } from "#core/domain/dependency-error.ts";
import type { LedgerReport, LedgerTransfer, TransferResult } from "#core/domain/ledger.ts";
import { exactDecimalText } from "#core/domain/money.ts";
import type { Ledger, SandboxLedger } from "#core/domain/ports/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { type Fetch, fetchJson, type JsonResponse } from "#core/lib/fetch-json.ts";
import { log } from "#core/lib/log.ts";
import {
  accountJson,
  assertMatches,
  hasCompleted,
  pageJson,
  presentTransfer,
  readBalance,
  readDecline,
  readKeyed,
  readPageBefore,
  readResult,
  readTotals,
  readTransaction,
  transactionJson,
} from "#core/wire/payment-intents/ledger.ts";
import { withTokens } from "./ledger-tokens.ts";

export const RESPONSE_BYTES_MAX = 1024 * 1024;
/** The look-up by key is an optional part of the contract. */
export const LOOK_UP_UNSUPPORTED = [400, 404, 405, 501];
export const VOID_UNSUPPORTED = [404, 405];
/** Opening an account and the totals are optional as well. */
export const CALL_UNSUPPORTED = [404, 405, 501];
/** Time-out, too early, too many requests: the only client errors that pass by themselves (RFC 9110, 8470, 6585). */
export const TEMPORARY_CLIENT_ERRORS = new Set([408, 425, 429]);

export function createLedgerClient(options: {
  fetch: Fetch;
  baseUrl: string;
  /** All but the first are for a rotation; see ledger-tokens.ts. */
  tokens: readonly string[];
  timeoutMs?: number;
}): Ledger & SandboxLedger {
  const { baseUrl, tokens, timeoutMs = 5000 } = options;
  const fetch = withTokens(options.fetch, tokens);

  function call(path: string, body?: unknown, idempotencyKey?: string): Promise<JsonResponse> {
    const headers = new Headers();
    if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    return fetchJson(fetch, baseUrl + path, init, { timeoutMs, maxBytes: RESPONSE_BYTES_MAX });
  }

  const lookUp = (key: string) => call(`/v1/transactions?idempotency_key=${encodeURIComponent(key)}`);

  async function findByKey(key: string): Promise<Result<LedgerReport | null, "unsupported">> {
    const response = await lookUp(key);
    if (LOOK_UP_UNSUPPORTED.includes(response.status)) return err("unsupported");
    return readKeyed(expectStatus(response, 200).body, key);
  }

  /** Returns null also when the ledger cannot look up keys. */
  async function findTaken(key: string): Promise<LedgerReport | null> {
    log("warn", "transfer_key_taken", { key });
    const found = await findByKey(key);
    return found.ok ? found.value : null;
  }

  return {
    transfer: (transfer) =>
      orUnknown({ key: transfer.key }, async () => {
        const response = await call("/v1/transactions", presentTransfer(transfer), transfer.key);
        if (response.status === 409)
          return { outcome: "key_taken", transaction: await findTaken(transfer.key) };
        return resultOf(response, transfer);
      }),

    voidKey: (transfer) => orDependencyError(() => voidAt(call, transfer)),

    findTransfer: (transactionId) =>
      orUnknown({ transactionId }, async () => {
        const response = await call(`/v1/transactions/${encodeURIComponent(transactionId)}`);
        const transaction = transactionJson.parse(expectStatus(response, 200).body);
        if (transaction.transaction_id !== transactionId) throw anotherTransaction();
        return readResult(transaction);
      }),

    findById: (transactionId) =>
      orDependencyError(async () => {
        const response = await call(`/v1/transactions/${encodeURIComponent(transactionId)}`);
        const transaction =
          response.status === 404 ? null : readTransaction(expectStatus(response, 200).body);
        if (transaction !== null && transaction.transactionId !== transactionId) throw anotherTransaction();
        return transaction;
      }),

    findByKey: (key) => orDependencyError(() => findByKey(key)),

    hasMoved: (key) =>
      orDependencyError(async () => {
        const response = await lookUp(key);
        if (LOOK_UP_UNSUPPORTED.includes(response.status)) return false;
        return hasCompleted(expectStatus(response, 200).body, key);
      }),

    listTransactions: (accountId, page, limit) =>
      orDependencyError(async () => {
        const response = await call(historyPath(accountId, page, limit));
        return pageJson.parse(expectStatus(response, 200).body);
      }),

    listBefore: (accountId, transactionId, limit) =>
      orDependencyError(async () => {
        const path = historyPath(accountId, 1, limit);
        const response = await call(`${path}&before=${encodeURIComponent(transactionId)}`);
        if (response.status === 400) return err("unsupported");
        return readPageBefore(expectStatus(response, 200).body, transactionId);
      }),

    ...accountCalls(call),
  };
}

type Call = (path: string, body?: object) => Promise<JsonResponse>;

function accountCalls(
  call: Call,
): Pick<Ledger & SandboxLedger, "findBalances" | "findTotals" | "openWallet" | "openAccount"> {
  return {
    findBalances: (accountId) =>
      orDependencyError(async () => {
        const response = await call(`/v1/accounts/${encodeURIComponent(accountId)}`);
        if (response.status === 404) return null;
        return accountJson.parse(expectStatus(response, 200).body).balances.map(readBalance);
      }),

    findTotals: () =>
      orDependencyError(async () => {
        const response = await call("/v1/totals");
        if (CALL_UNSUPPORTED.includes(response.status)) return err("unsupported");
        return ok(readTotals(expectStatus(response, 200).body));
      }),

    openWallet: (account_id) => openAt(call, { account_id }, CALL_UNSUPPORTED),

    openAccount: (account_id, currency, openingBalanceMinor) => {
      const opening_balance = exactDecimalText(openingBalanceMinor, currency);
      return openAt(call, { account_id, currency, opening_balance });
    },
  };
}

async function voidAt(call: Call, transfer: LedgerTransfer): Promise<Result<boolean, "unsupported">> {
  const path = `/v1/transactions/${encodeURIComponent(transfer.key)}/void`;
  const response = await call(path, presentTransfer(transfer));
  if (VOID_UNSUPPORTED.includes(response.status)) return err("unsupported");
  if (response.status === 409) return ok(false);
  const transaction = transactionJson.parse(expectStatus(response, 200).body);
  assertMatches(transaction, transfer);
  return ok(isVoided(readResult(transaction)));
}

function openAt(call: Call, account: object, alsoFine: readonly number[] = []): Promise<void> {
  return orDependencyError(async () => {
    expectStatus(await call("/v1/accounts", account), 200, 201, ...alsoFine);
  });
}

function historyPath(accountId: string, page: number, limit: number): string {
  return `/v1/accounts/${encodeURIComponent(accountId)}/transactions?page=${page}&limit=${limit}`;
}

/** The result that any response but a 409 gives. */
function resultOf(response: JsonResponse, transfer: LedgerTransfer): TransferResult {
  const decline = response.status === 422 ? readDecline(response.body) : null;
  if (decline !== null) return decline;
  if (isRejection(response.status)) {
    log("error", "transfer_rejected", { key: transfer.key, status: response.status });
    return { outcome: "rejected" };
  }
  const transaction = transactionJson.parse(expectStatus(response, 200, 201).body);
  assertMatches(transaction, transfer);
  return readResult(transaction);
}

/** An operator's decline voids it, not the ledger's own. */
export function isVoided(result: TransferResult): boolean {
  return result.outcome === "declined" && result.reason === "not_executed";
}

export async function orUnknown(
  subject: { key: string } | { transactionId: string },
  request: () => Promise<TransferResult>,
): Promise<TransferResult> {
  try {
    return await request();
  } catch (error) {
    log("error", "transfer_result_unknown", { ...subject, error });
    return { outcome: "unknown" };
  }
}

export async function orDependencyError<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new DependencyError("ledger", "the ledger did not respond as expected", { cause: error });
  }
}

export function expectStatus(response: JsonResponse, ...expected: number[]): JsonResponse {
  if (!expected.includes(response.status)) throw new Error(`unexpected status ${response.status}`);
  return response;
}

function anotherTransaction(): Error {
  return new Error("another transaction was returned");
}

/** A client error: the same request will get the same response until something is mended. */
export function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && !TEMPORARY_CLIENT_ERRORS.has(status);
}
