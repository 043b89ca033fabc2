// What the specification says of one intent, written a second time and as small as possible: the checker's reference,
// which shares no rule with the service.
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { Operation } from "../history.ts";
import { isByCounter } from "../plan.ts";
import { mayRefund, walletId } from "../shop.ts";

export interface State {
  status: PaymentIntent["status"];
  payer: string | null;
  refund: "pending" | "completed" | null;
  /** The transfer that is under way. */
  transfer: { kind: "payment" | "refund"; wallet: string } | null;
  /** Wallets whose payment the ledger has declined, and "refund" once it has declined a refund. */
  declined: readonly string[];
  refundKeys: readonly string[];
}

/** What an operation does to a state: it is refused, or its response shows this state or a later one. */
export type Effect = { state: State; refusal: string | null };

/** `not_executed`: an operator has ended it. */
const DECLINES = ["account_not_found", "currency_mismatch", "declined_recently", "not_executed"];

export function initialState(isScan: boolean): State {
  const status = isScan ? "pending_approval" : "pending";
  return { status, payer: null, refund: null, transfer: null, declined: [], refundKeys: [] };
}

/** What may happen by itself: the ledger decides, or the deadline passes. */
export function stepsOf(state: State, isPastDeadline: boolean): State[] {
  const { transfer } = state;
  if (transfer === null) {
    return isOpen(state) && isPastDeadline ? [{ ...state, status: "expired" }] : [];
  }
  const ended = { ...state, transfer: null };
  return transfer.kind === "payment"
    ? [
        { ...ended, status: "completed", payer: transfer.wallet },
        { ...ended, declined: withOne(state.declined, transfer.wallet) },
      ]
    : [
        { ...ended, refund: "completed" },
        { ...ended, refund: null, declined: withOne(state.declined, "refund") },
      ];
}

/** What the operation may do when it reaches the intent in this state. */
export function effectsOf(state: State, { command, slot }: Operation): Effect[] {
  switch (command.do) {
    case "confirm":
      return [
        state.status === "pending_approval"
          ? refused(state, "approval_required")
          : pay(state, command.wallet),
      ];
    case "approve":
    case "reject": {
      const isTarget = slot.create.do === "scan" && slot.create.wallet === command.wallet;
      if (!isTarget) return [refused(state, "not_found")];
      return [command.do === "approve" ? pay(state, command.wallet) : endRequest(state)];
    }
    case "withdraw":
      if (command.isForeign) return [refused(state, "not_found")];
      return [slot.create.do === "scan" ? endRequest(state) : refused(state, "not_awaiting_approval")];
    case "cancel":
      return [command.isForeign ? refused(state, "not_found") : cancel(state)];
    case "refund":
      if (isByCounter(command) && !mayRefund(slot.merchant)) return [refused(state, "forbidden")];
      if (isByCounter(command) && !isOfCounter(slot)) return [refused(state, "not_found")];
      return refund(state, command.key);
    default:
      return [done(state)];
  }
}

/** Whether the operation's response fits an intent that is now in this state. */
export function fits(state: State, operation: Operation): boolean {
  const { command, response } = operation;
  if (response.outcome === "unknown") return true;
  const wallet = command.do === "confirm" || command.do === "approve" ? walletId(command.wallet) : null;
  if (response.outcome === "refused") {
    if (wallet !== null) {
      // The command is repeated when its object is reset. After the decline it can meet another refusal.
      const isAgain = effectsOf(state, operation).some(({ refusal }) => refusal === response.error);
      return state.declined.includes(wallet) && (isAgain || isDecline(response.error, "insufficient_funds"));
    }
    return isDecline(response.error, "insufficient_merchant_funds") && state.declined.includes("refund");
  }
  const { status, completedBy, refundStatus, operation: transfer } = response.intent;
  // A payer who is told of success without a payment would leave without paying.
  const isPaid = wallet === null || completedBy === wallet || transfer?.walletId === wallet;
  const isSame = status === state.status && completedBy === state.payer && refundStatus === state.refund;
  return isSame && isPaid && (transfer === null) === (state.transfer === null);
}

export function isOpen({ status }: State): boolean {
  return status === "pending" || status === "pending_approval";
}

function isOfCounter({ create }: Operation["slot"]): boolean {
  return create.do === "scan" || create.hasCounter;
}

function isDecline(error: string, insufficientFunds: string): boolean {
  return error === insufficientFunds || DECLINES.includes(error);
}

function pay(state: State, index: number): Effect {
  const wallet = walletId(index);
  if (state.status === "expired") return refused(state, "expired");
  if (state.status === "cancelled") return refused(state, "already_cancelled");
  if (state.status === "completed")
    return state.payer === wallet ? done(state) : refused(state, "already_paid");
  if (state.transfer !== null)
    return state.transfer.wallet === wallet ? done(state) : refused(state, "payment_in_progress");
  return done({ ...state, transfer: { kind: "payment", wallet } });
}

/** Ends a request for approval, by either side. */
function endRequest(state: State): Effect {
  if (state.status === "cancelled") return done(state);
  if (state.status === "completed") return refused(state, "already_paid");
  if (state.status === "expired") return refused(state, "expired");
  if (state.transfer !== null) return refused(state, "payment_in_progress");
  return done({ ...state, status: "cancelled" });
}

function cancel(state: State): Effect {
  if (state.status !== "pending") return refused(state, "not_pending");
  if (state.transfer !== null) return refused(state, "payment_in_progress");
  return done({ ...state, status: "cancelled" });
}

/** A key that was used before may stand for the refund it began, or for a new one after a decline. */
function refund(state: State, key: string | null): Effect[] {
  const isRepeated = key !== null && state.refundKeys.includes(key);
  const repeated = isRepeated ? [done(state)] : [];
  if (state.status !== "completed") return [...repeated, refused(state, "not_completed")];
  if (state.refund !== null) return [...repeated, refused(state, "already_refunded")];
  const refundKeys = key === null ? state.refundKeys : withOne(state.refundKeys, key);
  const transfer = { kind: "refund", wallet: state.payer ?? "" } as const;
  return [...repeated, done({ ...state, refund: "pending", transfer, refundKeys })];
}

function done(state: State): Effect {
  return { state, refusal: null };
}

function refused(state: State, refusal: string): Effect {
  return { state, refusal };
}

function withOne(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values : [...values, value].sort();
}
