// Formance Ledger, for operators who have one: its API in place of this service's own contract (.github/contracts/ledger.md).

import {
  expectStatus,
  isVoided,
  orDependencyError,
  orUnknown,
  RESPONSE_BYTES_MAX,
} from "#core/adapters/ledger.ts";
import { withTokens } from "#core/adapters/ledger-tokens.ts";
import {
  type DeclineReason,
  floatDifference,
  type LedgerTotals,
  type LedgerTransfer,
  type TransferKind,
  type TransferResult,
} from "#core/domain/ledger.ts";
import type { AccountBalance, Ledger } from "#core/domain/ports/ledger.ts";
import { err, ok } from "#core/domain/result.ts";
import { type Fetch, fetchJson } from "#core/lib/fetch-json.ts";
import { log } from "#core/lib/log.ts";
import { parseExact } from "#core/lib/raw-json.ts";
import { readResult, readTransaction } from "#core/wire/payment-intents/ledger.ts";
import {
  addressesOf,
  aggregateReply,
  balancesIn,
  MERCHANTS,
  type Posting,
  postingsOf,
  readAccount,
  requiredAccount,
  totalsOf,
  WALLETS,
  WORLD,
} from "../wire/formance-accounts.ts";
import {
  type FormanceTransaction,
  isTransactionId,
  listReply,
  presentBurn,
  presentPosting,
  readBurn,
  readPosted,
  transactionReply,
} from "../wire/formance-transactions.ts";
import { afterBurn, afterLookUp, afterPosting, type LastStep, type Reply } from "./formance-decisions.ts";
import { type Call, createHistory } from "./formance-history.ts";

const TOTALS_READS_MAX = 3;

/** `baseUrl` ends in `/v2/` and the ledger's name. */
export function createFormanceLedger(options: {
  fetch: Fetch;
  baseUrl: string;
  tokens: readonly string[];
  timeoutMs?: number;
}): Ledger {
  const { baseUrl, tokens, timeoutMs = 5000 } = options;
  const fetch = withTokens(options.fetch, tokens);
  const call: Call = (path, init = {}) =>
    fetchJson(fetch, baseUrl + path, init, { timeoutMs, maxBytes: RESPONSE_BYTES_MAX, parse: parseExact });
  const { listTransactions, listBefore } = createHistory(call);

  return {
    transfer: (transfer) => orUnknown({ key: transfer.key }, () => move(call, transfer)),

    voidKey: (transfer) =>
      orDependencyError(async () => {
        const [posting] = postingsOf(transfer);
        const result = posting && (await burn(call, transfer, posting, "not_executed"));
        if (result === undefined || result.outcome === "unknown" || result.outcome === "rejected")
          throw new Error("the key was not used up");
        return ok(isVoided(result));
      }),

    findTransfer: (transactionId) =>
      orUnknown({ transactionId }, async () => {
        const found = await findTransaction(call, transactionId);
        if (found === null) throw new Error("the transaction was not found");
        return readResult(found);
      }),

    findById: (transactionId) =>
      orDependencyError(async () => {
        const found = await findTransaction(call, transactionId);
        return found === null ? null : readTransaction(found);
      }),

    findByKey: (key) =>
      orDependencyError(async () => {
        const found = await findByReference(call, key);
        if (found === null) return ok(null);
        const report = readTransaction(readBurn(found) ?? readPosted(found));
        return report === null ? err("unsupported") : ok(report);
      }),

    hasMoved: (key) =>
      orDependencyError(async () => {
        const found = await findByReference(call, key);
        return found !== null && readBurn(found) === null;
      }),

    listTransactions: (...place) => orDependencyError(() => listTransactions(...place)),

    listBefore: (...place) => orDependencyError(() => listBefore(...place)),

    findBalances: (accountId) =>
      orDependencyError(async () => {
        const found = await Promise.all(addressesOf(accountId).map((address) => findAccount(call, address)));
        return found.find((balances) => balances !== null) ?? null;
      }),

    findTotals: () => orDependencyError(async () => ok(await findTotals(call))),

    openWallet: (walletId) =>
      orDependencyError(async () => {
        for (const address of addressesOf(walletId, [WALLETS])) {
          if ((await findAccount(call, address)) !== null) return;
          expectStatus(
            await call(`/accounts/${address}/metadata`, posted({ wallet_id: walletId })),
            200,
            204,
          );
        }
      }),
  };
}

async function move(call: Call, transfer: LedgerTransfer): Promise<TransferResult> {
  const postings = postingsOf(transfer);
  const [first] = postings;
  if (first === undefined) return noted({ outcome: "rejected" }, transfer);
  const posting = await choose(call, transfer.kind, postings);
  if (posting === null) return await burn(call, transfer, first, "account_not_found");
  const reply = await call("/transactions", posted(presentPosting(transfer, posting), transfer.key));
  const step = afterPosting(reply, transfer);
  if (step.next !== "burn") return await finish(call, transfer, step, reply);
  const isWallet = posting.source.startsWith(WALLETS);
  const isPayerKnown = !isWallet || (await findAccount(call, posting.source)) !== null;
  return await burn(call, transfer, posting, isPayerKnown ? "insufficient_funds" : "account_not_found");
}

/** Returns null when an account is not known that has to be. */
async function choose(call: Call, kind: TransferKind, postings: Posting[]): Promise<Posting | null> {
  for (const posting of postings) {
    const required = requiredAccount(kind, posting);
    if (required === null || (await findAccount(call, required)) !== null) return posting;
  }
  return null;
}

/** Leaves out the transfer's Idempotency-Key: that belongs to another body. */
async function burn(
  call: Call,
  transfer: LedgerTransfer,
  posting: Posting,
  reason: DeclineReason,
): Promise<TransferResult> {
  const reply = await call("/transactions", posted(presentBurn(transfer, posting, reason)));
  return await finish(call, transfer, afterBurn(reply, transfer, reason), reply);
}

async function finish(
  call: Call,
  transfer: LedgerTransfer,
  step: LastStep,
  { status }: Reply,
): Promise<TransferResult> {
  if (step.next === "done") return noted(step.result, transfer, status);
  const found = await findByReference(call, transfer.key);
  return noted(afterLookUp(found, transfer, step.ifNone), transfer, status);
}

/** `status`: of the response that decided; none when nothing was sent. */
function noted(result: TransferResult, { key }: LedgerTransfer, status?: number): TransferResult {
  if (result.outcome === "unknown") log("error", "transfer_result_unknown", { key });
  if (result.outcome === "rejected") log("error", "transfer_rejected", { key, status });
  if (result.outcome === "key_taken") log("warn", "transfer_key_taken", { key });
  return result;
}

/** Returns null for one that does not exist, and for a key that was used up: nothing has moved. */
async function findTransaction(call: Call, transactionId: string) {
  if (!isTransactionId(transactionId)) return null;
  const response = await call(`/transactions/${transactionId}`);
  if (response.status === 404) return null;
  const transaction = transactionReply.parse(expectStatus(response, 200).body).data;
  if (String(transaction.id) !== transactionId) throw new Error("another transaction was returned");
  return readBurn(transaction) === null ? readPosted(transaction) : null;
}

async function findByReference(call: Call, reference: string): Promise<FormanceTransaction | null> {
  const query = encodeURIComponent(JSON.stringify({ $match: { reference } }));
  const response = expectStatus(await call(`/transactions?query=${query}`), 200);
  const [found = null, ...others] = listReply.parse(response.body).cursor.data;
  if (others.length > 0 || (found !== null && found.reference !== reference))
    throw new Error("the look-up by reference returned others");
  return found;
}

async function findAccount(call: Call, address: string): Promise<AccountBalance[] | null> {
  const response = await call(`/accounts/${address}?expand=volumes`);
  return response.status === 404 ? null : readAccount(expectStatus(response, 200).body);
}

/** They are not of one moment, so what does not add up is read again. */
async function findTotals(call: Call): Promise<LedgerTotals[]> {
  for (let read = 1; ; read++) {
    const [wallets, merchants, world] = await Promise.all([
      sumOf(call, WALLETS),
      sumOf(call, MERCHANTS),
      sumOf(call, WORLD),
    ]);
    const totals = totalsOf({ wallets, merchants, world });
    if (totals.every((each) => floatDifference(each) === 0n) || read === TOTALS_READS_MAX) return totals;
  }
}

async function sumOf(call: Call, address: string): Promise<AccountBalance[]> {
  const query = encodeURIComponent(JSON.stringify({ $match: { address } }));
  const response = expectStatus(await call(`/aggregate/balances?query=${query}`), 200);
  return balancesIn(Object.entries(aggregateReply.parse(response.body).data));
}

function posted(body: object, idempotencyKey?: string): RequestInit {
  const headers = new Headers({ "Content-Type": "application/json" });
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
  return { method: "POST", headers, body: JSON.stringify(body) };
}
