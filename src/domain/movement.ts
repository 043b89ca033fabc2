// Money between the operator's float and an account, outside of payments: its states, and what follows from what.
import type { DeclineReason, ReportedResult } from "./ledger.ts";
import { err, ok, type Result } from "./result.ts";

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
  /** Null for an administrator's. */
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
}

/** Both in minor units. What was declined or rejected, or is recorded as expired, does not count towards the day, which is one of UTC. */
export interface MovementLimits {
  transactionMaxMinor: number;
  dayMaxMinor: number;
}

export type MovementCommand =
  | { type: "approve" }
  | { type: "reject" }
  /** Records a deadline that has passed; before it, nothing changes. */
  | { type: "expire" }
  /** The ledger says that its money has moved: it was approved, and a restored database has forgotten that. */
  | { type: "adopt" }
  /** A definite one. */
  | { type: "record_result"; result: Exclude<ReportedResult, { outcome: "pending" }> };

export type MovementRefusal =
  | "movement_not_found"
  /** It has ended otherwise. */
  | "movement_ended"
  | "movement_expired"
  /** It has been approved. */
  | "movement_processing";

export type MovementChange = Partial<
  Pick<Movement, "status" | "declineReason" | "ledgerTransactionId" | "completedAt">
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
      return status === "rejected" ? err("movement_ended") : ok({});
    case "reject":
      if (status === "awaiting_approval") return ok({ status: "rejected", completedAt: now });
      if (status === "processing") return err("movement_processing");
      return status === "rejected" || status === "expired" ? ok({}) : err("movement_ended");
    case "expire":
      return ok(isDue ? { status: "expired", completedAt: now } : {});
    case "adopt":
      return ok(movement.status === "awaiting_approval" ? { status: "processing" } : {});
    case "record_result":
      return ok(status === "processing" ? changeOf(command.result, now) : {});
  }
}

function changeOf(
  result: Exclude<ReportedResult, { outcome: "pending" }>,
  completedAt: number,
): MovementChange {
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

const DAY_MS = 24 * 60 * 60_000;

/** The beginning of the day, which is one of UTC. */
export function dayOf(at: number): number {
  return at - (at % DAY_MS);
}
