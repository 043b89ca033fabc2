// Tables with tens of thousands of rows, written in as few statements as possible.
import { rowsOf } from "./rows.ts";

export const MANY = 20_000;

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
    MANY,
    merchantId,
    newestAt,
  );
}
