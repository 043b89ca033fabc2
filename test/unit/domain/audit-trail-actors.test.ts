import { describe, expect, it } from "vitest";
import { actorKindOf } from "../../../src/domain/audit-trail.ts";
import { principalFrom } from "../../../src/domain/principal.ts";

function kindOf(claims: Record<string, unknown>, ...roles: string[]): string {
  return actorKindOf(principalFrom({ azp: "client-1", realm_access: { roles }, ...claims }));
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
