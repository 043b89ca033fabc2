// A small ledger that fulfils the contract, but for one mistake if one is chosen. Opens accounts, as the embedded one does.
import { setTimeout as sleep } from "node:timers/promises";
import { type Request as Body, Books, type Entry } from "./books.ts";
import type { Fault } from "./faults.ts";
import { isMalformed } from "./malformed.ts";
import { pageOf } from "./pages.ts";
import { report } from "./reporter.ts";

export const TOKEN = "stand-in-token";
const SETTLES_MS = 200;
const RACE_MS = 30;
const SLOW_MS = 5100;
const VERBOSE = "x".repeat(1024 * 1024);

type Target = { url: string; secret: string } | null;

export class StandInLedger {
  readonly #fault: Fault | null;
  readonly #reports: Target;
  readonly #books: Books;
  /** By key: the request as text, and what became of it; null while it runs. */
  readonly #decided = new Map<string, { text: string; entry: Promise<Entry> | null }>();
  #isSlow: boolean;

  constructor(fault: Fault | null, reports: Target) {
    this.#fault = fault;
    this.#reports = reports;
    this.#books = new Books(fault);
    this.#isSlow = fault === "is slow once";
  }

  respond = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const isAuthorized = request.headers.get("Authorization") === `Bearer ${TOKEN}`;
    if (!isAuthorized && !this.#is("accepts any token")) return this.#refuse(request, text);
    const [, , kind = "", id, part] = pathname.split("/");
    if (request.method === "POST")
      return kind === "accounts" ? this.#open(text) : await this.#post(request, text);
    if (kind === "transactions") return id === undefined ? this.#findByKey(searchParams) : this.#read(id);
    if (part === "transactions") return pageOf(this.#books, this.#fault, id ?? "", searchParams, shown);
    if (kind === "totals") return Response.json({ totals: this.#books.totals() });
    return await this.#account(id ?? "");
  };

  #refuse(request: Request, text: string): Response {
    const key = request.headers.get("Idempotency-Key");
    const isTaken = this.#is("takes the key of a request with a wrong token") && key !== null;
    if (isTaken) this.#decided.set(key, { text, entry: null });
    return new Response("<h1>Unauthorized</h1>", { status: 401 });
  }

  #open(text: string): Response {
    const { account_id, currency, opening_balance } = JSON.parse(text);
    this.#books.open(account_id, currency, opening_balance);
    return Response.json({ account_id, balances: this.#books.balancesOf(account_id) }, { status: 201 });
  }

  async #post(request: Request, text: string): Promise<Response> {
    const sent = request.headers.get("Idempotency-Key");
    if (sent === null && !this.#is("makes up a key")) return error(400, "no key");
    if (isMalformed(text, this.#fault, this.#books)) return error(400, "invalid_request");
    const fails = this.#is("fails on a missing field") || this.#is("fails on a body that is no JSON");
    if (fails && isMalformed(text, null, this.#books)) return error(500, "internal_error");
    const key = this.#keyOf(sent ?? crypto.randomUUID());
    if (this.#is("decides movements again") && sent?.startsWith("top_up:")) this.#decided.delete(key);
    if (this.#is("looks a key up long before it takes it") && !this.#decided.has(key)) {
      await sleep(RACE_MS);
      this.#decided.delete(key);
    }
    const known = this.#decided.get(key);
    if (known === undefined) return await this.#decide(request, key, text);
    const isOther = known.text !== text && !this.#is("returns the first transaction for another request");
    if (isOther || known.entry === null) return error(409, "key_taken");
    return this.#decision(await known.entry, 200);
  }

  #keyOf(key: string): string {
    if (this.#is("ignores keys")) return crypto.randomUUID();
    return this.#is("reads a key up to the intent") ? key.replace(/:[^:]*$/, "") : key;
  }

  async #decide(request: Request, key: string, text: string): Promise<Response> {
    const isBusy = this.#is("refuses a request while an equal one runs");
    const posting = this.#books.post(key, JSON.parse(text));
    this.#decided.set(key, { text, entry: isBusy ? null : posting });
    if (isBusy) await sleep(RACE_MS);
    const entry = await posting;
    this.#decided.set(key, { text, entry: posting });
    if (this.#is("takes a key when the response is gone")) {
      request.signal.addEventListener("abort", () => this.#decided.delete(key));
      await sleep(RACE_MS);
    }
    if (entry.status === "failed" && this.#is("forgets declines")) {
      this.#decided.delete(key);
      this.#books.entries.pop();
    }
    if (entry.status === "pending") setTimeout(() => void this.#settle(entry), SETTLES_MS);
    return this.#decision(entry, 201);
  }

  #decision(entry: Entry, status: number): Response {
    return entry.status === "failed"
      ? error(422, entry.reason ?? "")
      : Response.json(shown(entry, this.#books, this.#fault), { status });
  }

  async #settle(entry: Entry): Promise<void> {
    const before = shown(entry, this.#books, this.#fault);
    this.#books.settle(entry);
    const data = this.#is("reports the state before") ? before : shown(entry, this.#books, this.#fault);
    if (this.#reports !== null)
      await report(this.#reports, { type: "transaction.settled", data }, this.#fault);
  }

  #findByKey(query: URLSearchParams): Response {
    const key = query.get("idempotency_key") ?? "";
    const isAny = this.#is("ignores the key that is looked up");
    const hidden = this.#is("looks up no declines") ? "failed" : "";
    const found = this.#books.entries.filter(
      (entry) => (isAny || entry.key === key) && entry.status !== hidden,
    );
    return Response.json({
      transactions: found.slice(-1).map((entry) => shown(entry, this.#books, this.#fault)),
    });
  }

  #read(id: string): Response {
    const found = this.#books.find(id);
    return found === undefined
      ? error(404, this.#is("is verbose") ? VERBOSE : "not_found")
      : Response.json(shown(found, this.#books, this.#fault));
  }

  async #account(id: string): Promise<Response> {
    if (this.#isSlow) {
      this.#isSlow = false;
      await sleep(SLOW_MS);
    }
    const balances = this.#books.balancesOf(id);
    return balances === null ? error(404, "not_found") : Response.json({ account_id: id, balances });
  }

  #is(fault: Fault): boolean {
    return this.#fault === fault;
  }
}

function error(status: number, text: string): Response {
  return Response.json({ error: text }, { status });
}

function shown(entry: Entry, books: Books, fault: Fault | null) {
  const { request, minor, status, reason } = entry;
  const body: Body = { ...request };
  if (fault === "keeps no operation key") body.metadata = { ...request.metadata, operation_key: undefined };
  const shownMinor = fault === "returns another amount than it moves" ? minor + 1 : minor;
  return {
    ...body,
    amount: fault === "adds doubles" ? request.amount : books.textOf(shownMinor, request.currency),
    transaction_id: entry.id,
    status,
    ...(reason === undefined ? {} : { failure_reason: reason }),
    created_at: new Date(entry.createdAt).toISOString(),
    completed_at: entry.completedAt === null ? null : new Date(entry.completedAt).toISOString(),
  };
}
