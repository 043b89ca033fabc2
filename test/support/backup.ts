import { env } from "cloudflare:workers";

/** The tables of the service itself. Identity provider, ledger and wallets are other systems in production. */
const TABLES = ["merchants", "counters", "payment_intents", "events", "webhook_endpoints", "sweep_positions"];

/** Copies every row; the returned function puts the copy back in place of all that has been written since. */
export async function copyDatabase(): Promise<() => Promise<void>> {
  const statements: D1PreparedStatement[] = [];
  for (const table of TABLES) {
    statements.push(env.DB.prepare(`DELETE FROM ${table}`));
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
    for (const row of results) {
      const names = Object.keys(row);
      const insert = `INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`;
      statements.push(env.DB.prepare(insert).bind(...Object.values(row)));
    }
  }
  return async () => {
    await env.DB.batch(statements);
  };
}
