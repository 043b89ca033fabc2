// Tells the service what has settled: each report until it gets 2xx, under one webhook-id and signed anew each time.
import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "#core/db/client.ts";
import type { LedgerConfig } from "#core/ledger/config.ts";
import { presentTransaction, settledEvent } from "#core/ledger/present.ts";
import { ledgerTransactions, type TransactionRow } from "#core/ledger/schema.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { forEachLimited } from "#core/lib/for-each-limited.ts";
import { log } from "#core/lib/log.ts";
import { signWebhook } from "#core/webhooks/sign.ts";
import { ledgerReports } from "./worker-schema.ts";

export type ReportTarget = NonNullable<LedgerConfig["reports"]>;

const TIMEOUT_MS = 5_000;
/** They follow the first failure, the second, and so on; then the last is repeated. */
const DELAYS_MS = [1, 5, 60, 300, 900, 3_600].map((seconds) => seconds * 1_000);
const REPORTS_MAX = 60;

interface Reports {
  db: Database;
  target: ReportTarget;
  fetch: Fetch;
  clock: () => number;
}

/** Sends what is due, the longest due first; of one transaction alone where it is given. */
export async function sendDueReports(reports: Reports, transactionId?: string): Promise<void> {
  const { db, clock } = reports;
  const isThis = transactionId === undefined ? undefined : eq(ledgerReports.transactionId, transactionId);
  const due = await db
    .select({ transaction: ledgerTransactions, attempts: ledgerReports.attempts })
    .from(ledgerReports)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerReports.transactionId))
    .where(and(lte(ledgerReports.dueAt, clock()), isThis))
    .orderBy(asc(ledgerReports.dueAt))
    .limit(REPORTS_MAX);
  await forEachLimited(due, (report) => send(reports, report));
}

async function send(
  reports: Reports,
  { transaction, attempts }: { transaction: TransactionRow; attempts: number },
): Promise<void> {
  const { db, clock } = reports;
  const isThis = eq(ledgerReports.transactionId, transaction.id);
  try {
    await post(reports, transaction);
    await db.delete(ledgerReports).where(isThis);
  } catch (error) {
    log("warn", "ledger_report_failed", { transactionId: transaction.id, attempts: attempts + 1, error });
    const delayMs = DELAYS_MS[Math.min(attempts, DELAYS_MS.length - 1)] ?? 0;
    await db
      .update(ledgerReports)
      .set({ attempts: attempts + 1, dueAt: clock() + delayMs })
      .where(isThis);
  }
}

async function post({ target, fetch, clock }: Reports, transaction: TransactionRow): Promise<void> {
  const body = JSON.stringify(settledEvent(presentTransaction(transaction)));
  const signed = await signWebhook(target.secrets, transaction.id, clock(), body);
  const response = await fetch(target.url, {
    method: "POST",
    headers: { ...signed, "Content-Type": "application/json" },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the service responded with ${response.status}`);
}
