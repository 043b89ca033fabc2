// A database for a part of the payments. It runs the statements of db/cell-database.ts, and migrates itself.
import { DurableObject } from "cloudflare:workers";
import type { CellResult, CellStatement } from "../db/cell-database.ts";
import { CELL_MIGRATIONS } from "../db/cell-migrations.ts";

/** How many migrations the tables are made by. */
const MIGRATED = "migrated";
const NOTHING: CellResult = { columns: [], rows: [], rowsRead: 0, rowsWritten: 0, changes: 0 };

export class CellObject extends DurableObject<Env> {
  /** What is stored as MIGRATED, once that is read. */
  #applied = 0;

  /**
   * All statements in one transaction. Null when the caller is of a later release and needs migrations that this one does
   * not know: it gives them then. Only an INSERT makes tables, so an invented id leaves nothing behind.
   */
  run(
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

/** D1, too, counts the changes of triggers. */
function execute(sql: SqlStorage, { statement, params }: CellStatement): CellResult {
  const before = totalChanges(sql);
  const cursor = sql.exec(statement, ...params);
  const rows = [...cursor.raw<SqlStorageValue[]>()];
  const { columnNames, rowsRead, rowsWritten } = cursor;
  return { columns: columnNames, rows, rowsRead, rowsWritten, changes: totalChanges(sql) - before };
}

function totalChanges(sql: SqlStorage): number {
  return sql.exec<{ total: number }>("SELECT total_changes() AS total").one().total;
}
