// The ledger over HTTP. Any response but the expected one makes the result `unknown`: money may have moved, so the
// request is retried under the same key and the result is never guessed.
import type { TransferResult } from "../domain/ledger.ts";
import { exactDecimalText } from "../domain/money.ts";
import { DependencyError, type Ledger, type SandboxLedger } from "../domain/ports.ts";
import { type Fetch, fetchJson, type JsonResponse } from "../lib/fetch-json.ts";
import { log } from "../lib/log.ts";
import {
  accountJson,
  assertMatches,
  historyJson,
  pageJson,
  presentTransfer,
  readBalance,
  readDecline,
  readResult,
  transactionJson,
} from "../wire/ledger.ts";

const RESPONSE_BYTES_MAX = 1024 * 1024;

export function createLedgerClient(options: {
  fetch: Fetch;
  baseUrl: string;
  token: string;
  timeoutMs?: number;
}): Ledger & SandboxLedger {
  const { fetch, baseUrl, token, timeoutMs = 5000 } = options;

  function call(path: string, body?: unknown, idempotencyKey?: string): Promise<JsonResponse> {
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
    if (body === undefined) return exchange({ headers });
    headers.set("Content-Type", "application/json");
    return exchange({ method: "POST", headers, body: JSON.stringify(body) });

    function exchange(init: RequestInit) {
      return fetchJson(fetch, baseUrl + path, init, { timeoutMs, maxBytes: RESPONSE_BYTES_MAX });
    }
  }

  return {
    transfer: (transfer) =>
      orUnknown({ key: transfer.key }, async () => {
        const response = await call("/v1/transactions", presentTransfer(transfer), transfer.key);
        if (response.status === 422) return readDecline(response.body);
        const transaction = transactionJson.parse(expectStatus(response, 200, 201).body);
        assertMatches(transaction, transfer);
        return readResult(transaction);
      }),

    findTransfer: (transactionId) =>
      orUnknown({ transactionId }, async () => {
        const response = await call(`/v1/transactions/${encodeURIComponent(transactionId)}`);
        const transaction = transactionJson.parse(expectStatus(response, 200).body);
        if (transaction.transaction_id !== transactionId) throw new Error("another transaction was returned");
        return readResult(transaction);
      }),

    findTransaction: (transactionId) =>
      orDependencyError(async () => {
        const response = await call(`/v1/transactions/${encodeURIComponent(transactionId)}`);
        if (response.status === 404) return null;
        const transaction = historyJson.parse(expectStatus(response, 200).body);
        if (transaction.transaction_id !== transactionId) throw new Error("another transaction was returned");
        return transaction;
      }),

    listTransactions: (accountId, page, limit) =>
      orDependencyError(async () => {
        const path = `/v1/accounts/${encodeURIComponent(accountId)}/transactions?page=${page}&limit=${limit}`;
        return pageJson.parse(expectStatus(await call(path), 200).body);
      }),

    findBalances: (accountId) =>
      orDependencyError(async () => {
        const response = await call(`/v1/accounts/${encodeURIComponent(accountId)}`);
        if (response.status === 404) return null;
        return accountJson.parse(expectStatus(response, 200).body).balances.map(readBalance);
      }),

    openAccount: (accountId, currency, openingBalanceMinor) =>
      orDependencyError(async () => {
        const opening_balance = exactDecimalText(openingBalanceMinor, currency);
        const response = await call("/v1/accounts", { account_id: accountId, currency, opening_balance });
        expectStatus(response, 200, 201);
      }),
  };
}

async function orUnknown(
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

async function orDependencyError<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw new DependencyError("ledger", "the ledger did not respond as expected", { cause: error });
  }
}

function expectStatus(response: JsonResponse, ...expected: number[]): JsonResponse {
  if (!expected.includes(response.status)) throw new Error(`unexpected status ${response.status}`);
  return response;
}
