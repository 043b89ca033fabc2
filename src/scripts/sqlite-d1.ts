// D1 over SQLite: the project's own migrations and SQL, and D1's interface.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
/** D1's limit. */
const PARAMETERS_MAX = 100;

type Row = Record<string, unknown>;
interface Result {
  success: true;
  results: unknown[];
}

/** How a call gets to the rows: at once, or with the latency and the faults of a simulation. */
export interface Passage {
  perform<T>(port: "d1", label: string, apply: () => T): Promise<T>;
}

/** The rows, beneath every fault. */
export class Rows {
  readonly #sqlite: DatabaseSync;
  #statements = new Map<string, { asObjects: StatementSync; asArrays: StatementSync }>();
  readonly #tables: string[];
  /** Called when a write replaces an intent's row by an older version. */
  onOlderVersion: (intentId: string) => void = () => {};

  /** In memory, or kept in a file, which may be one that wrangler has migrated. */
  constructor(file = ":memory:", { isMigrated = false } = {}) {
    this.#sqlite = new DatabaseSync(file, { timeout: 5_000 });
    if (!isMigrated) this.#migrate();
    const tables = this.query("SELECT name FROM sqlite_schema WHERE type = 'table'");
    this.#tables = tables.map(({ name }) => String(name));
    this.#sqlite.function("note_older_version", (id) => {
      this.onOlderVersion(String(id));
      return null;
    });
    this.#sqlite.exec(`CREATE TEMP TRIGGER older_version AFTER UPDATE ON payment_intents
      WHEN NEW.version < OLD.version BEGIN SELECT note_older_version(NEW.id); END`);
  }

  /** Applies what the file does not have yet. */
  #migrate(): void {
    const files = readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith(".sql"))
      .sort();
    const applied = Number(this.query("PRAGMA user_version")[0]?.user_version);
    for (const name of files.slice(applied)) this.#sqlite.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
    this.#sqlite.exec(`PRAGMA user_version = ${files.length}`);
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

  query(sql: string, parameters: readonly unknown[] = []): Row[] {
    const { text, values } = withLimits(sql, parameters);
    return this.#prepare(text).asObjects.all(...values) as Row[];
  }

  queryArrays(sql: string, parameters: readonly unknown[]): unknown[][] {
    const { text, values } = withLimits(sql, parameters);
    return this.#prepare(text).asArrays.all(...values) as unknown as unknown[][];
  }

  /** All of it or nothing. */
  transaction<T>(work: () => T): T {
    this.query("BEGIN");
    try {
      const result = work();
      this.query("COMMIT");
      return result;
    } catch (error) {
      this.query("ROLLBACK");
      throw error;
    }
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const asArrays = this.#sqlite.prepare(sql);
    asArrays.setReturnArrays(true);
    const prepared = { asObjects: this.#sqlite.prepare(sql), asArrays };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** By SQL: the indexes of the parameters that are limits. */
const limits = new Map<string, number[]>();

/** Writes the limits into the text: with a limit as a parameter, SQLite would plan the statement again on each run. */
function withLimits(sql: string, parameters: readonly unknown[]): { text: string; values: SQLInputValue[] } {
  const values = parameters as SQLInputValue[];
  const known = limits.get(sql);
  const indexes = known ?? limitsIn(sql);
  if (known === undefined) limits.set(sql, indexes);
  if (indexes.length === 0) return { text: sql, values };
  let index = 0;
  const text = sql.replace(/\?/g, (mark) => {
    const isLimit = indexes.includes(index++);
    return isLimit ? String(parameters[index - 1]) : mark;
  });
  return { text, values: values.filter((_, each) => !indexes.includes(each)) };
}

function limitsIn(sql: string): number[] {
  const parameters = sql.matchAll(/(limit )?\?/gi);
  return [...parameters].flatMap(([, limit], index) => (limit === undefined ? [] : [index]));
}

/** By SQL. */
const labels = new Map<string, string>();

class Statement {
  readonly #rows: Rows;
  readonly #effects: Passage;
  readonly #sql: string;
  readonly #parameters: readonly unknown[];

  constructor(rows: Rows, effects: Passage, sql: string, parameters: readonly unknown[] = []) {
    this.#rows = rows;
    this.#effects = effects;
    this.#sql = sql;
    this.#parameters = parameters;
  }

  get label(): string {
    const known = labels.get(this.#sql);
    if (known !== undefined) return known;
    const [, verb, table] = /^\s*(\w+).*?(?:from|into|update)\s+"?(\w+)/is.exec(this.#sql) ?? [];
    const label = verb === undefined ? this.#sql.slice(0, 30) : `${verb.toLowerCase()} ${table}`;
    labels.set(this.#sql, label);
    return label;
  }

  bind(...parameters: unknown[]): Statement {
    if (parameters.length > PARAMETERS_MAX) throw new Error("D1_ERROR: too many SQL variables");
    if (parameters.includes(undefined)) throw new Error("D1_TYPE_ERROR: undefined is not a value");
    const values = parameters.map((value) => (typeof value === "boolean" ? Number(value) : value));
    return new Statement(this.#rows, this.#effects, this.#sql, values);
  }

  execute(): Result {
    return { success: true, results: this.#rows.query(this.#sql, this.#parameters) };
  }

  all(): Promise<Result> {
    return this.#effects.perform("d1", this.label, () => this.execute());
  }

  run(): Promise<Result> {
    return this.all();
  }

  async first(): Promise<unknown> {
    return (await this.all()).results[0] ?? null;
  }

  raw(): Promise<unknown[][]> {
    return this.#effects.perform("d1", this.label, () => this.#rows.queryArrays(this.#sql, this.#parameters));
  }
}

/** Sees the rows as they are, at once. */
export function inspector(rows: Rows): D1Database {
  return databaseBinding(rows, { perform: async (_port, _label, apply) => apply() });
}

/** One for all processes of a thread, because the service keeps prepared statements as long as their binding. */
export function databaseBinding(rows: Rows, effects: Passage): D1Database {
  const binding = {
    prepare: (sql: string) => new Statement(rows, effects, sql),
    batch: (statements: Statement[]) =>
      effects.perform("d1", `batch: ${statements.map(({ label }) => label).join(", ")}`, () =>
        rows.transaction(() => statements.map((statement) => statement.execute())),
      ),
  };
  return binding as unknown as D1Database;
}
