import { and, count, isNotNull, lte, min } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import { ledgerTransactions } from "#core/ledger/schema.ts";
import { prometheusText, secondsSince } from "#core/wire/operations/prometheus.ts";
import { ledgerReports } from "./worker-schema.ts";

export const LEDGER_METRICS_HELP = {
  payments_ledger_settlements_due: "Transactions that should have settled.",
  payments_ledger_settlement_due_oldest_seconds: "How long ago the first of them should have.",
  payments_ledger_reports_unsent: "Settlements that the service has not taken.",
  payments_ledger_report_unsent_oldest_seconds: "How long ago the first of them settled.",
};

export type LedgerMetric = keyof typeof LEDGER_METRICS_HELP;

/** What should have happened by now: nothing, while the schedule runs and the service takes reports. */
export async function ledgerMetrics(db: Database, now: number): Promise<string> {
  const { settlesAt } = ledgerTransactions;
  const [[settlements], [reports]] = await db.batch([
    db
      .select({ overdue: count(), since: min(settlesAt) })
      .from(ledgerTransactions)
      .where(and(isNotNull(settlesAt), lte(settlesAt, now))),
    db.select({ overdue: count(), since: min(ledgerReports.settledAt) }).from(ledgerReports),
  ]);
  return prometheusText(LEDGER_METRICS_HELP, {
    payments_ledger_settlements_due: settlements?.overdue ?? 0,
    payments_ledger_settlement_due_oldest_seconds: secondsSince(settlements?.since ?? null, now),
    payments_ledger_reports_unsent: reports?.overdue ?? 0,
    payments_ledger_report_unsent_oldest_seconds: secondsSince(reports?.since ?? null, now),
  });
}
