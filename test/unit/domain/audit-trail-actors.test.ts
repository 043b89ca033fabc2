import { describe, expect, it } from "vitest";
import { actorKindOf } from "#core/domain/audit/audit-trail.ts";
import { coolDownEndsAt, withWithdrawals } from "#core/domain/payment-intents/rejections.ts";
import { readIdentity } from "#core/domain/sessions/actor-identity.ts";
import { HOUR, MINUTE } from "../../support/clock.ts";

function kindOf(claims: Record<string, unknown>, ...roles: string[]): string {
  return actorKindOf(readIdentity({ azp: "client-1", realm_access: { roles }, ...claims }));
}

describe("an entry of the audit trail names", () => {
  const till = { merchant_id: "merchant-1", counter_id: "counter-1" };
  const dashboard = { azp: "merchant-dashboard", merchant_id: "merchant-1" };

  it.each([
    ["an administrator", kindOf({}, "admin"), "administrator"],
    ["an administrator who is a customer as well", kindOf({}, "customer", "admin"), "administrator"],
    ["a customer", kindOf({}, "customer"), "customer"],
    ["a user of the dashboard", kindOf(dashboard, "merchant"), "user"],
    ["a user of the dashboard without a role", kindOf(dashboard), "user"],
    ["someone with a role at another client", kindOf(till, "merchant"), "user"],
    ["a merchant's client", kindOf({ merchant_id: "merchant-1" }), "merchant"],
    ["a counter's client", kindOf(till), "counter"],
  ])("%s", (_, kind, expected) => {
    expect(kind).toBe(expected);
  });
});

const LAST = 1_000_000;

describe("the wait after a customer's rejections", () => {
  it.each([
    [3, 5 * MINUTE],
    [4, 10 * MINUTE],
    [5, 20 * MINUTE],
    [11, 1280 * MINUTE],
    [12, 24 * HOUR],
  ])("after %d of them is %d ms from the last one on", (count, waitMs) => {
    const endsAt = LAST + waitMs;
    for (const now of [LAST, endsAt - 1]) expect(coolDownEndsAt({ count, lastAt: LAST }, now)).toBe(endsAt);
    expect(coolDownEndsAt({ count, lastAt: LAST }, endsAt)).toBeNull();
  });

  it.each([1, 2])("is none after %d", (count) => {
    expect(coolDownEndsAt({ count, lastAt: LAST }, LAST)).toBeNull();
  });

  it("counts withdrawals but for two, and begins with the last of either", () => {
    const rejections = { count: 2, lastAt: LAST };
    expect(withWithdrawals(rejections, { count: 2, lastAt: LAST + 1 })).toEqual(rejections);
    const later = withWithdrawals(rejections, { count: 3, lastAt: LAST + 1 });
    expect(later).toEqual({ count: 3, lastAt: LAST + 1 });
    expect(withWithdrawals(rejections, { count: 4, lastAt: 1 })).toEqual({ count: 4, lastAt: LAST });
    const none = { count: 0, lastAt: null };
    expect(withWithdrawals(none, { count: 3, lastAt: 1 })).toEqual({ count: 1, lastAt: 1 });
  });

  it("is none without rejections", () => {
    expect(coolDownEndsAt({ count: 0, lastAt: null }, LAST)).toBeNull();
  });
});
