import type { CheckRow } from "#core/services/reconciliation/reconciliation-check.ts";
import { checkFloat, checkLedgerMovements, checkMovements } from "./services/reconcile-movements.ts";

export const checks = {
  movements: { run: checkMovements, isRunOnce: true, after: "pending_refunds" },
  ledger_movements: { run: checkLedgerMovements, isRunOnce: true, after: "ledger_history" },
  ledger_float: { run: checkFloat, isRunOnce: true, after: "ledger_movements" },
} satisfies Record<string, CheckRow>;
