import type { CheckRow } from "#core/services/reconciliation/reconciliation-check.ts";
import { checkAuditTrail } from "./services/reconcile-audit-trail.ts";
import { checkIntentEvents } from "./services/reconcile-events.ts";
import { checkLedgerHistory, checkLedgerPayments, checkLedgerRefunds } from "./services/reconcile-ledger.ts";
import { checkSharedTransactions } from "./services/reconcile-shared-transactions.ts";
import {
  checkBusEvents,
  checkFailedDeliveries,
  checkOverdueDeliveries,
  checkOverdueIntents,
  checkPendingRefunds,
  checkSweep,
  checkUnfinishedOutboxes,
  checkUnfinishedPayments,
  checkWaitingDeliveries,
} from "./services/reconcile-stuck.ts";

/** They run in this order: what is stuck comes first, and the ledger, which may be down, last. */
export const checks = {
  unfinished_payments: { run: checkUnfinishedPayments },
  unfinished_outboxes: { run: checkUnfinishedOutboxes },
  overdue_intents: { run: checkOverdueIntents },
  pending_refunds: { run: checkPendingRefunds },
  overdue_deliveries: { run: checkOverdueDeliveries },
  waiting_deliveries: { run: checkWaitingDeliveries },
  failed_deliveries: { run: checkFailedDeliveries },
  bus_events: { run: checkBusEvents },
  sweep: { run: checkSweep },
  intent_events: { run: checkIntentEvents },
  audit_trail: { run: checkAuditTrail },
  shared_transactions: { run: checkSharedTransactions, isRunOnce: true },
  ledger_payments: { run: checkLedgerPayments },
  ledger_refunds: { run: checkLedgerRefunds },
  ledger_history: { run: checkLedgerHistory, isRunOnce: true },
} satisfies Record<string, CheckRow>;
