import { describe, expect, it } from "vitest";
import { callerKey, principalFrom } from "../../../src/domain/principal.ts";

function keyOf(claims: Record<string, unknown>, ...roles: string[]): string {
  const token = { sub: "subject-1", azp: "client-1", realm_access: { roles }, ...claims };
  return callerKey(principalFrom(token));
}

describe("the requests of a caller count together", () => {
  const wallet = { wallet_id: "wallet-1" };
  const till = { azp: "till-1", merchant_id: "merchant-1" };

  it.each([
    ["by wallet, for a customer", keyOf(wallet, "customer"), "wallet wallet-1"],
    ["by user, for a customer without a wallet", keyOf({}, "customer"), "user client-1 subject-1"],
    ["by user, for anyone else with a role", keyOf(wallet, "admin"), "user client-1 subject-1"],
    [
      "by user, for a user of the dashboard without a role",
      keyOf({ azp: "merchant-dashboard" }),
      "user merchant-dashboard subject-1",
    ],
    ["by client and merchant, for a machine", keyOf(till), "client merchant-1 till-1"],
    ["by client, whatever wallet it claims", keyOf({ ...till, ...wallet }), "client merchant-1 till-1"],
  ])("%s", (_, key, expected) => {
    expect(key).toBe(expected);
  });
});
