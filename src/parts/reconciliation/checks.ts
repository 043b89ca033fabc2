import { checkAuditTrail } from "../../services/reconciliation/reconcile-audit-trail.ts";
import { checkIntentEvents } from "../../services/reconciliation/reconcile-events.ts";
import {
  checkLedgerHistory,
  checkLedgerPayments,
  checkLedgerRefunds,
} from "../../services/reconciliation/reconcile-ledger.ts";
import { checkSharedTransactions } from "../../services/reconciliation/reconcile-shared-transactions.ts";
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
} from "../../services/reconciliation/reconcile-stuck.ts";
import type { CheckRow } from "../../services/reconciliation/reconciliation-check.ts";

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
