import { describe, expect, it, vi } from "vitest";
import { isTokenAllowed } from "#core/domain/identity-provider/token-permission.ts";
import {
  type ActorIdentity,
  actorKey,
  isAdmin,
  merchantOf,
  readIdentity,
  walletOf,
} from "#core/domain/sessions/actor-identity.ts";
import { someRestrictions } from "../../support/restrictions.ts";

const COUNTERS_ALLOWED = { allowCounters: true };
const MERCHANT_ONLY = { allowCounters: false };

const CUSTOMER: Pick<ActorIdentity, "roles"> = { roles: ["customer"] };

function aIdentity(change: Partial<ActorIdentity> = {}): ActorIdentity {
  const nobody = { subject: "unknown", clientId: "unknown", roles: [] };
  return { ...nobody, merchantId: null, counterId: null, walletId: null, issuedAt: null, ...change };
}

describe("readIdentity", () => {
  it("reads the claims of a token", () => {
    const claims = {
      sub: "subject-1",
      azp: "client-1",
      client_id: "client-2",
      realm_access: { roles: ["merchant", "admin"] },
      merchant_id: "merchant-1",
      counter_id: "counter-1",
      wallet_id: "wallet-1",
      iat: 1_788_251_400,
    };
    expect(readIdentity(claims)).toEqual({
      subject: "subject-1",
      clientId: "client-1",
      roles: ["admin", "merchant"],
      merchantId: "merchant-1",
      counterId: "counter-1",
      walletId: "wallet-1",
      issuedAt: 1_788_251_400,
    });
  });

  it("takes the client from client_id where there is no azp", () => {
    expect(readIdentity({ client_id: "client-2" })).toEqual(aIdentity({ clientId: "client-2" }));
  });

  it.each([
    ["without claims", {}],
    [
      "with empty claims",
      { sub: "", azp: "", client_id: "", merchant_id: "", counter_id: "", wallet_id: "" },
    ],
    [
      "with claims of other types",
      { sub: 1, azp: ["client-1"], merchant_id: {}, counter_id: true, wallet_id: 0 },
    ],
    ["without realm_access", { realm_access: null }],
    ["with realm_access as text", { realm_access: "roles" }],
    ["with realm_access that has no roles", { realm_access: { admin: true } }],
    ["with one role as text", { realm_access: { roles: "admin" } }],
    ["with roles that are not text", { realm_access: { roles: [1, null, { name: "admin" }] } }],
  ])("gives a token %s no rights", (_, claims) => {
    expect(readIdentity(claims)).toEqual(aIdentity());
  });
});

describe("isAdmin", () => {
  it.each([
    [["admin"], true],
    [["merchant", "admin"], true],
    [["merchant"], false],
    [[], false],
  ] as const)("with the roles %j is %s", (roles, expected) => {
    expect(isAdmin(aIdentity({ roles }))).toBe(expected);
  });
});

describe("merchantOf", () => {
  const merchant = { merchantId: "merchant-1" };
  const counter = { ...merchant, counterId: "counter-1" };

  it.each([
    ["a merchant, which counters may do", merchant, COUNTERS_ALLOWED, { ok: true, value: "merchant-1" }],
    ["a merchant, which only merchants may do", merchant, MERCHANT_ONLY, { ok: true, value: "merchant-1" }],
    ["a counter, which counters may do", counter, COUNTERS_ALLOWED, { ok: true, value: "merchant-1" }],
    ["a counter, which only merchants may do", counter, MERCHANT_ONLY, { ok: false, error: "forbidden" }],
    ["nobody", {}, COUNTERS_ALLOWED, { ok: false, error: "merchant_missing" }],
    [
      "a customer with a merchant's id",
      { ...merchant, ...CUSTOMER },
      COUNTERS_ALLOWED,
      { ok: false, error: "forbidden" },
    ],
  ])("for %s", (_, change, options, expected) => {
    expect(merchantOf(aIdentity(change), options)).toEqual(expected);
  });
});

describe("walletOf", () => {
  const forbidden = { ok: false, error: "forbidden" };

  it.each([
    ["a customer with a wallet", { ...CUSTOMER, walletId: "wallet-1" }, { ok: true, value: "wallet-1" }],
    ["a customer without one", CUSTOMER, forbidden],
    ["someone else with a wallet's id", { walletId: "wallet-1" }, forbidden],
  ])("for %s", (_, change, expected) => {
    expect(walletOf(aIdentity(change))).toEqual(expected);
  });
});

function keyOf(claims: Record<string, unknown>, ...roles: string[]): string {
  const token = { sub: "subject-1", azp: "client-1", realm_access: { roles }, ...claims };
  return actorKey(readIdentity(token));
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

const GOOD = someRestrictions();

const SUSPENDED = someRestrictions({ isSuspended: true });

const SHOP = { sub: "subject-1", azp: "merchant-1", merchant_id: "merchant-1" };

const ADMIN = { ...SHOP, realm_access: { roles: ["admin"] } };

describe("isTokenAllowed", () => {
  it.each([
    ["a merchant", SHOP, GOOD, true],
    ["a suspended merchant", SHOP, SUSPENDED, false],
    ["an administrator who acts for a suspended merchant", ADMIN, SUSPENDED, true],
  ])("for %s", async (_, claims, restrictions, isAllowed) => {
    expect(await isTokenAllowed(claims, async () => restrictions)).toBe(isAllowed);
  });

  it("looks up nothing for who belongs to no merchant", async () => {
    const findRestrictions = vi.fn(async () => SUSPENDED);
    expect(await isTokenAllowed({ sub: "subject-1", azp: "client-1" }, findRestrictions)).toBe(true);
    expect(findRestrictions).not.toHaveBeenCalled();
  });
});
