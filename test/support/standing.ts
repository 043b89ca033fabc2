import type { Standing } from "#core/domain/standing.ts";

/** Nothing is stopped, but for the change. */
export function aStanding(change: Partial<Standing> = {}): Standing {
  return {
    isSuspended: false,
    areRefundsStopped: false,
    counterStatus: null,
    userDisabledAt: null,
    isUserDisabled: false,
    userRole: "owner",
    ...change,
  };
}
