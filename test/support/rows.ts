// How tests reach rows. The owner is the merchant, counter, wallet or intent that they belong to, and decides on the
// databases that may have them; only tests of the database itself use `env.DB`.
import { env } from "cloudflare:workers";
import type { Shard } from "#core/db/client.ts";
import { PAYMENT_TABLES } from "./payment-tables.ts";
import { ALL_SHARDS, deps } from "./seeds.ts";

/** Cells have such rows, too. */
const OF_PAYMENTS = new RegExp(`\\b(${PAYMENT_TABLES.join("|")})\\b`);

/** Where tests insert: what they seed is at home, as if from before there were cells. */
export function databaseOf(_owner: string): D1Database {
  return env.DB;
}

function choose(sql: string, shards: readonly Shard[]): D1Database[] {
  const isForCells = OF_PAYMENTS.test(sql) && !sql.includes("INSERT INTO");
  return isForCells ? shards.map((shard) => shard.$client) : [env.DB];
}

function rowsIn(databasesFor: (sql: string) => D1Database[]) {
  const fromEach = <Result>(
    sql: string,
    values: unknown[],
    ask: (statement: D1PreparedStatement) => Promise<Result>,
  ) => Promise.all(databasesFor(sql).map((database) => ask(database.prepare(sql).bind(...values))));
  const all = async <Row>(sql: string, values: unknown[]) =>
    (await fromEach(sql, values, (statement) => statement.all<Row>())).flatMap(({ results }) => results);
  return {
    async all<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
      return await all<Row>(sql, values);
    },
    async first<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row | null> {
      return (await all<Row>(sql, values))[0] ?? null;
    },
    /** The first row's only column, or the sum of all counts. */
    async value<Value = unknown>(sql: string, ...values: unknown[]): Promise<Value | null> {
      const rows = await fromEach(sql, values, (statement) => statement.raw<[Value]>());
      const found = rows.flatMap(([row]) => row ?? []);
      if (!sql.startsWith("SELECT count(")) return found[0] ?? null;
      return found.reduce((sum, count) => sum + Number(count), 0) as Value;
    },
    async run(sql: string, ...values: unknown[]): Promise<void> {
      await fromEach(sql, values, (statement) => statement.run());
    },
  };
}

export const rowsOf = (owner: string) => rowsIn((sql) => choose(sql, deps.shards.ofMerchant(owner)));

/** Has those of no merchant, such as sessions and the sweep's positions, and those of all merchants at once. */
export const sharedRows = rowsIn((sql) => choose(sql, ALL_SHARDS));

export const ledgerRows = rowsIn(() => [env.DB]);
