import { describe, expect, it } from "vitest";
import { principalFrom } from "../../../src/domain/principal.ts";

const rolesIn = (access: unknown) => principalFrom({ realm_access: access }).roles;

describe("the roles of a token", () => {
  it("are the platform's; those that the provider adds are ignored", () => {
    const roles = ["offline_access", "merchant", "default-roles-payment-platform", "uma_authorization"];
    expect(rolesIn({ roles })).toEqual(["merchant"]);
  });

  it.each([
    ["missing", undefined],
    ["null", null],
    ["a text", "admin"],
    ["an object without roles", {}],
    ["one text instead of a list", { roles: "admin" }],
    ["not texts", { roles: [1, null, ["admin"]] }],
    ["written otherwise", { roles: ["Admin", "admin ", "ADMIN"] }],
  ])("are none when they are %s", (_name, access) => {
    expect(rolesIn(access)).toEqual([]);
  });
});
