import { and, count, isNotNull, lte, min } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { prometheusText } from "../wire/operations/prometheus.ts";
import { ledgerTransactions } from "./schema.ts";
import { ledgerReports } from "./worker-schema.ts";

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
  const secondsSince = (at: number | null = null) => (at === null ? 0 : Math.max(0, now - at) / 1000);
  const gauge = (name: string, help: string, value: number) =>
    ({ name, type: "gauge", help, samples: [{ value }] }) as const;
  return prometheusText([
    gauge(
      "payments_ledger_settlements_due",
      "Transactions that should have settled.",
      settlements?.overdue ?? 0,
    ),
    gauge(
      "payments_ledger_settlement_due_oldest_seconds",
      "How long ago the first of them should have.",
      secondsSince(settlements?.since),
    ),
    gauge(
      "payments_ledger_reports_unsent",
      "Settlements that the service has not taken.",
      reports?.overdue ?? 0,
    ),
    gauge(
      "payments_ledger_report_unsent_oldest_seconds",
      "How long ago the first of them settled.",
      secondsSince(reports?.since),
    ),
  ]);
}
