import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { HOME } from "#core/domain/shards/cells.ts";
import { withinDeadline } from "#core/lib/deadline.ts";

const TIMEOUT_MS = 5_000;

export type Database = ReturnType<typeof drizzle> & { $client: D1Database };

/** A database that has payments, by its name: see shards.ts. */
export type Shard = Database & { name: string };

export function openDatabase(binding: D1Database, shard: string = HOME): Shard {
  return Object.assign(drizzle(binding), { name: shard });
}

/** D1 has no deadline of its own. Throws DependencyError where it fails or takes longer. */
export async function orUnavailable<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await withinDeadline(work, TIMEOUT_MS);
  } catch (error) {
    throw new DependencyError("database", message, { cause: error });
  }
}

/** Drizzle wraps what a single statement throws, but not what a batch throws. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return true;
  return error instanceof Error && error.message.startsWith("D1_ERROR");
}

/** It can hold no more. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /SQLITE_FULL|max(imum DB)? size/i.test(error.message) || isFull(error.cause);
}

/** Reads one row, so that it fails where the migrations are missing as well. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`SELECT 1 FROM merchants LIMIT 1`);
}

/** Returns null where D1 does not say it. */
export async function readSize(home: Database): Promise<number | null> {
  return (await home.run(sql`SELECT 1`)).meta.size_after ?? null;
}

/** Lists them by file name, in the order in which wrangler applied them; none where it has never been asked to. */
export async function listAppliedMigrations(db: Database): Promise<string[]> {
  const tables = await db.all(
    sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'`,
  );
  if (tables.length === 0) return [];
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM d1_migrations ORDER BY id`);
  return rows.map(({ name }) => name);
}
