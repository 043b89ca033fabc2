// Money between the operator's float and an account, outside of payments: its states, and what follows from what.
import {
  ARRIVES_WITHIN_MS,
  type DeclineReason,
  FLOAT_ACCOUNT_ID,
  type LedgerReport,
  type LedgerTransfer,
  type ReportedResult,
} from "#core/domain/ledger.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import { DAY_MS } from "#core/domain/sessions/session.ts";

export const MOVEMENT_KINDS = ["top_up", "pay_out", "adjustment"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

export const MOVEMENT_STATUSES = [
  /** A pay-out that the customer has to approve. */
  "awaiting_approval",
  /** The ledger's result is not known yet. */
  "processing",
  "completed",
  "declined",
  "rejected",
  "expired",
  /** By the desk, before the customer had decided. */
  "withdrawn",
] as const;
export type MovementStatus = (typeof MOVEMENT_STATUSES)[number];

export interface Movement {
  id: string;
  kind: MovementKind;
  /** A wallet, or with an adjustment also a merchant. */
  accountId: string;
  /** `credit`: from the float to the account. */
  direction: "credit" | "debit";
  amountMinor: number;
  currency: string;
  status: MovementStatus;
  declineReason: DeclineReason | null;
  ledgerTransactionId: string | null;
  /** It is null for an administrator's. */
  deskId: string | null;
  madeBy: string;
  reason: string;
  idempotencyKey: string;
  fingerprint: string;
  createdAt: number;
  /** When it ended, in whatever way. */
  completedAt: number | null;
  /** Until then it can be approved; null for one that needs no approval. */
  expiresAt: number | null;
  /** Whether operators have yet to be told of it. */
  isAlertDue: boolean;
  /** Since it is being ended, its transfer is no longer repeated; null for nearly all. */
  endingSince: number | null;
  /** The top-up of which this pay-out takes back what was too much. */
  correctsId: string | null;
}

export type DefiniteResult = Exclude<ReportedResult, { outcome: "pending" }>;

/** Both are in minor units. What was declined or rejected, or is recorded as expired, does not count towards the day. */
export interface MovementLimits {
  transactionMaxMinor: number;
  dayMaxMinor: number;
}

/** It has the time when the day has begun: where the desk is, or in UTC for administrators. */
export interface LimitsToday extends MovementLimits {
  dayFrom: number;
}

export type MovementCommand =
  | { type: "approve" }
  | { type: "reject" }
  | { type: "withdraw" }
  /** Records a deadline that has passed; before it, nothing changes. */
  | { type: "expire" }
  /** The ledger says that its money has moved: it was approved, and a restored database has forgotten that. */
  | { type: "adopt" }
  /** It is to be declined, if the ledger has not executed it and does not execute it any more. */
  | { type: "end" }
  | { type: "record_result"; result: DefiniteResult };

export type MovementRefusal =
  | "movement_not_found"
  /** It has ended otherwise. */
  | "movement_ended"
  | "movement_expired"
  | "movement_withdrawn"
  /** It has been approved. */
  | "movement_processing"
  /** Nobody has approved it. */
  | "movement_not_processing";

export type MovementChange = Partial<
  Pick<Movement, "status" | "declineReason" | "ledgerTransactionId" | "completedAt" | "endingSince">
>;

/** What the command changes; an empty change when nothing is left to do, as when it is repeated. */
export function decideMovement(
  movement: Movement,
  command: MovementCommand,
  now: number,
): Result<MovementChange, MovementRefusal> {
  const status = statusAt(movement, now);
  const isDue = status !== movement.status;
  switch (command.type) {
    case "approve":
      if (status === "awaiting_approval") return ok({ status: "processing" });
      if (status === "expired") return err("movement_expired");
      if (status === "withdrawn") return err("movement_withdrawn");
      return status === "rejected" ? err("movement_ended") : ok({});
    case "reject":
      if (status === "awaiting_approval") return ok({ status: "rejected", completedAt: now });
      if (status === "withdrawn") return err("movement_withdrawn");
      if (status === "processing") return err("movement_processing");
      return status === "rejected" || status === "expired" ? ok({}) : err("movement_ended");
    case "withdraw":
      if (status === "awaiting_approval") return ok({ status: "withdrawn", completedAt: now });
      if (status === "processing") return err("movement_processing");
      return status === "withdrawn" || status === "expired" ? ok({}) : err("movement_ended");
    case "expire":
      return ok(isDue ? { status: "expired", completedAt: now } : {});
    case "adopt":
      return ok(movement.status === "awaiting_approval" ? { status: "processing" } : {});
    case "end":
      if (status === "awaiting_approval") return err("movement_not_processing");
      if (status !== "processing") return err("movement_ended");
      return ok(movement.endingSince === null ? { endingSince: now } : {});
    case "record_result":
      return ok(status === "processing" ? changeOf(command.result, now) : {});
  }
}

function changeOf(result: DefiniteResult, completedAt: number): MovementChange {
  return result.outcome === "settled"
    ? { status: "completed", ledgerTransactionId: result.transactionId, completedAt }
    : { status: "declined", declineReason: result.reason, completedAt };
}

/** From its deadline on, a movement that was not approved has expired, whether that is recorded or not. */
export function statusAt(
  { status, expiresAt }: Pick<Movement, "status" | "expiresAt">,
  now: number,
): MovementStatus {
  return status === "awaiting_approval" && expiresAt !== null && expiresAt <= now ? "expired" : status;
}

/** The ledger decides once under it. */
export function transferKeyOf({ kind, id }: Pick<Movement, "kind" | "id">): string {
  return `${kind}:${id}`;
}

export function transferOf(movement: Movement): LedgerTransfer {
  const { id: movementId, kind, accountId, direction, amountMinor, currency } = movement;
  const isCredit = direction === "credit";
  const fromAccountId = isCredit ? FLOAT_ACCOUNT_ID : accountId;
  const toAccountId = isCredit ? accountId : FLOAT_ACCOUNT_ID;
  const key = transferKeyOf(movement);
  return { kind, key, fromAccountId, toAccountId, amountMinor, currency, description: "", movementId };
}

/** Whether kind, accounts, amount and currency are the movement's, and the key too if the ledger returns it. */
export function isTransferOf(movement: Movement, report: LedgerReport): boolean {
  const { key, kind, fromAccountId, toAccountId, amountMinor, currency } = transferOf(movement);
  return (
    report.kind === kind &&
    (report.operationKey ?? key) === key &&
    report.fromAccountId === fromAccountId &&
    report.toAccountId === toAccountId &&
    report.amountMinor === amountMinor &&
    report.currency === currency
  );
}

/** What a transaction under the movement's key says of it: with another one, it is never executed. Null for a pending one. */
export function resultUnderKey(movement: Movement, report: LedgerReport): DefiniteResult | null {
  if (!isTransferOf(movement, report)) return { outcome: "declined", reason: "not_executed" };
  return report.result.outcome === "pending" ? null : report.result;
}

/** Its key is used up, or no request of it can still arrive. */
export const NOT_EXECUTED = {
  type: "record_result",
  result: { outcome: "declined", reason: "not_executed" },
} as const satisfies MovementCommand;

/**
 * The ledger has no transaction under the key, and the transfer is not repeated any more, or is refused as such. A refused one
 * is ended by itself: what the ledger refuses for ten minutes although it responds to look-ups, it will refuse again.
 */
export function factWithoutTransaction(
  { createdAt, endingSince }: Movement,
  now: number,
): Extract<MovementCommand, { type: "end" | "record_result" }> | null {
  if (now < (endingSince ?? createdAt) + ARRIVES_WITHIN_MS) return null;
  return endingSince === null ? { type: "end" } : NOT_EXECUTED;
}

/** What a desk has got wrong, its customer says on the day. */
export function isTooOldToCorrect({ createdAt }: Movement, now: number): boolean {
  return createdAt < now - DAY_MS;
}

/** The beginning of the day, which is one of UTC. */
export function dayOf(at: number): number {
  return at - (at % DAY_MS);
}
