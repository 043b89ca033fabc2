// How tests reach rows. The owner is the merchant, counter, wallet or intent that they belong to, and decides on the
// database that they are in; only tests of the database itself use `env.DB`.
import { env } from "cloudflare:workers";

export function databaseOf(_owner: string): D1Database {
  return env.DB;
}

function rowsIn(database: D1Database) {
  const prepare = (sql: string, values: unknown[]) => database.prepare(sql).bind(...values);
  return {
    async all<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
      return (await prepare(sql, values).all<Row>()).results;
    },
    async first<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row | null> {
      return await prepare(sql, values).first<Row>();
    },
    /** The first row's only column. */
    async value<Value = unknown>(sql: string, ...values: unknown[]): Promise<Value | null> {
      const [row] = await prepare(sql, values).raw<[Value]>();
      return row?.[0] ?? null;
    },
    async run(sql: string, ...values: unknown[]): Promise<D1Meta> {
      return (await prepare(sql, values).run()).meta;
    },
  };
}

export const rowsOf = (owner: string) => rowsIn(databaseOf(owner));

/** Those of no merchant, such as sessions and the sweep's positions, and those of all merchants at once. */
export const sharedRows = rowsIn(env.DB);

export const ledgerRows = rowsIn(env.DB);
