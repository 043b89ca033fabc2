import { describe, expect, it, vi } from "vitest";
import { isTokenAllowed } from "../../../src/domain/token-permission.ts";
import { aStanding } from "../../support/standing.ts";

const GOOD = aStanding();
const SUSPENDED = aStanding({ isSuspended: true });
const SHOP = { sub: "subject-1", azp: "merchant-1", merchant_id: "merchant-1" };
const ADMIN = { ...SHOP, realm_access: { roles: ["admin"] } };

describe("isTokenAllowed", () => {
  it.each([
    ["a merchant", SHOP, GOOD, true],
    ["a suspended merchant", SHOP, SUSPENDED, false],
    ["an administrator who acts for a suspended merchant", ADMIN, SUSPENDED, true],
  ])("for %s", async (_, claims, standing, isAllowed) => {
    expect(await isTokenAllowed(claims, async () => standing)).toBe(isAllowed);
  });

  it("looks up nothing for who belongs to no merchant", async () => {
    const findStanding = vi.fn(async () => SUSPENDED);
    expect(await isTokenAllowed({ sub: "subject-1", azp: "client-1" }, findStanding)).toBe(true);
    expect(findStanding).not.toHaveBeenCalled();
  });
});
