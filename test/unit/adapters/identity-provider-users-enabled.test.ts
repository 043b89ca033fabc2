// Disabling and enabling users through the admin API, of the embedded provider and as Keycloak has it.
import { describe, expect, it } from "vitest";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { connect, provider } from "../../support/identity-provider-client.ts";
import { addUser, addUserWithPassword } from "../../support/identity-provider-users.ts";
import { expectInvalidGrant, signIn } from "../../support/logins.ts";

interface Call {
  method: string;
  path: string;
  body: unknown;
}

/** A Keycloak that knows these users; it records every call but the one for the administrator's token. */
function keycloak(users: { id: string; [field: string]: unknown }[]) {
  const calls: Call[] = [];
  const fetch: Fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(input);
    if (pathname.endsWith("/token")) return Response.json({ access_token: "token", expires_in: 300 });
    const path = pathname.replace("/admin/realms/payment-platform", "") + search;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    calls.push({ method: init.method ?? "GET", path, body });
    const user = users.find(({ id }) => pathname.includes(`/users/${id}`));
    if (pathname.endsWith("/users")) return Response.json(users);
    if (user === undefined) return Response.json({ error: "User not found" }, { status: 404 });
    return init.method === "GET" ? Response.json(user) : new Response(null, { status: 204 });
  };
  return { fetch, calls };
}

describe("setUserEnabled", () => {
  it("ends and allows logins", async () => {
    const { id, email } = await addUserWithPassword(provider);
    await connect().setUserEnabled(id, false);
    await expectInvalidGrant(await signIn(provider, email));
    await connect().setUserEnabled(id, true);
    expect((await signIn(provider, email)).status).toBe(200);
  });

  it("sends the whole user back, and then ends the sessions of one that it disables", async () => {
    const user = {
      id: "u-1",
      username: "a@shop.test",
      attributes: { merchant_id: ["m-1"] },
      requiredActions: [],
    };
    const { fetch, calls } = keycloak([{ ...user, enabled: true }]);
    await connect(fetch).setUserEnabled("u-1", false);
    await connect(fetch).setUserEnabled("u-1", true);
    expect(calls).toEqual([
      { method: "GET", path: "/users/u-1", body: undefined },
      { method: "PUT", path: "/users/u-1", body: { ...user, enabled: false } },
      { method: "POST", path: "/users/u-1/logout", body: undefined },
      { method: "GET", path: "/users/u-1", body: undefined },
      { method: "PUT", path: "/users/u-1", body: { ...user, enabled: true } },
    ]);
  });

  it.each([false, true])("to %s succeeds for a deleted user", async (isEnabled) => {
    await connect().setUserEnabled(crypto.randomUUID(), isEnabled);
  });
});

it("releaseUser leaves Keycloak the user without merchant and role, and enables it only on request", async () => {
  const user = { id: "u-1", username: "a@shop.test", totp: false, enabled: false };
  const attributes = { merchant_id: ["m-1"], wallet_id: ["w-1"] };
  for (const enables of [true, false]) {
    const { fetch, calls } = keycloak([{ ...user, attributes }]);
    const withRoles: Fetch = async (input, init) =>
      input.endsWith("/roles/merchant")
        ? Response.json({ id: "r-1", name: "merchant" })
        : await fetch(input, init);
    await connect(withRoles).releaseUser("u-1", { enables });
    const released = { ...user, enabled: enables, attributes: { wallet_id: ["w-1"] } };
    expect(calls).toEqual([
      { method: "GET", path: "/users/u-1", body: undefined },
      { method: "PUT", path: "/users/u-1", body: released },
      {
        method: "DELETE",
        path: "/users/u-1/role-mappings/realm",
        body: [{ id: "r-1", name: "merchant" }],
      },
      { method: "POST", path: "/users/u-1/logout", body: undefined },
    ]);
  }
});

describe("findUser", () => {
  it("finds the user, whatever the case of the address", async () => {
    const { id, email } = await addUser(provider, { merchant_id: ["m-1"] });
    const found = { id, merchantIds: ["m-1"], isEnabled: true, isEmailVerified: true, hasWallet: false };
    expect(await connect().findUser(email.toUpperCase())).toEqual(found);
    await connect().setUserEnabled(id, false);
    expect(await connect().findUser(email)).toEqual({ ...found, isEnabled: false });
  });

  it("returns null for an unknown user", async () => {
    expect(await connect().findUser("nobody@shop.test")).toBeNull();
  });
});

describe("listUsers", () => {
  it("asks for the merchant's users, and leaves out what does not match", async () => {
    const { fetch, calls } = keycloak([
      { id: "u-1", username: "a", createdTimestamp: 1, attributes: { merchant_id: ["m-1"] } },
      {
        id: "u-4",
        username: "d",
        requiredActions: ["VERIFY_EMAIL", "UPDATE_PASSWORD"],
        attributes: { merchant_id: ["m-1"] },
      },
      { id: "u-2", username: "b", attributes: { merchant_id: ["m-10"] } },
      { id: "u-3", username: "c" },
    ]);
    const ofMerchant = {
      merchantIds: ["m-1"],
      isEnabled: true,
      isEmailVerified: true,
      hasWallet: false,
      invitedUntil: null,
    };
    expect(await connect(fetch).listUsers("m-1")).toEqual([
      { ...ofMerchant, id: "u-1", email: "a", createdAt: 1, mustSetPassword: false },
      { ...ofMerchant, id: "u-4", email: "d", createdAt: null, mustSetPassword: true },
    ]);
    expect(calls).toMatchObject([{ method: "GET", path: "/users?q=merchant_id%3Am-1&max=1000" }]);
  });
});
