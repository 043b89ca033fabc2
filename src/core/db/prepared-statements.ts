// Frequent statements, which are built once: Drizzle takes longer to build a statement than to run it.
import { getTableColumns, is, Param, Placeholder, type SQL, sql, type Table } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { PreparedQueryConfig, SQLitePreparedQuery } from "drizzle-orm/sqlite-core";
import { memoizeWeak } from "#core/lib/cache.ts";
import type { Database } from "./client.ts";

type Values = Readonly<Record<string, unknown>>;

/** Prepares once per database binding. */
export function prepareOnce<Statement extends object>(
  prepare: (db: Database) => Statement,
): (db: Database) => Statement {
  const statementFor = memoizeWeak((_binding: D1Database, db: Database) => prepare(db));
  return (db) => statementFor(db.$client, db);
}

/**
 * A prepared statement with values for its placeholders, as an item of a batch. Drizzle's batches take no values
 * (drizzle-team/drizzle-orm#2197) and no raw statements (#2277), so the item overrides `_prepare`, which is private to
 * Drizzle and which a batch calls; only this function knows of it. Throws when a value is left out, which D1 would store as
 * null.
 */
export function withValues<Config extends PreparedQueryConfig>(
  statement: SQLitePreparedQuery<Config>,
  values: object,
): RunnableQuery<Config["execute"], "sqlite"> {
  const params = bindersOf(statement).map((bind) => bind(values as Values));
  const query = { sql: statement.getQuery().sql, params };
  const item = Object.assign(Object.create(statement), { query, _prepare: () => item });
  return item;
}

/** Resolved once per statement: inspecting a parameter costs more than binding it. */
const bindersOf = memoizeWeak((statement: Pick<SQLitePreparedQuery<PreparedQueryConfig>, "getQuery">) =>
  statement.getQuery().params.map(binderOf),
);

/** A column's placeholder comes with the column's encoder, which must not see null. */
function binderOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => givenValue(param, values);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value: placeholder } = param;
  return (values) => {
    const value = givenValue(placeholder, values);
    return value === null ? null : encoder.mapToDriverValue(value);
  };
}

function givenValue({ name }: Placeholder, values: Values): unknown {
  if (!(name in values)) throw new Error(`a statement has no value for ${name}`);
  return values[name] ?? null;
}

type Row<T extends Table> = { [Field in keyof T["$inferSelect"] & string]: Placeholder<Field> };

/** A row to insert: for each column a placeholder with the name of its field. */
export function placeholdersFor<T extends Table>(table: T): Row<T> {
  const fields = Object.keys(getTableColumns(table));
  return Object.fromEntries(fields.map((field) => [field, sql.placeholder(field)])) as Row<T>;
}

/** Serves ON CONFLICT DO UPDATE: these columns become what the row that was not inserted has. */
export function excludedColumns<T extends Table, Field extends keyof T["$inferSelect"] & string>(
  table: T,
  fields: readonly Field[],
): Record<Field, SQL> {
  const columns = getTableColumns(table);
  const values = fields.map((field) => [field, excluded(columns[field]?.name ?? "")]);
  return Object.fromEntries(values) as Record<Field, SQL>;
}

export function excluded(column: string): SQL {
  return sql`excluded.${sql.identifier(column)}`;
}
