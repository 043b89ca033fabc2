// The ledger over HTTP. An answer that is not exactly what was asked for is `unknown`: money may have moved,
// so it is asked again under the same key and never guessed.
import type { LedgerAnswer, LedgerEvent } from "../domain/ledger.ts";
import { decimalText } from "../domain/money.ts";
import { DependencyError, type Ledger, type SandboxLedger } from "../domain/ports.ts";
import { log } from "../log.ts";
import { type Fetch, fetchJson, type JsonAnswer } from "./http.ts";
import {
  accountJson,
  assertAsAsked,
  eventJson,
  pageJson,
  presentTransfer,
  readAnswer,
  readBalance,
  readDecline,
  readPage,
  transactionJson,
} from "./ledger-wire.ts";

const ANSWER_BYTES_MAX = 1024 * 1024;

export function createLedgerClient(options: {
  fetch: Fetch;
  baseUrl: string;
  token: string;
  timeoutMs?: number;
}): Ledger & SandboxLedger {
  const { fetch, baseUrl, token, timeoutMs = 5000 } = options;

  function call(path: string, body?: unknown, idempotencyKey?: string): Promise<JsonAnswer> {
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
    if (body === undefined) return exchange({ headers });
    headers.set("Content-Type", "application/json");
    return exchange({ method: "POST", headers, body: JSON.stringify(body) });

    function exchange(init: RequestInit) {
      return fetchJson(fetch, baseUrl + path, init, { timeoutMs, maxBytes: ANSWER_BYTES_MAX });
    }
  }

  return {
    transfer: (transfer) =>
      neverThrowing({ key: transfer.key }, async () => {
        const answer = await call("/v1/transactions", presentTransfer(transfer), transfer.key);
        if (answer.status === 422) return readDecline(answer.body);
        const transaction = transactionJson.parse(expectStatus(answer, 200, 201).body);
        assertAsAsked(transaction, transfer);
        return readAnswer(transaction);
      }),

    findTransfer: (transactionId) =>
      neverThrowing({ transactionId }, async () => {
        const answer = await call(`/v1/transactions/${encodeURIComponent(transactionId)}`);
        const transaction = transactionJson.parse(expectStatus(answer, 200).body);
        if (transaction.transaction_id !== transactionId) throw new Error("another transaction was returned");
        return readAnswer(transaction);
      }),

    listTransactions: (accountId, page, limit) =>
      orDependencyError(async () => {
        const path = `/v1/accounts/${encodeURIComponent(accountId)}/transactions?page=${page}&limit=${limit}`;
        return readPage(pageJson.parse(expectStatus(await call(path), 200).body));
      }),

    findBalances: (accountId) =>
      orDependencyError(async () => {
        const answer = await call(`/v1/accounts/${encodeURIComponent(accountId)}`);
        if (answer.status === 404) return null;
        return accountJson.parse(expectStatus(answer, 200).body).balances.map(readBalance);
      }),

    openAccount: (accountId, currency, openingBalanceMinor) =>
      orDependencyError(async () => {
        const opening_balance = decimalText(openingBalanceMinor, currency);
        const answer = await call("/v1/accounts", { account_id: accountId, currency, opening_balance });
        expectStatus(answer, 200, 201);
      }),
  };
}

/** Null for what is malformed or concerns none of our intents. */
export function parseLedgerEvent(body: unknown): LedgerEvent | null {
  const event = eventJson.safeParse(body);
  if (!event.success) return null;
  const { type, data } = event.data;
  if (data.status !== (type === "transaction.settled" ? "completed" : "failed")) return null;
  return {
    kind: data.transaction_type,
    paymentIntentId: data.metadata.payment_intent_id,
    transactionId: data.transaction_id,
    operationKey: data.metadata.operation_key ?? null,
    answer: readAnswer(data),
  };
}

async function neverThrowing(
  subject: { key: string } | { transactionId: string },
  ask: () => Promise<LedgerAnswer>,
): Promise<LedgerAnswer> {
  try {
    return await ask();
  } catch (error) {
    log("error", "ledger_answer_unknown", { ...subject, error });
    return { outcome: "unknown" };
  }
}

async function orDependencyError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new DependencyError("ledger", "the ledger did not answer in its contract", { cause: error });
  }
}

function expectStatus(answer: JsonAnswer, ...expected: number[]): JsonAnswer {
  if (!expected.includes(answer.status)) throw new Error(`unexpected status ${answer.status}`);
  return answer;
}
