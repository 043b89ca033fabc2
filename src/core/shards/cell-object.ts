// A database for a part of the payments. It runs the statements of cell-database.ts, and migrates and sweeps itself.
import { DurableObject } from "cloudflare:workers";
import { isFull, openDatabase, type Shard } from "#core/db/client.ts";
import { hasUnfinished } from "#core/db/operations/gauges.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { IDLE_SWEEP_MS, RESTART_REASON, WALLET_CELL } from "#core/domain/shards/cells.ts";
import { log } from "#core/lib/log.ts";
import { type Cell, type CellResult, type CellStatement, cellDatabase } from "#core/shards/cell-database.ts";
import { CELL_MIGRATIONS } from "#core/shards/cell-migrations.ts";

/** How many migrations the tables are made by. */
const MIGRATED = "migrated";
const NOTHING: CellResult = { columns: [], rows: [], rowsRead: 0, rowsWritten: 0 };

// When a cell sweeps: at most a minute after each write; then each minute for as long as anything is unfinished, else every
// IDLE_SWEEP_MS. Every call sets an alarm again that was lost, and home calls a cell that does not report. One without tables has
// none, nor has one of wallets, which has nothing to sweep.
const BUSY_MS = 60_000;
/** Longer than a sweep takes: an alarm is lost when it is so late. */
const LATE_MS = 5 * BUSY_MS;

/** Sweeps the cell, which has so many bytes. */
export type SweepCell = (env: Env, cell: Shard, sizeBytes: number) => Promise<void>;

export class CellObject extends DurableObject<Env> {
  readonly #sweep: SweepCell;
  /** What is stored as MIGRATED, once that is read. */
  #applied = 0;
  /** The alarm; 0 without one. */
  #sweepAt = 0;

  /** The platform gives the first two, an entry's own class the third. */
  constructor(ctx: DurableObjectState, env: Env, sweep: SweepCell) {
    super(ctx, env);
    this.#sweep = sweep;
    void ctx.blockConcurrencyWhile(async () => {
      this.#sweepAt = (await ctx.storage.getAlarm()) ?? 0;
    });
  }

  /**
   * All statements in one transaction. Returns null when the caller is of a later release and needs migrations that this one does
   * not know: it gives them then. Only an INSERT makes tables, so an invented id leaves nothing behind.
   */
  run(
    statements: readonly CellStatement[],
    migrationsNeeded: number,
    migrations?: readonly string[],
  ): CellResult[] | null {
    const results = this.#runLogged(statements, migrationsNeeded, migrations);
    const hasWritten = results?.some(({ rowsWritten }) => rowsWritten > 0);
    const isAwake = this.#sweepAt > Date.now() - LATE_MS;
    const isSwept = this.#applied > 0 && this.ctx.id.name?.startsWith(WALLET_CELL) !== true;
    if (isSwept) this.#sweepWithin(hasWritten || !isAwake ? BUSY_MS : IDLE_SWEEP_MS);
    return results;
  }

  #runLogged(...call: Parameters<Cell["run"]>): CellResult[] | null {
    try {
      return this.#run(...call);
    } catch (error) {
      if (isFull(error)) log("error", "cell_full", { cell: this.ctx.id.name });
      throw error;
    }
  }

  /** `to`: epoch milliseconds, or a bookmark. Returns the bookmark of what is there until then, or why the platform cannot. */
  async restoreAtRestart(to: number | string): Promise<Result<string, string>> {
    const { storage } = this.ctx;
    try {
      const bookmark = typeof to === "number" ? await storage.getBookmarkForTime(to) : to;
      return ok(await storage.onNextSessionRestoreBookmark(bookmark));
    } catch (error) {
      return err(error instanceof Error ? error.message : String(error));
    }
  }

  restart(): void {
    this.ctx.abort(RESTART_REASON);
  }

  override async alarm(): Promise<void> {
    this.#sweepAt = 0;
    // Emptied since: what a sweep notes would make tables.
    if (this.ctx.storage.kv.get(MIGRATED) === undefined) return;
    let delayMs = BUSY_MS;
    try {
      const run: Cell["run"] = async (...call) => this.#run(...call);
      const database = cellDatabase(() => ({ run }));
      const cell = openDatabase(database, this.ctx.id.name ?? "");
      await this.#sweep(this.env, cell, this.ctx.storage.sql.databaseSize);
      if (!(await hasUnfinished(cell, Date.now()))) delayMs = IDLE_SWEEP_MS;
    } catch (error) {
      log("error", "sweep_failed", { cell: this.ctx.id.name, error });
    }
    this.#sweepWithin(delayMs);
  }

  #sweepWithin(delayMs: number): void {
    const now = Date.now();
    if (this.#sweepAt > now - LATE_MS && this.#sweepAt <= now + delayMs) return;
    this.#sweepAt = now + delayMs;
    this.ctx.waitUntil(this.ctx.storage.setAlarm(this.#sweepAt));
  }

  #run(
    statements: readonly CellStatement[],
    migrationsNeeded: number,
    migrations: readonly string[] = CELL_MIGRATIONS,
  ): CellResult[] | null {
    const { kv, sql } = this.ctx.storage;
    this.#applied ||= kv.get<number>(MIGRATED) ?? 0;
    const applied = this.#applied;
    if (applied === 0 && !statements.some(inserts)) return statements.map(() => NOTHING);
    if (Math.max(applied, migrations.length) < migrationsNeeded) return null;
    const results = this.ctx.storage.transactionSync(() => {
      if (applied < migrationsNeeded) {
        for (const migration of migrations.slice(applied, migrationsNeeded)) sql.exec(migration);
        kv.put(MIGRATED, migrationsNeeded);
      }
      return statements.map((statement) => execute(sql, statement));
    });
    this.#applied = Math.max(applied, migrationsNeeded);
    return results;
  }
}

function inserts({ statement }: CellStatement): boolean {
  return /^\s*insert\b/i.test(statement);
}

function execute(sql: SqlStorage, { statement, params }: CellStatement): CellResult {
  const cursor = sql.exec(statement, ...params);
  const rows = [...cursor.raw<SqlStorageValue[]>()];
  const { columnNames, rowsRead, rowsWritten } = cursor;
  return { columns: columnNames, rows, rowsRead, rowsWritten };
}
