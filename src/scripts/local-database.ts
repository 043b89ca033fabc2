// The tables of a database on this machine. `wrangler d1 migrations apply` would start a runtime for each step; here one makes them.
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deserialize } from "node:v8";
import { ScriptError } from "./run.ts";

export interface LocalDatabase {
  /** What wrangler calls it on this machine. */
  id: string;
  migrations: string;
  /** A folder, where there are cells. */
  cellMigrations?: string;
}

const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/**
 * Applies the migrations that the database lacks. A stamp beside it tells from what it was made, so that this starts nothing when
 * nothing is new. Throws ScriptError, and changes nothing, when the database or a cell was made by other migrations.
 */
export async function migrate(stateDirectory: string, database: LocalDatabase): Promise<void> {
  const stamp = `${stateDirectory}/v3/d1/migrated`;
  const made = readStamp(stamp);
  const wanted = stampOf(database);
  if (JSON.stringify(made) === JSON.stringify(wanted)) return;
  const { id: _, ...files } = made;
  for (const [file, digest] of Object.entries(files)) {
    if (wanted[file] === undefined) throw unknown(stateDirectory, file);
    if (wanted[file] !== digest)
      throw new ScriptError(
        `${stateDirectory} was made by another ${file}: delete that folder to begin anew, or put the file back to keep the data.`,
      );
  }
  requireKnownCells(stateDirectory, database);
  await apply(stateDirectory, database);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify(wanted));
}

type Stamp = Record<string, string>;

function stampOf({ id, ...folders }: LocalDatabase): Stamp {
  const files = Object.values(folders).flatMap(filesIn);
  const digests = files.map((file) => [file, createHash("sha256").update(readFileSync(file)).digest("hex")]);
  return { id, ...Object.fromEntries(digests) };
}

function readStamp(file: string): Stamp {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

function filesIn(folder: string): string[] {
  return globSync(`${folder}/*.sql`)
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

function unknown(stateDirectory: string, migration: string): ScriptError {
  return new ScriptError(
    `${stateDirectory} has the migration ${migration}, which this release does not have: delete that folder to begin anew, or keep it for the release that made it.`,
  );
}

/** A cell counts its migrations. */
function requireKnownCells(stateDirectory: string, { cellMigrations }: LocalDatabase): void {
  if (cellMigrations === undefined) return;
  const known = filesIn(cellMigrations).length;
  for (const file of globSync(`${stateDirectory}/v3/do/*-CellObject/*.sqlite`)) {
    const count = readMigrated(file);
    if (count > known) throw unknown(stateDirectory, `${count} of a cell (${basename(file)})`);
  }
}

function readMigrated(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_cf_KV'").all();
    if (tables.length === 0) return 0;
    const row = database.prepare("SELECT value FROM _cf_KV WHERE key = 'migrated'").get();
    return row === undefined ? 0 : Number(deserialize(row.value as Uint8Array));
  } finally {
    database.close();
  }
}

async function apply(stateDirectory: string, { id, migrations }: LocalDatabase): Promise<void> {
  // Loading it takes most of a second, which a service whose tables are made need not wait.
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {}",
      d1Databases: { DB: id },
      resourcePersistencePath: `${stateDirectory}/v3`,
    }),
  );
  try {
    const db = await miniflare.getD1Database("DB");
    const applied = await listApplied(db);
    const files = filesIn(migrations);
    const strange = applied.find((name) => !files.includes(`${migrations}/${name}`));
    if (strange !== undefined) throw unknown(stateDirectory, strange);
    const statements = files
      .filter((file) => !applied.includes(basename(file)))
      .flatMap((file) => [
        db.prepare(readFileSync(file, "utf8")),
        db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(basename(file)),
      ]);
    if (statements.length > 0) await db.batch([db.prepare(TABLE), ...statements]);
  } finally {
    await miniflare.dispose();
  }
}

async function listApplied(db: D1Database): Promise<string[]> {
  const table = await db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'").first();
  if (table === null) return [];
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  return results.map(({ name }) => name);
}
