// The ledger, behind its HTTP contract (.github/contracts/ledger.md): double entries, and one decision per key.

import { decimalText } from "../../../src/domain/money.ts";
import type { Random } from "../../support/random.ts";
import type { Faults } from "../faults.ts";
import { response } from "../platform/response.ts";
import type { Scheduler } from "../platform/scheduler.ts";

const FLOAT = "float";
const IN_TRANSIT = "in transit";
const SETTLES_AFTER_MS = 2_000;
const SETTLES_LATE_MS_MAX = 4 * 60_000;

export interface Transaction {
  id: string;
  key: string;
  kind: "payment" | "refund" | "top_up" | "pay_out";
  status: "pending" | "completed" | "failed";
  from: string;
  to: string;
  currency: string;
  minor: number;
  intentId: string;
  requestedAt: number;
  /** What the request had. */
  wire: Record<string, unknown>;
}

type Decision = { transaction: Transaction } | { decline: string };

export interface LedgerOptions {
  scheduler: Scheduler;
  faults: Faults;
  random: Random;
  /** Tells the service what has settled. */
  report: (event: object) => void;
}

/** What a run checks of any ledger. `balances`: by account and currency, the sum of its entries. */
export interface Books {
  readonly transactions: readonly Transaction[];
  readonly balances: ReadonlyMap<string, number>;
  openWallet(walletId: string, currency: string, minor: number): void;
  /** Decides at once; the response may still be lost on its way. */
  respond(method: string, url: string, headers: Headers, body: string): Response;
}

export class SimulatedLedger implements Books {
  readonly transactions: Transaction[] = [];
  readonly balances = new Map<string, number>();
  readonly #decisions = new Map<string, { body: string; decision: Decision }>();
  readonly #wallets = new Map<string, string>();
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  openWallet(walletId: string, currency: string, minor: number): void {
    this.#wallets.set(walletId, currency);
    this.#move(FLOAT, walletId, currency, minor);
  }

  respond(method: string, url: string, headers: Headers, body: string): Response {
    const { pathname, searchParams } = new URL(url);
    const key = searchParams.get("idempotency_key") ?? "";
    // It looks up keys of movements only: a ledger may lack the call.
    const path = key.startsWith("pay_out:") ? `/v1/keys/${key}` : pathname;
    if (this.#options.faults.strikes("ledger_errors")) {
      // Some errors come after the money has moved.
      if (this.#options.random.chance(0.5)) this.#route(method, path, headers, body);
      return response(503, '{"error":"unavailable"}');
    }
    return this.#route(method, path, headers, body);
  }

  #route(method: string, path: string, headers: Headers, body: string): Response {
    if (method === "POST") return this.#post(headers.get("Idempotency-Key") ?? "", body);
    const key = /^\/v1\/keys\/(.+)$/.exec(path)?.[1];
    if (key !== undefined) {
      const found = this.transactions.filter((transaction) => transaction.key === key);
      return response(200, JSON.stringify({ transactions: found.map(present) }));
    }
    const transactionId = /^\/v1\/transactions\/(.+)$/.exec(path)?.[1];
    if (transactionId !== undefined) {
      const found = this.transactions.find(({ id }) => id === transactionId);
      return found === undefined ? response(404, "{}") : response(200, JSON.stringify(present(found)));
    }
    return this.#account(path.split("/")[3] ?? "");
  }

  #account(accountId: string): Response {
    const currency = this.#wallets.get(accountId);
    if (currency === undefined) return response(404, "{}");
    const amount = decimalText(this.balances.get(`${accountId} ${currency}`) ?? 0, currency);
    return response(200, JSON.stringify({ account_id: accountId, balances: [{ currency, amount }] }));
  }

  #post(key: string, body: string): Response {
    const known = this.#decisions.get(key);
    if (known !== undefined && known.body !== body) return response(409, '{"error":"key_reused"}');
    const decision = known?.decision ?? this.#decide(key, body);
    this.#decisions.set(key, { body, decision });
    return "decline" in decision
      ? response(422, JSON.stringify({ error: decision.decline }))
      : response(known === undefined ? 201 : 200, JSON.stringify(present(decision.transaction)));
  }

  #decide(key: string, body: string): Decision {
    const { scheduler, faults, random } = this.#options;
    const wire = JSON.parse(body);
    const currency = String(wire.currency);
    const transaction: Transaction = {
      id: `tx-${this.transactions.length + 1}`,
      key,
      kind: wire.transaction_type,
      status: "pending",
      from: wire.from_account_id,
      to: wire.to_account_id,
      currency,
      // It has all decimals of its currency.
      minor: Number(wire.amount.replace(".", "")),
      intentId: wire.metadata.payment_intent_id,
      requestedAt: scheduler.now,
      wire,
    };
    const decline = this.#declineOf(transaction);
    if (decline !== null) return { decline };
    this.transactions.push(transaction);
    this.#move(transaction.from, IN_TRANSIT, currency, transaction.minor);
    const isMovement = transaction.kind === "top_up" || transaction.kind === "pay_out";
    const isLater = !isMovement && faults.strikes("ledger_settles_later");
    if (isLater || transaction.kind === "refund") {
      const delayMs = isLater ? random.integer(SETTLES_AFTER_MS, SETTLES_LATE_MS_MAX) : SETTLES_AFTER_MS;
      if (faults.strikes("reports_early")) this.#end(transaction);
      else scheduler.after(delayMs, () => this.#end(transaction));
    } else {
      this.#settle(transaction, "completed");
    }
    return { transaction };
  }

  #declineOf({ kind, from, to, currency, minor: amount }: Transaction): string | null {
    const wallet = kind === "payment" || kind === "pay_out" ? from : to;
    const walletCurrency = this.#wallets.get(wallet);
    if (walletCurrency === undefined) return "account_not_found";
    if (walletCurrency !== currency) return "currency_mismatch";
    if (from === FLOAT) return null;
    return (this.balances.get(`${from} ${currency}`) ?? 0) < amount ? "insufficient_funds" : null;
  }

  #end(transaction: Transaction): void {
    const { faults, random } = this.#options;
    this.#settle(transaction, faults.strikes("ledger_declines_later") ? "failed" : "completed");
    if (faults.strikes("reports_lost")) return;
    const type = transaction.status === "completed" ? "transaction.settled" : "transaction.failed";
    const event = { type, data: present(transaction) };
    const delayMs = faults.strikes("reports_late") ? random.integer(1_000, SETTLES_LATE_MS_MAX) : 1;
    this.#options.scheduler.after(delayMs, () => this.#options.report(event));
    if (faults.strikes("reports_twice")) {
      this.#options.scheduler.after(delayMs + random.integer(0, 5_000), () => this.#options.report(event));
    }
  }

  #settle(transaction: Transaction, status: "completed" | "failed"): void {
    const { from, to, currency, minor: amount } = transaction;
    transaction.status = status;
    this.#move(IN_TRANSIT, status === "completed" ? to : from, currency, amount);
  }

  #move(from: string, to: string, currency: string, amount: number): void {
    for (const [account, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      const key = `${account} ${currency}`;
      this.balances.set(key, (this.balances.get(key) ?? 0) + change);
    }
  }
}

function present(transaction: Transaction): object {
  const { id, status, wire, requestedAt } = transaction;
  const created_at = new Date(requestedAt).toISOString();
  const failure = status === "failed" ? { failure_reason: "insufficient_funds" } : {};
  return { ...wire, transaction_id: id, status, created_at, completed_at: null, ...failure };
}
