// Movements without a result, and whether the ledger's float is what is owed.

import { FLOAT_ACCOUNT_ID, type LedgerTransaction } from "#core/domain/ledger.ts";
import type { Finding } from "#core/domain/reconciliation/reconciliation.ts";
import { checkHistoryPage, isCompared } from "#core/services/reconciliation/account-history.ts";
import {
  type Check,
  type CheckContext,
  checkAll,
  minutes,
} from "#core/services/reconciliation/reconciliation-check.ts";
import { findMovements, listUnfinished } from "../db/movements.ts";
import { type Movement, transferKeyOf } from "../domain/movement.ts";
import { presentDifference } from "../wire/present-movement.ts";
import { findFloatBreaks } from "./float.ts";

export const checkMovements = checkAll(
  ({ deps, stuckBefore, room }, after) =>
    listUnfinished(deps.db, stuckBefore, { createdAt: after.at, id: after.id }, room),
  (movement, { now }) => ({
    position: { at: movement.createdAt, key: "", id: movement.id },
    finding: { kind: "movement_unfinished", movementId: movement.id, ...unfinished(movement, now) },
  }),
);

function unfinished(movement: Movement, now: number): Pick<Finding, "since" | "found"> {
  const { status, createdAt, expiresAt } = movement;
  const isOverdue = status === "awaiting_approval" && expiresAt !== null;
  const since = isOverdue ? expiresAt : createdAt;
  const what = isOverdue ? "an overdue approval that nothing has ended" : "no result from the ledger";
  return { since, found: `${what} for ${minutes(now - since)}, under the key ${transferKeyOf(movement)}` };
}

/** The position's id is the last currency. */
export const checkFloat: Check = async ({ deps, now, room }, after) => {
  const breaks = await findFloatBreaks(deps.ledger);
  const rest = breaks.filter(({ currency }) => currency > after.id);
  const page = rest.slice(0, room);
  return {
    findings: page.map((totals) => ({
      kind: "float_mismatch",
      since: now,
      found: `${totals.currency}: ${differenceText(presentDifference(totals))}`,
    })),
    next: rest.length > room ? { at: 0, key: "", id: page.at(-1)?.currency ?? "" } : null,
  };
};

function differenceText(difference: string | null): string {
  if (difference === null) return "the ledger does not say exactly what it holds";
  return `the float differs by ${difference} from what wallets and merchants have and what is in flight`;
}

/** Reads the float's history, in which all movements are; for the position, see checkLedgerHistory. */
export const checkLedgerMovements: Check = (context, after) =>
  checkHistoryPage(context, { ...after, key: FLOAT_ACCOUNT_ID }, judgeMovements);

async function judgeMovements(context: CheckContext, transactions: readonly LedgerTransaction[]) {
  const executed = transactions.flatMap(({ metadata: { movement_id: movementId }, ...one }) => {
    const createdAt = Date.parse(one.created_at);
    const isMeant = typeof movementId === "string" && one.status === "completed";
    return isMeant && isCompared(context, createdAt) ? [{ ...one, movementId, createdAt }] : [];
  });
  const ids = executed.map(({ movementId }) => movementId);
  const movements = await findMovements(context.deps.db, ids);
  return executed.map(({ movementId, transaction_id: transactionId, createdAt, ...one }) => {
    const movement = movements.get(movementId);
    const found =
      movement === undefined
        ? `no movement here has this ${one.transaction_type} of ${one.amount} ${one.currency}`
        : `is ${movement.status} here, and the ledger has executed it`;
    const finding: Finding = {
      kind: "movement_unrecorded",
      since: createdAt,
      movementId,
      transactionId,
      found,
    };
    // One that is under way is a finding of its own once it is stuck.
    const isFine = movement?.completedAt === null || movement?.ledgerTransactionId === transactionId;
    return { transfer: { createdAt, transactionId }, finding: isFine ? null : finding };
  });
}
