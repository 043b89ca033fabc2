// What an administrator has stopped that concerns a caller: its merchant, its counter, or the user. The service checks
// this itself, because tokens that the identity provider has issued stay valid until they expire.
import type { CounterRights, CounterStatus } from "#core/domain/counters/counter.ts";
import type { MerchantRole } from "#core/domain/merchants/merchant-user.ts";

export interface RestrictionsKey {
  merchantId: string;
  counterId: string | null;
  /** The `sub` of a dashboard user; null for a machine. */
  userId: string | null;
}

/** The counter's rights are false where the caller is none. */
export interface Restrictions extends CounterRights {
  isSuspended: boolean;
  areRefundsStopped: boolean;
  /** It is null when the caller is no counter, or the counter does not exist. */
  counterStatus: CounterStatus | null;
  /** The user was disabled at this time, and may have been enabled since. */
  userDisabledAt: number | null;
  isUserDisabled: boolean;
  /** Means nothing for a machine. */
  userRole: MerchantRole;
}

export type RestrictionsRefusal =
  | "forbidden"
  | "user_disabled"
  | "merchant_suspended"
  | "counter_not_active"
  | "owner_required";

/** What decides about one command of a caller, beside its restrictions. */
export interface RestrictionsCheck {
  key: RestrictionsKey;
  /** It is false for an administrator who acts for the merchant, and for a machine. */
  isUser: boolean;
  /** When the caller's token was issued, in seconds; null when it does not say. */
  issuedAt: number | null;
  forOwners: boolean;
  /** The command is a refund, for which a counter's client needs its merchant's leave. */
  forRefund?: true;
}

/** The refusal of a caller's command, or null. */
export function actorRefusal(
  { key, isUser, issuedAt, forOwners, forRefund }: RestrictionsCheck,
  restrictions: Restrictions,
): RestrictionsRefusal | null {
  if (forRefund && key.counterId !== null && !restrictions.canRefund) return "forbidden";
  if (isUser && isSessionEnded(restrictions, issuedAt)) return "user_disabled";
  const refusal = commandRefusal(key, restrictions);
  if (refusal !== null) return refusal;
  return forOwners && isUser && restrictions.userRole !== "owner" ? "owner_required" : null;
}

/** The refusal of a command, or null. A merchant without a row, as after a restore, is not suspended. */
export function commandRefusal(key: RestrictionsKey, restrictions: Restrictions): RestrictionsRefusal | null {
  if (restrictions.isSuspended) return "merchant_suspended";
  return key.counterId === null || restrictions.counterStatus === "active" ? null : "counter_not_active";
}

/** Whether a user's token belongs to a session that has been ended. `issuedAt` is its `iat`, in seconds. */
export function isSessionEnded(restrictions: Restrictions, issuedAt: number | null): boolean {
  const { userDisabledAt, isUserDisabled } = restrictions;
  if (userDisabledAt === null) return false;
  return isUserDisabled || issuedAt === null || issuedAt * 1000 <= userDisabledAt;
}

/** Whether the identity provider may give this caller a token. */
export function mayHaveToken(key: RestrictionsKey, restrictions: Restrictions): boolean {
  return commandRefusal(key, restrictions) === null && !restrictions.isUserDisabled;
}
