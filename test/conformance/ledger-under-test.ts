// The ledger's calls, each held to its schema. A transfer is sent as the service sends it, until it is decided.
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import {
  CALL_UNSUPPORTED,
  LOOK_UP_UNSUPPORTED,
  TEMPORARY_CLIENT_ERRORS,
  VOID_UNSUPPORTED,
} from "#core/adapters/ledger.ts";
import { currencyExponent } from "#core/domain/money.ts";
import {
  Account,
  type ContractTransaction,
  Decline,
  FoundTransactions,
  Totals,
  Transaction,
  TransactionPage,
} from "#core/wire/payment-intents/ledger-contract.ts";
import { demand, demandEqual, Skipped, Unmet } from "./demand.ts";
import { type Ask, exchange, type Reply } from "./exchange.ts";
import type { Transfer } from "./transfers.ts";

export type Decision =
  | { outcome: "accepted"; transaction: ContractTransaction }
  | { outcome: "declined"; reason: string };

// Without a locale, `zod/mini` says only "Invalid input".
z.config(z.locales.en());

const ATTEMPTS_MAX = 5;
const POLL_MS = 50;

export class LedgerUnderTest {
  /** All responses so far count. */
  slowestMs = 0;
  largestBytes = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #waitMs: number;

  /** `waitMs`: how long a pending transaction may take to settle. */
  constructor(url: string, token: string, waitMs: number) {
    this.#url = url.replace(/\/$/, "");
    this.#token = token;
    this.#waitMs = waitMs;
  }

  async call(method: string, path: string, ask: Ask = {}): Promise<Reply> {
    const reply = await exchange(this.#url + path, method, ask, this.#token);
    this.slowestMs = Math.max(this.slowestMs, reply.durationMs);
    this.largestBytes = Math.max(this.largestBytes, reply.sizeBytes);
    return reply;
  }

  /** Once, whatever comes back. */
  async send({ key, body }: Transfer, ask: Ask = {}): Promise<Reply> {
    return await this.call("POST", "/v1/transactions", { key, body, ...ask });
  }

  /** Again, while the response leaves the result unknown. */
  async sendUntilKnown(transfer: Transfer): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await this.send(transfer);
      if (!isTemporary(reply.status) || attempt === ATTEMPTS_MAX) return reply;
      await sleep(POLL_MS * 2 ** attempt);
    }
  }

  async decide(transfer: Transfer): Promise<Decision> {
    return decisionOf(await this.sendUntilKnown(transfer));
  }

  /** The transaction, which must not have been declined. */
  async accept(transfer: Transfer): Promise<ContractTransaction> {
    const decision = await this.decide(transfer);
    if (decision.outcome === "accepted") return decision.transaction;
    throw new Unmet("an accepted transfer", `a decline: ${decision.reason}`);
  }

  async decline(transfer: Transfer, ...reasons: string[]): Promise<void> {
    const decision = await this.decide(transfer);
    const seen = decision.outcome === "accepted" ? "an accepted transfer" : decision.reason;
    demand(reasons.includes(seen), `a decline: ${reasons.join(" or ")}`, seen);
  }

  /** What is under the key afterwards. Throws Skipped when the ledger cannot void keys. */
  async voidKey({ key, body }: Transfer): Promise<ContractTransaction> {
    const reply = await this.call("POST", `/v1/transactions/${encodeURIComponent(key)}/void`, { body });
    if (VOID_UNSUPPORTED.includes(reply.status))
      throw new Skipped(`voiding a key is optional, and the response was ${reply.status}`);
    return read(Transaction, reply, "a transaction");
  }

  async find(transactionId: string): Promise<ContractTransaction> {
    const reply = await this.call("GET", `/v1/transactions/${encodeURIComponent(transactionId)}`);
    return read(Transaction, reply, "a transaction");
  }

  /** Waits until it is no longer pending. */
  async settled({ transaction_id: id }: ContractTransaction): Promise<ContractTransaction> {
    for (let waitedMs = 0; waitedMs <= this.#waitMs; waitedMs += POLL_MS) {
      const transaction = await this.find(id);
      if (transaction.status !== "pending") return transaction;
      await sleep(POLL_MS);
    }
    throw new Unmet(`a settled transaction after ${this.#waitMs / 1000} seconds`, "a pending one");
  }

  /** Throws Skipped when the ledger has no look-up by key. */
  async findByKey(key: string): Promise<ContractTransaction[]> {
    const reply = await this.call("GET", `/v1/transactions?idempotency_key=${encodeURIComponent(key)}`);
    if (LOOK_UP_UNSUPPORTED.includes(reply.status))
      throw new Skipped(`the look-up by key is optional, and the response was ${reply.status}`);
    return read(FoundTransactions, reply, "a list of at most one transaction").transactions;
  }

  /** Returns minor units; zero for an account or currency that the ledger does not know. */
  async balanceOf(accountId: string, currency: string): Promise<number> {
    const reply = await this.call("GET", `/v1/accounts/${encodeURIComponent(accountId)}`);
    if (reply.status === 404) return 0;
    const { account_id, balances } = read(Account, reply, "an account");
    demandEqual(account_id, accountId, "account_id");
    const found = balances.filter((balance) => balance.currency === currency);
    demand(found.length <= 1, `one balance in ${currency}`, balances);
    return found.reduce((sum, { amount }) => sum + toMinor(amount, currency), 0);
  }

  /** Throws Skipped when the ledger does not add up its accounts. */
  async totalsOf(currency: string): Promise<Record<"float" | "wallets" | "merchants" | "in_flight", number>> {
    const reply = await this.call("GET", "/v1/totals");
    if (CALL_UNSUPPORTED.includes(reply.status))
      throw new Skipped(`the totals are optional, and the response was ${reply.status}`);
    const { totals } = read(Totals, reply, "the totals of each currency");
    const found = totals.filter((total) => total.currency === currency);
    demand(found.length <= 1, `one row in ${currency}`, totals);
    const minor = (name: "float" | "wallets" | "merchants" | "in_flight") =>
      toMinor(found[0]?.[name] ?? "0", currency);
    return {
      float: minor("float"),
      wallets: minor("wallets"),
      merchants: minor("merchants"),
      in_flight: minor("in_flight"),
    };
  }

  async page(accountId: string, page: number, limit: number): Promise<z.output<typeof TransactionPage>> {
    const path = `/v1/accounts/${encodeURIComponent(accountId)}/transactions?page=${page}&limit=${limit}`;
    const found = read(TransactionPage, await this.call("GET", path), "a page of transactions");
    const { page: itsPage, limit: itsLimit, transactions } = found;
    demand(itsPage === page && itsLimit === limit, `page ${page}, limit ${limit}`, { itsPage, itsLimit });
    demand(transactions.length <= limit, `at most ${limit} transactions`, transactions.length);
    return found;
  }

  /** The page behind a transaction. Throws Skipped when the ledger does not read on from one. */
  async pageBehind(accountId: string, before: string, limit: number) {
    const query = new URLSearchParams({ page: "1", limit: String(limit), before });
    const reply = await this.call(
      "GET",
      `/v1/accounts/${encodeURIComponent(accountId)}/transactions?${query}`,
    );
    if (reply.status === 400) throw new Skipped("`before` is optional, and the response was 400");
    const found = read(TransactionPage, reply, "a page of transactions");
    if (found.before === undefined) throw new Skipped("`before` is optional, and was not repeated");
    demandEqual(found.before, before, "before");
    return found;
  }

  /** How many transactions the account has. Lenient with new accounts, which have a requirement of their own. */
  async countTransactions(accountId: string): Promise<number> {
    const path = `/v1/accounts/${encodeURIComponent(accountId)}/transactions?page=1&limit=1`;
    const reply = await this.call("GET", path);
    return reply.status === 404 ? 0 : read(TransactionPage, reply, "a page of transactions").total;
  }
}

export function decisionOf(reply: Reply): Decision {
  if (reply.status === 422) {
    const { error } = read(Decline, { ...reply, status: 200 }, "a decline with its reason");
    return { outcome: "declined", reason: error };
  }
  demand([200, 201].includes(reply.status), "200, 201 or 422", { status: reply.status, body: reply.body });
  const transaction = read(Transaction, { ...reply, status: 200 }, "a transaction");
  if (transaction.status !== "failed") return { outcome: "accepted", transaction };
  return { outcome: "declined", reason: transaction.failure_reason ?? "no failure_reason" };
}

/** Exact, or Unmet: no more decimals than the currency has. */
export function toMinor(amount: string, currency: string): number {
  const exponent = currencyExponent(currency) ?? 2;
  const [whole = "", decimals = ""] = amount.split(".");
  demand(decimals.length <= exponent, `at most ${exponent} decimals in ${currency}`, amount);
  return Number(whole + decimals.padEnd(exponent, "0"));
}

export function isTemporary(status: number): boolean {
  return status >= 500 || TEMPORARY_CLIENT_ERRORS.has(status);
}

function read<Schema extends z.ZodMiniType>(schema: Schema, reply: Reply, what: string): z.output<Schema> {
  demand(reply.status === 200, `200 with ${what}`, { status: reply.status, body: reply.body });
  const parsed = schema.safeParse(reply.body);
  if (parsed.success) return parsed.data;
  throw new Unmet(
    `${what} as the OpenAPI document says`,
    z.prettifyError(parsed.error).replaceAll("\n", " "),
  );
}
