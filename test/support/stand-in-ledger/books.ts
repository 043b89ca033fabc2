// Accounts, transactions and what moves between them, with a mistake if one is chosen.
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "./faults.ts";

const EXPONENTS: Record<string, number> = { JPY: 0, KWD: 3 };
const RACE_MS = 30;

export interface Request {
  transaction_type: "payment" | "refund";
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
    const entry: Entry = {
      id: crypto.randomUUID(),
      key,
      request,
      minor,
      status: type === "refund" ? "pending" : "completed",
      createdAt: now,
      completedAt: type === "refund" ? null : now,
    };
    const reason = this.#reasonToDecline(request, minor);
    if (this.#is("checks a balance long before it moves")) await sleep(RACE_MS);
    this.entries.push(entry);
    if (reason !== null) return Object.assign(entry, { status: "failed", reason });
    const isHeld = type === "payment" || !this.#is("debits a merchant when a refund settles");
    if (isHeld) this.#add(from, currency, -minor);
    if (type === "payment") this.#add(request.to_account_id, currency, minor);
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
    const isPayment = type === "payment";
    const wallet = this.#wallets.get(isPayment ? from : to);
    const opens = isPayment ? "opens unknown wallets that pay" : "refunds to anyone";
    if (wallet === undefined) return this.#is(opens) ? null : "account_not_found";
    if (wallet !== currency) return this.#is("pays in any currency") ? null : "currency_mismatch";
    if (this.#is(isPayment ? "lets wallets overdraw" : "lets merchants overdraw")) return null;
    const kept = isPayment && this.#is("keeps the last cent") ? 1 : 0;
    const balance = this.#balances.get(`${from} ${currency}`) ?? 0;
    return balance - kept < minor ? "insufficient_funds" : null;
  }

  #add(account: string, currency: string, minor: number): void {
    const name = `${account} ${currency}`;
    this.#balances.set(name, (this.#balances.get(name) ?? 0) + minor);
  }

  #is(fault: Fault): boolean {
    return this.#fault === fault;
  }
}
