// The ledger's own Worker with books of its own, beside the service. As the contract allows of a ledger, it may tell later
// what it has decided, and lack the look-up by key.
import { globSync, readFileSync } from "node:fs";
import { openDatabase } from "#core/db/client.ts";
import { FLOAT_ACCOUNT_ID, type TransferKind } from "#core/domain/ledger.ts";
import { openAccount } from "#core/ledger/accounts.ts";
import type { LedgerEnv } from "#core/ledger/config.ts";
import ledgerWorker from "#parts/ledger/worker.ts";
import { databaseBinding, Rows } from "#scripts/sqlite-d1.ts";
import type { Random } from "../../support/random.ts";
import type { Faults } from "../faults.ts";
import { Actor, never } from "../platform/actor.ts";
import type { Effects } from "../platform/effects.ts";
import { response } from "../platform/response.ts";
import { labelOf } from "../platform/rows.ts";
import type { Scheduler } from "../platform/scheduler.ts";

const TELLS_LATER_MS_MAX = 4 * 60_000;
/** The share of ledgers that look up the keys of movements only. */
const LACKS_LOOK_UP = 0.3;

export interface Transaction {
  id: string;
  key: string;
  kind: TransferKind;
  status: "pending" | "completed" | "failed";
  from: string;
  to: string;
  currency: string;
  minor: number;
  intentId: string;
}

/** What a run checks of any ledger. `balances`: by account and currency, the sum of its entries. */
export interface Books {
  readonly transactions: readonly Transaction[];
  readonly balances: ReadonlyMap<string, number>;
  openWallet(walletId: string, currency: string, minor: number): Promise<void>;
  respond(method: string, url: string, headers: Headers, body: string): Promise<Response>;
  /** What its schedule does. */
  sweep(): void;
  /** Whatever it is doing ends; the next request finds it as its database is. */
  crash(): void;
  close(): void;
  /** Whether the transaction still counts as pending, so that a report of its end comes too early. */
  isHeld(transactionId: string): boolean;
}

export interface LedgerOptions {
  scheduler: Scheduler;
  effects: Effects;
  faults: Faults;
  random: Random;
  variables: Partial<LedgerEnv>;
  /** Tells the service what was decided earlier. */
  report: (event: object) => void;
}

type Json = Record<string, unknown>;

export class SimulatedLedger implements Books {
  readonly #options: LedgerOptions;
  readonly #rows = new Rows(":memory:", { isMigrated: true });
  readonly #lacksLookUp: boolean;
  /** Transactions that count as pending until then. */
  readonly #heldUntil = new Map<string, number>();
  #process = new Actor("ledger");
  #env: LedgerEnv;
  #workers = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#lacksLookUp = options.random.chance(LACKS_LOOK_UP);
    for (const file of MIGRATIONS) this.#rows.load(file);
    this.#env = this.#newEnv();
  }

  async openWallet(accountId: string, currency: string, openingBalanceMinor: number): Promise<void> {
    const db = openDatabase(databaseBinding(this.#rows));
    await openAccount(db, { accountId, currency, openingBalanceMinor }, this.#options.scheduler.now);
  }

  async respond(method: string, url: string, headers: Headers, body: string): Promise<Response> {
    const { faults, random } = this.#options;
    const { pathname, searchParams } = new URL(url);
    const key = searchParams.get("idempotency_key");
    if (key !== null && this.#lacksLookUp && !/^(top_up|pay_out|adjustment):/.test(key))
      return response(404, "{}");
    const hasFailed = faults.strikes("ledger_errors");
    // Some errors come after the money has moved.
    if (hasFailed && random.chance(0.5)) return response(503, '{"error":"unavailable"}');
    const decided = await this.#call(method, url, headers, body);
    const isTransfer = method === "POST" && pathname === "/v1/transactions";
    const told = isTransfer
      ? await this.#perhapsLater(decided, headers.get("Idempotency-Key") ?? "")
      : decided;
    return hasFailed
      ? response(503, '{"error":"unavailable"}')
      : response(told.status, JSON.stringify(this.#asTold(told.json)));
  }

  sweep(): void {
    this.#invoke("cron", async () => await ledgerWorker.scheduled({} as never, this.#env)).catch(() => {});
  }

  crash(): void {
    this.#process.die();
    this.#process = new Actor("ledger");
    this.#env = this.#newEnv();
  }

  close(): void {
    this.#rows.close();
  }

  isHeld(transactionId: string): boolean {
    return (this.#heldUntil.get(transactionId) ?? 0) > this.#options.scheduler.now;
  }

  get transactions(): Transaction[] {
    const rows = this.#rows.query("SELECT * FROM ledger_transactions WHERE status <> 'declined' ORDER BY id");
    return rows.map((row) => ({
      id: String(row.id),
      key: String(row.idempotency_key),
      kind: row.transaction_type as TransferKind,
      status: row.status as Transaction["status"],
      from: String(row.from_account_id),
      to: String(row.to_account_id),
      currency: String(row.currency),
      minor: Number(row.amount_minor),
      intentId: String(JSON.parse(String(row.metadata)).payment_intent_id),
    }));
  }

  get balances(): Map<string, number> {
    const rows = this.#rows.query("SELECT * FROM ledger_balances");
    return new Map(
      rows.map(({ account_id: id, currency, balance_minor: balance }) => [
        `${id === FLOAT_ACCOUNT_ID ? "float" : id} ${currency}`,
        Number(balance),
      ]),
    );
  }

  #newEnv(): LedgerEnv {
    const { effects, variables } = this.#options;
    const DB = databaseBinding(this.#rows, (sql, apply) => effects.perform("books", labelOf(sql), apply));
    return { ...variables, DB, LIMIT_REQUESTS: { limit: async () => ({ success: true }) } } as LedgerEnv;
  }

  async #call(
    method: string,
    url: string,
    headers: Headers,
    body: string,
  ): Promise<{ status: number; json: Json }> {
    // Fewer turns than with a Request, whose body is a stream.
    const own = new Headers(headers);
    if (body !== "") own.set("Content-Length", String(body.length));
    const arrayBuffer = async () => new TextEncoder().encode(body).buffer;
    const request = { method, url, headers: own, body: body || null, arrayBuffer, text: async () => body };
    return await this.#invoke("request", async () => {
      const answer = await ledgerWorker.fetch(request as never, this.#env);
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    });
  }

  #invoke<T>(name: string, code: () => Promise<T>): Promise<T> {
    const actor = new Actor(`ledger ${name} ${++this.#workers}`, this.#process);
    return actor.run(code).then((value) => (actor.isAlive ? value : never<T>()));
  }

  /** What was decided at once, a decline as well, is told some time later, and looks as if it were pending until then. */
  async #perhapsLater(decided: { status: number; json: Json }, key: string): Promise<typeof decided> {
    const { faults, random, scheduler, report } = this.#options;
    const { status } = decided;
    const isIntents = key.startsWith("payment:") || key.startsWith("refund:");
    if (!isIntents || (status !== 201 && status !== 422)) return decided;
    if (!faults.strikes(status === 201 ? "ledger_settles_later" : "ledger_declines_later")) return decided;
    const delayMs = random.integer(2_000, TELLS_LATER_MS_MAX);
    const [row] = this.#rows.query("SELECT id FROM ledger_transactions WHERE idempotency_key = ?", [key]);
    const id = String(row?.id);
    if (this.#heldUntil.has(id)) return decided;
    const headers = new Headers({ Authorization: `Bearer ${this.#options.variables.LEDGER_TOKEN}` });
    const read = () => this.#call("GET", `https://ledger/v1/transactions/${id}`, headers, "");
    const isSettledLater = decided.json.status === "pending";
    const found = status === 201 ? decided : await read();
    // Its database may fail just then: it has told what it decided.
    if (found.status >= 400) return decided;
    this.#heldUntil.set(id, scheduler.now + delayMs);
    // What it settles later by itself, it reports by itself.
    if (!isSettledLater)
      scheduler.after(delayMs, () => {
        read().then(
          ({ status: readStatus, json }) => {
            // A report that is lost: the service asks by itself.
            if (readStatus >= 400) return;
            const type = json.status === "completed" ? "transaction.settled" : "transaction.failed";
            report({ type, data: json });
          },
          () => {},
        );
      });
    return { status: 201, json: found.json };
  }

  #asTold(json: Json): Json {
    const tell = (each: Json): Json => {
      if (!this.isHeld(String(each.transaction_id))) return each;
      const { failure_reason: _, ...rest } = each;
      return { ...rest, status: "pending", completed_at: null };
    };
    return Array.isArray(json.transactions)
      ? { ...json, transactions: json.transactions.map(tell) }
      : tell(json);
  }
}

const MIGRATIONS = globSync("migrations/ledger/*.sql")
  .sort()
  .map((file) => readFileSync(file, "utf8"));
