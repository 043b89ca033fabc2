import { beforeAll, describe, expect, it } from "vitest";
import { startProvider } from "../../support/identity-provider.ts";
import {
  addUser,
  addUserWithPassword,
  callRealm,
  readMerchantRole,
  readStoredUser,
  uniqueEmail,
} from "../../support/identity-provider-users.ts";
import { expectInvalidGrant, signIn } from "../../support/logins.ts";
import { ROLES_PATH, USERS_PATH } from "../../support/paths.ts";

const provider = startProvider();

function call(method: string, path: string, body?: object, token?: string): Promise<Response> {
  return callRealm(provider, method, USERS_PATH + path, body, token);
}

describe("/admin/realms/payment-platform/users", () => {
  let userToken: string;

  beforeAll(async () => {
    const { email } = await addUserWithPassword(provider);
    const response = await signIn(provider, email);
    userToken = (await response.json<{ access_token: string }>()).access_token;
  });

  it.each([
    ["POST", ""],
    ["GET", "?username=x&exact=true"],
    ["GET", "/some-id"],
    ["PUT", "/some-id"],
    ["DELETE", "/some-id"],
    ["POST", "/some-id/role-mappings/realm"],
    ["DELETE", "/some-id/role-mappings/realm"],
    ["PUT", "/some-id/execute-actions-email"],
    ["POST", "/some-id/setup-link"],
    ["GET", "/../roles/merchant"],
  ])("returns 403 for a dashboard user's token on %s %s, and 401 without a token", async (method, path) => {
    const forbidden = await call(method, path, undefined, userToken);
    expect(forbidden.status).toBe(403);
    expect(await forbidden.json()).toEqual({ error: "HTTP 403 Forbidden" });
    const missing = await provider.request(USERS_PATH + path, { method });
    expect(missing.status).toBe(401);
  });

  it("does not let users change their own attributes", async () => {
    const { id, email } = await addUserWithPassword(provider, { merchant_id: ["m-1"] });
    const { access_token } = await (await signIn(provider, email)).json<{ access_token: string }>();
    const changes = { attributes: { merchant_id: ["m-2"] } };
    expect((await call("PUT", `/${id}`, changes, access_token)).status).toBe(403);
    expect(await readStoredUser(email)).toMatchObject({ attributes: '{"merchant_id":["m-1"]}' });
  });

  it("creates a user, which is found by id and by name", async () => {
    const { id, email, location } = await addUser(provider, { merchant_id: ["m-1"] });
    const representation = {
      id,
      username: email,
      email,
      enabled: true,
      attributes: { merchant_id: ["m-1"] },
      createdTimestamp: expect.any(Number),
      setupLinkExpires: null,
    };
    expect(location).toBe(`http://payments.test${USERS_PATH}/${id}`);
    expect(await (await call("GET", `/${id}`)).json()).toEqual(representation);
    for (const username of [email, email.toUpperCase()]) {
      const found = await call("GET", `?username=${encodeURIComponent(username)}&exact=true`);
      expect(await found.json()).toEqual([representation]);
    }
  });

  it("returns an empty list for an unknown name, and matches whole names only", async () => {
    expect(await (await call("GET", "?username=nobody&exact=true")).json()).toEqual([]);
    for (const query of ["", "?username=a", "?exact=true", "?username=a&exact=false"]) {
      expect((await call("GET", query)).status, query).toBe(400);
    }
  });

  it("returns 409 for an existing email in any case", async () => {
    const { email } = await addUser(provider);
    for (const again of [email, email.toUpperCase()]) {
      const response = await call("POST", "", { email: again });
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({ errorMessage: "User exists with same username" });
    }
  });

  it.each([
    ["no email", { username: "a@shop.test" }],
    ["an invalid email", { email: "nobody" }],
    ["a username that is not the email", { username: "nobody", email: "a@shop.test" }],
    ["another user's email as the username", { username: "b@shop.test", email: "a@shop.test" }],
    ["attributes that are not lists", { email: "a@shop.test", attributes: { merchant_id: "m-1" } }],
    ["an array", []],
  ])("refuses %s with 400", async (_, body) => {
    const response = await call("POST", "", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errorMessage: "Invalid user" });
  });

  it("changes only the fields that PUT names, and accepts the whole user", async () => {
    const { id, email } = await addUserWithPassword(provider, { merchant_id: ["m-1"] });
    const user = await (await call("GET", `/${id}`)).json<object>();
    expect((await call("PUT", `/${id}`, { ...user, enabled: false })).status).toBe(204);
    await expectInvalidGrant(await signIn(provider, email));
    expect((await call("PUT", `/${id}`, { enabled: true })).status).toBe(204);
    expect((await call("PUT", `/${id}`, {})).status).toBe(204);
    expect((await signIn(provider, email)).status).toBe(200);
    expect(await (await call("GET", `/${id}`)).json()).toEqual(user);
  });

  it("gives a user another email, with the same password and roles", async () => {
    const { id, email } = await addUserWithPassword(provider);
    const user = await readStoredUser(email);
    const next = uniqueEmail();
    expect((await call("PUT", `/${id}`, { email: next.toUpperCase() })).status).toBe(204);
    expect(await readStoredUser(next)).toEqual({ ...user, email: next });
    await expectInvalidGrant(await signIn(provider, email));
    expect((await signIn(provider, next)).status).toBe(200);
  });

  it("gives no user another's email, and none a username that is not the email", async () => {
    const [{ id, email }, other] = [await addUser(provider), await addUser(provider)];
    for (const taken of [other.email, other.email.toUpperCase()]) {
      const response = await call("PUT", `/${id}`, { username: taken, email: taken });
      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({ errorMessage: "User exists with same username" });
    }
    expect((await call("PUT", `/${id}`, { username: uniqueEmail() })).status).toBe(400);
    expect(await readStoredUser(email)).toMatchObject({ id });
  });

  it("accepts Keycloak's request to mail a link, and makes no link", async () => {
    const { id, email } = await addUser(provider);
    const response = await call("PUT", `/${id}/execute-actions-email?lifespan=60`, ["UPDATE_PASSWORD"]);
    expect(response.status).toBe(204);
    expect(await readStoredUser(email)).toMatchObject({ setup_key_hash: null });
  });

  it("makes no link for a disabled user", async () => {
    const { id } = await addUser(provider);
    await call("PUT", `/${id}`, { enabled: false });
    const response = await call("POST", `/${id}/setup-link`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errorMessage: "User is disabled" });
  });

  it.each([
    ["GET", "", undefined],
    ["PUT", "", {}],
    ["DELETE", "", undefined],
    ["POST", "/role-mappings/realm", []],
    ["DELETE", "/role-mappings/realm", []],
    ["PUT", "/execute-actions-email", ["UPDATE_PASSWORD"]],
    ["POST", "/setup-link", undefined],
  ])("returns 404 for %s of an unknown user%s", async (method, path, body) => {
    const response = await call(method, `/${crypto.randomUUID()}${path}`, body);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "User not found" });
  });
});

describe("/admin/realms/payment-platform/roles", () => {
  it("shows the role merchant", async () => {
    expect(await readMerchantRole(provider)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "merchant",
      composite: false,
      clientRole: false,
      containerId: "payment-platform",
    });
  });

  it.each(["admin", "toString"])("has no role %s for users", async (name) => {
    const response = await callRealm(provider, "GET", `${ROLES_PATH}/${name}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "Could not find role" });
  });

  it("is mapped once however often it is requested, and taken away; no other role can be", async () => {
    const { id, email } = await addUser(provider);
    const role = await readMerchantRole(provider);
    const path = `/${id}/role-mappings/realm`;
    expect((await call("POST", path, [role])).status).toBe(204);
    for (const other of [
      { ...role, name: "admin" },
      { id: "admin", name: "merchant" },
    ]) {
      const response = await call("POST", path, [other]);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: "Role not found" });
    }
    expect((await call("POST", path, { role })).status).toBe(400);
    expect(await readStoredUser(email)).toMatchObject({ roles: '["merchant"]' });
    for (let time = 1; time <= 2; time++) {
      expect((await call("DELETE", path, [role])).status).toBe(204);
      expect(await readStoredUser(email)).toMatchObject({ roles: "[]" });
    }
  });
});
