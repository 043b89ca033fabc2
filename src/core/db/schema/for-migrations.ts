/** Defined where a Worker is built (wrangler.toml). */
declare const IS_WORKER: true;

/** Indexes and keys of several columns, which drizzle-kit reads and no query does: a Worker is built without them. */
export function forMigrations<Config>(config: Config): Config | undefined {
  return typeof IS_WORKER === "undefined" ? config : undefined;
}
