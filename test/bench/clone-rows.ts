// Fills tables with copies of a row that the service has written: no column has to be known here but those that differ.

interface Copies {
  table: string;
  /** The id of the row that is copied. */
  sampleId: string;
  count: number;
  /** By column: SQL for its value, in which `i` counts the copies from 0. Every other column is copied. */
  values: Record<string, string>;
}

const STATEMENT_ROWS_MAX = 50_000;

export async function cloneRows(db: D1Database, { table, sampleId, count, values }: Copies): Promise<void> {
  const { results } = await db.prepare("SELECT name FROM pragma_table_info(?)").bind(table).all<{
    name: string;
  }>();
  const names = results.map(({ name }) => `"${name}"`);
  const copied = results.map(({ name }) => values[name] ?? `sample."${name}"`);
  for (let start = 0; start < count; start += STATEMENT_ROWS_MAX) {
    const end = Math.min(start + STATEMENT_ROWS_MAX, count);
    const statement = `WITH RECURSIVE copies(i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM copies WHERE i + 1 < ${end})
      INSERT INTO ${table} (${names}) SELECT ${copied} FROM copies, (SELECT * FROM ${table} WHERE id = ?) AS sample`;
    const { meta } = await db.prepare(statement).bind(sampleId).run();
    if (meta.changes < end - start) throw new Error(`${table} has no row ${sampleId} to copy`);
  }
}

/** Ids that SQL and JavaScript make alike: time-ordered, and one series never meets another. */
export class IdSeries {
  static #count = 0;
  readonly #prefix: string;

  constructor() {
    const time = (Date.now() + IdSeries.#count++).toString(16).padStart(12, "0");
    this.#prefix = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-`;
  }

  id(index: number): string {
    return this.#prefix + index.toString(16).padStart(12, "0");
  }

  /** SQL for the id of the copy `i`. */
  get sql(): string {
    return `'${this.#prefix}' || printf('%012x', i)`;
  }
}
