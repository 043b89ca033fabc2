import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { ExistingUser } from "#core/domain/ports/identity-provider.ts";
import { err, ok } from "#core/domain/result.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import {
  adopt,
  connect,
  embedded,
  keep,
  merchantUser,
  provider,
  readClaims,
  replace,
  setPassword,
} from "../../support/identity-provider-client.ts";
import { addUser, callRealm, readStoredUser, uniqueEmail } from "../../support/identity-provider-users.ts";
import { ROLES_PATH, TOKEN_PATH, USERS_PATH } from "../../support/paths.ts";
import { okValue } from "../../support/result.ts";

/** Has these users, and accepts no other. */
function keycloak(users: object[]) {
  const changes: string[] = [];
  const fetch: Fetch = async (input, init = {}) => {
    if (input.endsWith(TOKEN_PATH)) return await embedded(input, init);
    if (init.method === "GET") return Response.json(users);
    changes.push(`${init.method} ${new URL(input).pathname}`);
    return Response.json({ errorMessage: "User exists with same username" }, { status: 409 });
  };
  return { fetch, changes };
}

describe("createUser", () => {
  it("creates a user with its attributes and roles, and returns its id", async () => {
    const user = merchantUser();
    const created = await connect().createUser(user, keep);
    await setPassword(user.email);
    expect(await readClaims(user.email)).toMatchObject({
      merchant_id: "m-1",
      realm_access: { roles: ["merchant"] },
    });
    expect(created).toEqual(ok((await readStoredUser(user.email)).id));
  });

  it("creates a disabled user on request", async () => {
    const user = { ...merchantUser(), isEnabled: false };
    expect(await connect().createUser(user, keep)).toMatchObject({ ok: true });
    expect(await readStoredUser(user.email)).toMatchObject({ enabled: 0 });
  });

  it("adopts an existing user, and keeps its password and other attributes", async () => {
    const { id, email } = await addUser(provider, { merchant_id: ["m-0"], team: ["x"] });
    await setPassword(email);
    expect(await connect().createUser(merchantUser(email.toUpperCase()), adopt)).toEqual(ok(id));
    expect(await readClaims(email)).toMatchObject({ sub: id, merchant_id: "m-1" });
    expect(await readStoredUser(email)).toMatchObject({ attributes: '{"merchant_id":["m-1"],"team":["x"]}' });
  });

  it("keeps an existing user as it is", async () => {
    const { id, email } = await addUser(provider, { merchant_id: ["m-0"] });
    const before = await readStoredUser(email);
    const asked: ExistingUser[] = [];
    const decide = async (existing: ExistingUser) => {
      asked.push(existing);
      return "keep" as const;
    };
    expect(await connect().createUser(merchantUser(email), decide)).toEqual(err("user_exists"));
    expect(asked).toEqual([
      { id, merchantIds: ["m-0"], isEnabled: true, isEmailVerified: true, hasWallet: false },
    ]);
    expect(await readStoredUser(email)).toEqual(before);
  });

  it("says of a user at Keycloak whether the email is verified and the provider names a wallet", async () => {
    const asked: ExistingUser[] = [];
    for (const [emailVerified, wallets] of [
      [false, {}],
      [true, { wallet_id: ["w-1"] }],
    ] as const) {
      const email = uniqueEmail();
      const user = { id: "u-1", username: email, email, emailVerified, attributes: wallets };
      await connect(keycloak([user]).fetch).createUser(merchantUser(email), async (existing) => {
        asked.push(existing);
        return "keep";
      });
    }
    expect(asked).toMatchObject([
      { isEmailVerified: false, hasWallet: false },
      { isEmailVerified: true, hasWallet: true },
    ]);
  });

  it("replaces an existing user", async () => {
    const { id, email } = await addUser(provider, { merchant_id: ["m-0"] });
    const created = okValue(await connect().createUser(merchantUser(email), async () => "replace"));
    expect(created).not.toBe(id);
    const stored = { id: created, attributes: '{"merchant_id":["m-1"]}' };
    expect(await readStoredUser(email)).toMatchObject(stored);
  });

  it("keeps an existing user at Keycloak, whose users have more fields", async () => {
    const email = uniqueEmail();
    const user = { id: "u-1", username: email, email, attributes: { merchant_id: ["m-0"] }, totp: false };
    const { fetch, changes } = keycloak([user]);
    expect(await connect(fetch).createUser(merchantUser(email), keep)).toEqual(err("user_exists"));
    expect(changes).toEqual([`POST ${USERS_PATH}`]);
  });

  it("is refused when another user has the email under another name", async () => {
    const { fetch, changes } = keycloak([]);
    expect(await connect(fetch).createUser(merchantUser(), adopt)).toEqual(err("user_exists"));
    expect(changes).toEqual([`POST ${USERS_PATH}`]);
  });

  it.each([
    ["email", { field: "email", errorMessage: "error-invalid-email" }],
    ["username", { errors: [{ field: "username", errorMessage: "error-username-invalid-character" }] }],
  ])("is refused when the provider refuses the %s", async (_, body) => {
    const fetch = replace("/users", () => Response.json(body, { status: 400 }));
    expect(await connect(fetch).createUser(merchantUser(), keep)).toEqual(err("email_refused"));
  });

  it("fails with the provider's reason when it refuses another field", async () => {
    const body = { field: "lastName", errorMessage: "error-user-attribute-required" };
    const fetch = replace("/users", () => Response.json(body, { status: 400 }));
    await expect(connect(fetch).createUser(merchantUser(), keep)).rejects.toThrow(
      "POST /users: 400, error-user-attribute-required",
    );
  });

  it("does not enable a user disabled by an administrator", async () => {
    const { id, email } = await addUser(provider);
    await callRealm(provider, "PUT", `${USERS_PATH}/${id}`, { enabled: false });
    expect(await connect().createUser(merchantUser(email), adopt)).toEqual(ok(id));
    expect(await readStoredUser(email)).toMatchObject({ enabled: 0 });
  });

  it("does not delete a user that existed before", async () => {
    const { email } = await addUser(provider);
    const fetch = replace("/role-mappings/realm", () => Response.json({}, { status: 500 }));
    await expect(connect(fetch).createUser(merchantUser(email), adopt)).rejects.toThrow(DependencyError);
    expect(await readStoredUser(email)).toMatchObject({ email });
  });

  it("reads a role only once, and again after it was refused", async () => {
    let reads = 0;
    let isRefused = false;
    const client = connect(async (input, init) => {
      if (input.endsWith(`${ROLES_PATH}/merchant`)) reads += 1;
      const isMapping = input.endsWith("/role-mappings/realm");
      return isMapping && isRefused ? Response.json({}, { status: 404 }) : await embedded(input, init);
    });
    await client.createUser(merchantUser(), keep);
    await client.createUser(merchantUser(), keep);
    expect(reads).toBe(1);
    isRefused = true;
    await expect(client.createUser(merchantUser(), keep)).rejects.toThrow(DependencyError);
    isRefused = false;
    await client.createUser(merchantUser(), keep);
    expect(reads).toBe(2);
  });
});
