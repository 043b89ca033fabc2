// D1 over SQLite: the project's own migrations and SQL, and D1's interface.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const PARAMETERS_MAX = 100;

export type Row = Record<string, unknown>;
interface Result {
  success: true;
  results: unknown[];
}

/** How a statement, or a batch of them, gets to the rows: at once, or with the latency and the faults of a simulation. */
export type Perform = <T>(sql: string | readonly string[], apply: () => T) => Promise<T>;

/** The rows, beneath every fault. */
export class Rows {
  protected readonly sqlite: DatabaseSync;
  readonly #statements = new Map<string, { asObjects: StatementSync; asArrays: StatementSync }>();

  /** It is in memory, or kept in a file, which may be one that wrangler has migrated. */
  constructor(file = ":memory:", { isMigrated = false } = {}) {
    this.sqlite = new DatabaseSync(file, { timeout: 5_000 });
    // SQLite's own would give a simulated seed another history in each run.
    this.sqlite.function("random", () => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
    if (!isMigrated) this.#migrate();
  }

  /** Applies what the file does not have yet. */
  #migrate(): void {
    const files = readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith(".sql"))
      .sort();
    const applied = Number(this.query("PRAGMA user_version")[0]?.user_version);
    for (const name of files.slice(applied)) this.sqlite.exec(readFileSync(join(MIGRATIONS, name), "utf8"));
    this.sqlite.exec(`PRAGMA user_version = ${files.length}`);
  }

  load(sql: string): void {
    this.sqlite.exec(sql);
  }

  /** Its memory is not seen by the garbage collector. */
  close(): void {
    this.sqlite.close();
  }

  query(sql: string, parameters: readonly unknown[] = []): Row[] {
    return this.#prepare(sql).asObjects.all(...(parameters as SQLInputValue[])) as Row[];
  }

  queryArrays(sql: string, parameters: readonly unknown[]): unknown[][] {
    const rows: unknown = this.#prepare(sql).asArrays.all(...(parameters as SQLInputValue[]));
    return rows as unknown[][];
  }

  columnsOf(sql: string): string[] {
    return this.#prepare(sql)
      .asArrays.columns()
      .map(({ name }) => name);
  }

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
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const asArrays = this.sqlite.prepare(sql);
    asArrays.setReturnArrays(true);
    const prepared = { asObjects: this.sqlite.prepare(sql), asArrays };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

class Statement {
  readonly sql: string;
  readonly #rows: Rows;
  readonly #perform: Perform;
  readonly #parameters: readonly unknown[];

  constructor(rows: Rows, perform: Perform, sql: string, parameters: readonly unknown[] = []) {
    this.sql = sql;
    this.#rows = rows;
    this.#perform = perform;
    this.#parameters = parameters;
  }

  bind(...parameters: unknown[]): Statement {
    if (parameters.length > PARAMETERS_MAX) throw new Error("D1_ERROR: too many SQL variables");
    if (parameters.includes(undefined)) throw new Error("D1_TYPE_ERROR: undefined is not a value");
    const values = parameters.map((value) => (typeof value === "boolean" ? Number(value) : value));
    return new Statement(this.#rows, this.#perform, this.sql, values);
  }

  execute(): Result {
    return { success: true, results: this.#rows.query(this.sql, this.#parameters) };
  }

  all(): Promise<Result> {
    return this.#perform(this.sql, () => this.execute());
  }

  run(): Promise<Result> {
    return this.all();
  }

  async first(): Promise<unknown> {
    return (await this.all()).results[0] ?? null;
  }

  raw(): Promise<unknown[][]> {
    return this.#perform(this.sql, () => this.#rows.queryArrays(this.sql, this.#parameters));
  }
}

/** One for all processes of a thread, because the service keeps prepared statements as long as their binding. */
export function databaseBinding(rows: Rows, perform: Perform = async (_sql, apply) => apply()): D1Database {
  const binding = {
    prepare: (sql: string) => new Statement(rows, perform, sql),
    batch: (statements: Statement[]) =>
      perform(
        statements.map(({ sql }) => sql),
        () => rows.transaction(() => statements.map((statement) => statement.execute())),
      ),
  };
  return binding as unknown as D1Database;
}
