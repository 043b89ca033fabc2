import type { Shard } from "#core/db/client.ts";
import { sumStatementLines, type TimeRange } from "#core/db/payment-intents/statement-lines.ts";
import type { StatementSum } from "#core/domain/payment-intents/totals.ts";

/** The plain sum of a range of time, as if nothing was ever kept. */
export async function sumLines(db: Shard, merchantId: string, range: TimeRange): Promise<StatementSum[]> {
  const whole = { day: "2026-01-01", ...range };
  const now = Date.now();
  const plan = { until: now, since: now, lateSince: now, missing: [whole], discards: [] };
  const { lines } = await sumStatementLines(db, merchantId, [whole], plan);
  return lines.map(({ kind, counterId, currency, count, amountMinor }) => ({
    kind,
    counterId,
    currency,
    count,
    amountMinor,
  }));
}
