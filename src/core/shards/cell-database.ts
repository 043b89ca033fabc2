// A cell as a database: SQLite in a Durable Object that holds a part of the payments, behind D1's interface.
import { callObject } from "#core/lib/call-object.ts";
import { CELL_MIGRATIONS } from "./cell-migrations.ts";

export interface CellStatement {
  statement: string;
  params: readonly SqlStorageValue[];
}

export interface CellResult {
  columns: string[];
  rows: SqlStorageValue[][];
  rowsRead: number;
  rowsWritten: number;
}

/** The object's RPC method. */
export interface Cell {
  run(
    statements: readonly CellStatement[],
    migrationsNeeded: number,
    migrations?: readonly string[],
  ): Promise<CellResult[] | null>;
}

type Run = (statements: readonly CellStatement[]) => Promise<CellResult[]>;

/** `cell` makes a stub for each call: one that has failed stays broken. */
export function cellDatabase(cell: () => Cell): D1Database {
  const run: Run = async (statements) => {
    const attempt = (migrations?: readonly string[]) =>
      callObject(statements.every(onlyReads), () =>
        cell().run(statements, CELL_MIGRATIONS.length, migrations),
      );
    try {
      const results = (await attempt()) ?? (await attempt(CELL_MIGRATIONS));
      if (results !== null) return results;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`D1_ERROR: ${message}`, { cause: error });
    }
    throw new Error("D1_ERROR: the cell lacks migrations");
  };
  const database = {
    prepare: (query: string) => new Statement(run, query),
    batch: async (statements: readonly Statement[]) =>
      (await run(statements.map(plainStatement))).map(asObjects),
  };
  // What Drizzle's driver calls.
  return database as unknown as D1Database;
}

/** May be wrong only about a statement that has such a word in a text: it is then not repeated. */
function onlyReads({ statement }: CellStatement): boolean {
  return !/\b(insert|update|delete)\b/i.test(statement);
}

/** Its fields are named as those of D1's own, which tests read. */
class Statement implements CellStatement {
  readonly statement: string;
  readonly params: readonly SqlStorageValue[];
  readonly #run: Run;

  constructor(run: Run, statement: string, params: readonly SqlStorageValue[] = []) {
    this.#run = run;
    this.statement = statement;
    this.params = params;
  }

  bind(...params: unknown[]): Statement {
    return new Statement(this.#run, this.statement, params.map(toSql));
  }

  async all() {
    return asObjects(await this.#result());
  }

  async run() {
    return asObjects(await this.#result());
  }

  async raw() {
    return (await this.#result()).rows.map((row) => row.map(fromSql));
  }

  async #result(): Promise<CellResult> {
    const [result] = await this.#run([plainStatement(this)]);
    if (result === undefined) throw new Error("D1_ERROR: the cell returned no result");
    return result;
  }
}

/** What RPC carries. */
function plainStatement({ statement, params }: Statement): CellStatement {
  return { statement, params };
}

function asObjects({ columns, rows, rowsRead, rowsWritten }: CellResult) {
  const results = rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, fromSql(row[at])])));
  return { success: true, results, meta: { rows_read: rowsRead, rows_written: rowsWritten } };
}

function toSql(value: unknown): SqlStorageValue {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Uint8Array || Array.isArray(value)) return Uint8Array.from(value).buffer;
  if (value instanceof ArrayBuffer || value === null) return value;
  if (typeof value === "string" || typeof value === "number") return value;
  throw new Error(`D1_TYPE_ERROR: Type '${typeof value}' not supported for value '${value}'`);
}

/** D1 returns a blob as numbers. */
function fromSql(value: SqlStorageValue = null): unknown {
  return value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value;
}
