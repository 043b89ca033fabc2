// What D1 reads for a query: SQLite's plans, and the rows that the platform bills.
import { env } from "cloudflare:workers";
import { vi } from "vitest";

/** SQLite's plans for the statements that `run` prepares: with a database that another test has used, some may be prepared. */
export async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
  const prepare = env.DB.prepare.bind(env.DB);
  const statements: string[] = [];
  vi.spyOn(env.DB, "prepare").mockImplementation((sql) => {
    statements.push(sql);
    return prepare(sql);
  });
  await run();
  vi.restoreAllMocks();
  if (statements.length === 0) throw new Error("all was prepared before");
  const plans: string[] = [];
  for (const sql of statements) {
    const bound = Array.from({ length: sql.split("?").length - 1 }, () => 1);
    const { results } = await prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...bound)
      .all<{ detail: string }>();
    plans.push(...results.map(({ detail }) => detail));
  }
  return plans;
}

/** The rows that D1 reads for `run`, in all of its statements. */
export async function rowsReadBy(run: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  const prototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  const all = prototype.all;
  const counted = async function (this: unknown): Promise<D1Result> {
    const result = await all.call(this);
    rows += result.meta.rows_read;
    return result;
  };
  vi.spyOn(prototype, "all").mockImplementation(counted);
  // `raw` returns no meta, so `all` is called in its place.
  vi.spyOn(prototype, "raw").mockImplementation(async function (this: unknown) {
    const { results } = await counted.call(this);
    return results.map((row) => Object.values(row as object));
  });
  const batch = env.DB.batch.bind(env.DB);
  vi.spyOn(env.DB, "batch").mockImplementation(async (statements) => {
    const results = await batch(statements);
    for (const { meta } of results) rows += meta.rows_read;
    return results as never;
  });
  await run();
  vi.restoreAllMocks();
  return rows;
}

/**
 * Paid intents of one merchant, a second apart and the last one just now, each with its delivered event. As few
 * statements as possible, because there are many.
 */
export async function seedPaidIntents(merchantId: string, count: number): Promise<void> {
  const series = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?3 - 1)`;
  const at = "(?2 - i * 1000)";
  const uuid = (tail: string) =>
    `printf('%08x-%04x-7000-8000-${tail}%010d', ${at} / 65536, ${at} % 65536, i)`;
  const intents = `${series} INSERT INTO payment_intents (id, merchant_id, merchant_name, amount_minor, currency,
      description, status, completed_by, payment_ledger_tx_id, expires_at, created_at, updated_at, completed_at, version,
      event_sequence, payment_declines, refund_declines)
    SELECT ${uuid("01")}, ?1, 'Shop', 1250, 'USD', '', 'completed', 'wallet-1', 'tx-' || i, ${at} + 1800000, ${at},
      ${at}, ${at}, 2, 1, 0, 0 FROM n`;
  const events = `${series} INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at,
      delivery_status, attempts, ended_at)
    SELECT ?1, ${uuid("02")}, ${uuid("01")}, 1, 'payment.completed', 'test', '{}', ${at}, 'delivered', 1, ${at} FROM n`;
  const bound = [merchantId, Date.now(), count];
  await env.DB.batch([env.DB.prepare(intents).bind(...bound), env.DB.prepare(events).bind(...bound)]);
}
