// Large tables, written in as few statements as possible.
import { inject } from "vitest";
import { cloneRows } from "../bench/clone-rows.ts";
import { DAY } from "./clock.ts";
import { databaseOf, rowsOf, sharedRows } from "./rows.ts";

/** There are as many as after years in `npm run test:long`, and else as many as show what grows. */
export const MANY = inject("longTests") ? 1_000_000 : 20_000;
/** It is for what has to read all of them. */
export const SOME = 20_000;
/** All others are older than 30 days. */
export const RECENT = 10_000;
/** How old the newest row is then, where they are a millisecond apart. */
export const NEWEST_AGE_MS = 30 * DAY - RECENT;

/** A table `series` of the numbers `n` from 0 to before `?1`. */
export const SERIES =
  "WITH RECURSIVE series(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < ?1 - 1)";

type Column =
  | "status"
  | "refund_status"
  | "counter_id"
  | "reference"
  | "target_wallet_id"
  | "expires_at"
  | "completed_at"
  | "event_sequence";

/**
 * Intents of one merchant at home, as their ids say, a millisecond apart and the last one at `newestAt`. The columns are SQL
 * expressions of `n`, which is 0 for the newest.
 */
export async function seedManyIntents(
  merchantId: string,
  newestAt: number,
  columns: Partial<Record<Column, string>>,
  count: number = MANY,
): Promise<void> {
  const given = { status: "'completed'", expires_at: "0", event_sequence: "1", ...columns };
  const names = Object.keys(given).map((name) => `, ${name}`);
  const values = Object.values(given).map((value) => `, ${value}`);
  const id = "printf('%08x-%04x-7000-8000-%011d0', (?3 - n) / 65536, (?3 - n) % 65536, n)";
  await rowsOf(merchantId).run(
    `${SERIES}
     INSERT INTO payment_intents (id, merchant_id, merchant_name, amount_minor, currency, description, created_at,
       updated_at, version, payment_declines, refund_declines${names.join("")})
     SELECT ${id}, ?2, 'Shop', 1250, 'USD', '', ?3 - n, ?3 - n, 2, 0, 0${values.join("")} FROM series`,
    count,
    merchantId,
    newestAt,
  );
}

/** Merchants like this one. `id` is an SQL expression of `i`. */
export async function seedMerchantsLike(sampleId: string, id: string, count: number): Promise<void> {
  const values = { id, email: "i || '@shop.test'", idp_client_id: "'shop-' || i" };
  await cloneRows(databaseOf(sampleId), { table: "merchants", sampleId, count, values });
}

/**
 * Paid intents, each with its delivered event, a second apart and the last one just now; all but the newest 10,000 are older
 * than 30 days. One in ten is another merchant's, of a hundred.
 */
export async function seedPaidIntents(merchantId: string): Promise<void> {
  const other = (n: string) => `printf('70000000-0000-4000-8000-%012d', ${n})`;
  await seedMerchantsLike(merchantId, other("i"), 100);
  const owner = `iif(n % 10, ?3, ${other("n / 10 % 100")})`;
  const at = `(?2 - n * 1000 - iif(n < ${RECENT}, 0, ${30 * DAY}))`;
  const uuid = (tail: string) =>
    `printf('%08x-%04x-7000-8000-${tail}%010d', ${at} / 65536, ${at} % 65536, n)`;
  const now = Date.now();
  for (const statement of [
    `INSERT INTO payment_intents (id, merchant_id, merchant_name, amount_minor, currency, description, status, completed_by,
       payment_ledger_tx_id, expires_at, created_at, updated_at, completed_at, version, event_sequence, payment_declines,
       refund_declines)
     SELECT ${uuid("01")}, ${owner}, 'Shop', 1250, 'USD', '', 'completed', 'wallet-1', 'tx-' || n, ${at} + 1800000, ${at},
       ${at}, ${at}, 2, 1, 0, 0`,
    `INSERT INTO events (merchant_id, id, intent_id, sequence, type, actor, payload, created_at, delivery_status, attempts, ended_at)
     SELECT ${owner}, ${uuid("02")}, ${uuid("01")}, 1, 'payment.completed', 'test', '{}', ${at}, 'delivered', 1, ${at}`,
  ]) {
    await sharedRows.run(`${SERIES} ${statement} FROM series`, MANY, now, merchantId);
  }
}
