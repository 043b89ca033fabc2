// Accounts, transactions and what moves between them, with a mistake if one is chosen.
import { setTimeout as sleep } from "node:timers/promises";
import { FLOAT_ACCOUNT_ID as FLOAT, type TransferKind } from "../../../src/domain/ledger.ts";
import type { Fault } from "./faults.ts";

const EXPONENTS: Record<string, number> = { JPY: 0, KWD: 3 };
const RACE_MS = 30;

const OPENS: Partial<Record<TransferKind, Fault>> = {
  payment: "opens unknown wallets that pay",
  refund: "refunds to anyone",
  top_up: "tops up anyone",
};
const OVERDRAWS: Partial<Record<TransferKind, Fault>> = {
  payment: "lets wallets overdraw",
  refund: "lets merchants overdraw",
  pay_out: "pays out what a wallet does not hold",
};

export interface Request {
  transaction_type: TransferKind;
  from_account_id: string;
  to_account_id: string;
  amount: string;
  currency: string;
  description: string;
  metadata: Record<string, unknown>;
}

export interface Entry {
  id: string;
  key: string;
  request: Request;
  minor: number;
  status: "pending" | "completed" | "failed";
  reason?: string;
  createdAt: number;
  completedAt: number | null;
}

export class Books {
  /** Newest last. */
  readonly entries: Entry[] = [];
  readonly #fault: Fault | null;
  readonly #wallets = new Map<string, string>();
  readonly #balances = new Map<string, number>();

  constructor(fault: Fault | null) {
    this.#fault = fault;
  }

  open(wallet: string, currency: string, amount: string): void {
    this.#wallets.set(wallet, currency);
    this.#balances.set(`${wallet} ${currency}`, this.minorOf(amount, currency));
    this.#add(FLOAT, currency, -this.minorOf(amount, currency));
  }

  balancesOf(account: string): { currency: string; amount: string }[] | null {
    const own = [...this.#balances].filter(([name]) => name.startsWith(`${account} `));
    if (own.length === 0 && !this.#is("has an empty account for every id")) return null;
    return own.map(([name, minor]) => {
      const currency = name.slice(-3);
      return { currency, amount: this.textOf(minor, currency) };
    });
  }

  /** Moves the money of a new transaction, or declines it. */
  async post(key: string, request: Request): Promise<Entry> {
    const { transaction_type: type, from_account_id: from, currency } = request;
    const minor = this.minorOf(request.amount, currency);
    const now = Date.now();
    const isPending = type === "refund" || (type === "top_up" && this.#is("settles top-ups later"));
    const entry: Entry = {
      id: crypto.randomUUID(),
      key,
      request,
      minor,
      status: isPending ? "pending" : "completed",
      createdAt: now,
      completedAt: isPending ? null : now,
    };
    const reason = this.#reasonToDecline(request, minor);
    if (this.#is("checks a balance long before it moves")) await sleep(RACE_MS);
    this.entries.push(entry);
    if (reason !== null) return Object.assign(entry, { status: "failed", reason });
    const isHeld = type !== "refund" || !this.#is("debits a merchant when a refund settles");
    const isCredited = type === "adjustment" && this.#is("credits what it should debit");
    const lost = type === "pay_out" && this.#is("pays out a cent less") ? 1 : 0;
    if (isHeld) this.#add(from, currency, isCredited ? minor : lost - minor);
    const isKept = type === "pay_out" && this.#is("keeps what it pays out");
    if (!isPending && !isKept) this.#add(request.to_account_id, currency, minor);
    return entry;
  }

  settle(entry: Entry): void {
    const { request, minor } = entry;
    const { from_account_id: from, to_account_id: to, currency } = request;
    const lost = this.#is("loses a cent when it settles") ? 1 : 0;
    this.#add(to, currency, minor - lost);
    if (this.#is("debits a merchant when a refund settles")) this.#add(from, currency, -minor);
    Object.assign(entry, { status: "completed", completedAt: Date.now() });
    if (this.#is("settles under another id")) entry.id = crypto.randomUUID();
    if (!this.#is("moves what settles to the front")) return;
    this.entries.splice(this.entries.indexOf(entry), 1);
    this.entries.push(entry);
  }

  find(id: string): Entry | undefined {
    const newest = this.entries.findLast(({ status }) => status !== "failed");
    const found = this.entries.find((entry) => entry.id === id);
    if (found === undefined) return undefined;
    const isRead = found.status === "completed" && found.request.transaction_type === "refund";
    if (this.#is("settles again at each read") && isRead) this.settle(found);
    return this.#is("reads the newest transaction for every id") ? newest : found;
  }

  totals() {
    const sums = new Map<string, { float: number; wallets: number; merchants: number; in_flight: number }>();
    const sumsOf = (currency: string) => {
      const found = sums.get(currency) ?? { float: 0, wallets: 0, merchants: 0, in_flight: 0 };
      sums.set(currency, found);
      return found;
    };
    for (const [name, minor] of this.#balances) {
      const [account = "", currency = ""] = name.split(" ");
      if (account === FLOAT) sumsOf(currency).float -= minor;
      else if (this.#wallets.has(account)) sumsOf(currency).wallets += minor;
      else sumsOf(currency).merchants += minor;
    }
    for (const { status, minor, request } of this.entries)
      if (status === "pending") sumsOf(request.currency).in_flight += minor;
    const isWithout = this.#is("leaves what is in flight out of the totals");
    return [...sums].map(([currency, { float, wallets, merchants, in_flight }]) => ({
      currency,
      float: this.textOf(float, currency),
      wallets: this.textOf(wallets, currency),
      merchants: this.textOf(merchants, currency),
      in_flight: this.textOf(isWithout ? 0 : in_flight, currency),
    }));
  }

  minorOf(amount: string, currency: string): number {
    const exponent = this.exponentOf(currency);
    const [whole = "", decimals = ""] = amount.split(".");
    const minor = Number(whole + decimals.slice(0, exponent).padEnd(exponent, "0"));
    return this.#is("keeps 32 bits of an amount") ? minor | 0 : minor;
  }

  textOf(minor: number, currency: string): string {
    const exponent = this.exponentOf(currency);
    if (this.#is("adds doubles")) return String(minor / 10 ** exponent + 0.1 + 0.2 - 0.3);
    const digits = String(Math.abs(minor)).padStart(exponent + 1, "0");
    const text = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
    return minor < 0 ? `-${text}` : text;
  }

  exponentOf(currency: string): number {
    return this.#is("has two decimals in every currency") ? 2 : (EXPONENTS[currency] ?? 2);
  }

  #reasonToDecline(request: Request, minor: number): string | null {
    const { transaction_type: type, from_account_id: from, to_account_id: to, currency } = request;
    const isPaid = type === "payment" || to === FLOAT;
    const required = isPaid ? from : to;
    const isMerchant = this.#balances.has(`${required} ${currency}`) && type === "adjustment";
    const wallet = this.#wallets.get(required) ?? (isMerchant ? currency : undefined);
    if (wallet === undefined) return this.#is(OPENS[type]) ? null : "account_not_found";
    if (wallet !== currency) return this.#is("pays in any currency") ? null : "currency_mismatch";
    if (from === FLOAT || this.#is(OVERDRAWS[type])) return null;
    const kept = type === "payment" && this.#is("keeps the last cent") ? 1 : 0;
    const balance = this.#balances.get(`${from} ${currency}`) ?? 0;
    return balance - kept < minor ? "insufficient_funds" : null;
  }

  #add(account: string, currency: string, minor: number): void {
    const name = `${account} ${currency}`;
    this.#balances.set(name, (this.#balances.get(name) ?? 0) + minor);
  }

  #is(fault: Fault | undefined): boolean {
    return fault !== undefined && this.#fault === fault;
  }
}
