// The rows of a simulated shard, which can be copied and put back, and which notice when one goes back to an older version.
import { type Row, Rows } from "#scripts/sqlite-d1.ts";
import { assertBindable } from "../../support/platform-limits.ts";

export class SimulatedRows extends Rows {
  /** Once they are made. */
  #tables: string[] = [];
  /** Called when a write replaces an intent's row by an older version. */
  onOlderVersion: (intentId: string) => void = () => {};

  /** A cell's own object makes its tables. */
  constructor({ isCell = false } = {}) {
    super(":memory:", { isMigrated: isCell });
    this.sqlite.function("note_older_version", (id) => {
      this.onOlderVersion(String(id));
      return null;
    });
    this.sqlite.function("unixepoch", { varargs: true }, () => Date.now() / 1000);
    if (!isCell) this.#watch();
  }

  migrate(sql: string): void {
    this.load(sql);
    this.#watch();
  }

  /** Does as an object's storage. */
  execute(sql: string, parameters: readonly unknown[]) {
    const changes = () => Number(this.query("SELECT total_changes() AS changes")[0]?.changes);
    const before = changes();
    const rows = this.queryArrays(sql, parameters);
    const counts = { rowsRead: rows.length, rowsWritten: changes() - before };
    return { ...counts, columnNames: this.columnsOf(withLimits(sql, parameters)[0]), raw: () => rows };
  }

  #watch(): void {
    const tables = this.query("SELECT name FROM sqlite_schema WHERE type = 'table'");
    this.#tables = tables.map(({ name }) => String(name));
    this.sqlite.exec(`CREATE TEMP TRIGGER IF NOT EXISTS older_version AFTER UPDATE ON payment_intents
      WHEN NEW.version < OLD.version BEGIN SELECT note_older_version(NEW.id); END`);
  }

  override query(sql: string, parameters: readonly unknown[] = []): Row[] {
    assertBindable(sql, parameters);
    return super.query(...withLimits(sql, parameters));
  }

  override queryArrays(sql: string, parameters: readonly unknown[]): unknown[][] {
    assertBindable(sql, parameters);
    return super.queryArrays(...withLimits(sql, parameters));
  }

  has(table: string): boolean {
    return this.query("SELECT 1 FROM sqlite_schema WHERE name = ?", [table]).length > 0;
  }

  clear(): void {
    for (const table of this.#tables) this.query(`DELETE FROM ${table}`);
  }

  copy(): Map<string, Row[]> {
    return new Map(this.#tables.map((table) => [table, this.query(`SELECT * FROM ${table}`)]));
  }

  /** Puts back what `copy` returned. */
  restore(copy: ReadonlyMap<string, Row[]>): void {
    this.clear();
    for (const [table, rows] of copy) {
      for (const row of rows) {
        const marks = Object.keys(row).fill("?").join(", ");
        // Triggers have counted the rows of the tables before.
        this.query(`INSERT OR REPLACE INTO ${table} VALUES (${marks})`, Object.values(row));
      }
    }
  }
}

/** Each SQL has the indexes of the parameters that are limits. */
const limits = new Map<string, number[]>();

/** Writes the limits into the text: with a limit as a parameter, SQLite would plan the statement again on each run. */
function withLimits(
  sql: string,
  parameters: readonly unknown[],
): [sql: string, parameters: readonly unknown[]] {
  const indexes = limits.get(sql) ?? limitsIn(sql);
  limits.set(sql, indexes);
  if (indexes.length === 0) return [sql, parameters];
  let index = 0;
  const text = sql.replace(/\?/g, (mark) => {
    const isLimit = indexes.includes(index++);
    return isLimit ? String(parameters[index - 1]) : mark;
  });
  return [text, parameters.filter((_, each) => !indexes.includes(each))];
}

function limitsIn(sql: string): number[] {
  const parameters = sql.matchAll(/(limit )?\?/gi);
  return [...parameters].flatMap(([, limit], index) => (limit === undefined ? [] : [index]));
}

/** Its keys are SQL. */
const labels = new Map<string, string>();

/** What the trace calls a statement, or a batch of them. */
export function labelOf(sql: string | readonly string[]): string {
  return typeof sql === "string" ? statementLabel(sql) : `batch: ${sql.map(statementLabel).join(", ")}`;
}

function statementLabel(sql: string): string {
  const cached = labels.get(sql);
  if (cached !== undefined) return cached;
  const [, verb, table] = /^\s*(\w+).*?(?:from|into|update)\s+"?(\w+)/is.exec(sql) ?? [];
  const label = verb === undefined ? sql.slice(0, 30) : `${verb.toLowerCase()} ${table}`;
  labels.set(sql, label);
  return label;
}
