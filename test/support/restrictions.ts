import type { Restrictions } from "#core/domain/merchants/restrictions.ts";

/** Nothing is stopped, but for the change. */
export function someRestrictions(change: Partial<Restrictions> = {}): Restrictions {
  return {
    isSuspended: false,
    areRefundsStopped: false,
    counterStatus: null,
    canRefund: false,
    readsOwnOnly: false,
    userDisabledAt: null,
    isUserDisabled: false,
    userRole: "owner",
    ...change,
  };
}
