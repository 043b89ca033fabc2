import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { createIdentityProviderClient } from "../../src/adapters/identity-provider.ts";
import { DependencyError } from "../../src/domain/ports.ts";
import type { Fetch } from "../../src/lib/fetch-json.ts";
import { ADMIN, startProvider, TOKEN_PATH } from "../support/identity-provider.ts";
import {
  addUser,
  callRealm,
  expectInvalidGrant,
  PASSWORD,
  readStoredUser,
  signIn,
  submitPassword,
  USERS_PATH,
  uniqueEmail,
} from "../support/identity-provider-users.ts";

const provider = startProvider();
const embedded: Fetch = async (input, init) => provider.fetch(new Request(input, init));

function connect(fetch: Fetch = embedded) {
  return createIdentityProviderClient({ fetch, baseUrl: "http://payments.test", admin: ADMIN });
}

function merchantUser(email = uniqueEmail(), merchantId = "m-1") {
  return { email, attributes: { merchant_id: merchantId }, roles: ["merchant"] };
}

/** The embedded provider, except for calls whose path has this ending. */
function replace(ending: string, response: (init: RequestInit) => Response): Fetch {
  return async (input, init = {}) =>
    new URL(input).pathname.endsWith(ending) ? response(init) : embedded(input, init);
}

const isNoMerchant = async () => false;

async function setPassword(email: string): Promise<void> {
  const link = await connect().createSetupLink(email);
  expect((await submitPassword(provider, link ?? "", PASSWORD)).status).toBe(200);
}

async function readClaims(email: string) {
  const { access_token } = await (await signIn(provider, email)).json<{ access_token: string }>();
  return decodeJwt(access_token);
}

describe("createUser", () => {
  it("creates a user with its attributes and roles", async () => {
    const user = merchantUser();
    expect(await connect().createUser(user, isNoMerchant)).toBe("created");
    await setPassword(user.email);
    expect(await readClaims(user.email)).toMatchObject({
      merchant_id: "m-1",
      realm_access: { roles: ["merchant"] },
    });
  });

  it("repairs an existing user, and keeps its password and other attributes", async () => {
    const { id, email } = await addUser(provider, { merchant_id: ["m-0"], team: ["x"] });
    await setPassword(email);
    expect(await connect().createUser(merchantUser(email.toUpperCase()), isNoMerchant)).toBe("updated");
    expect(await readClaims(email)).toMatchObject({ sub: id, merchant_id: "m-1" });
    expect(await readStoredUser(email)).toMatchObject({ attributes: '{"merchant_id":["m-1"],"team":["x"]}' });
  });

  it("leaves another merchant's user as it is", async () => {
    const { email } = await addUser(provider, { merchant_id: ["m-0"] });
    const before = await readStoredUser(email);
    const asked: string[] = [];
    const isMerchant = async (id: string) => asked.push(id) > 0;
    expect(await connect().createUser(merchantUser(email), isMerchant)).toBe("taken");
    expect(await connect().createUser(merchantUser(email, "m-0"), isMerchant)).toBe("updated");
    expect(asked).toEqual(["m-0"]);
    expect(await readStoredUser(email)).toEqual(before);
  });

  it("leaves another merchant's user as it is at Keycloak, whose users have more fields", async () => {
    const email = uniqueEmail();
    const user = { id: "u-1", username: email, email, attributes: { merchant_id: ["m-0"] }, totp: false };
    const changes: string[] = [];
    const fetch: Fetch = async (input, init = {}) => {
      if (input.endsWith(TOKEN_PATH)) return embedded(input, init);
      if (init.method === "GET") return Response.json([user]);
      changes.push(`${init.method} ${new URL(input).pathname}`);
      return Response.json({ errorMessage: "User exists with same username" }, { status: 409 });
    };
    expect(await connect(fetch).createUser(merchantUser(email), async () => true)).toBe("taken");
    expect(changes).toEqual([`POST ${USERS_PATH}`]);
  });

  it("does not enable a user disabled by an administrator", async () => {
    const { id, email } = await addUser(provider);
    await callRealm(provider, "PUT", `${USERS_PATH}/${id}`, { enabled: false });
    expect(await connect().createUser(merchantUser(email), isNoMerchant)).toBe("updated");
    expect(await readStoredUser(email)).toMatchObject({ enabled: 0 });
  });

  it("deletes its own user again when the role cannot be assigned", async () => {
    const user = merchantUser();
    const fetch = replace("/role-mappings/realm", () => Response.json({}, { status: 500 }));
    await expect(connect(fetch).createUser(user, isNoMerchant)).rejects.toThrow(DependencyError);
    expect(await readStoredUser(user.email)).toEqual({});
  });

  it("deletes its own user again when it cannot be read back", async () => {
    const user = merchantUser();
    const fetch: Fetch = async (input, init = {}) =>
      init.method === "GET" && /\/users\/[^/]+$/.test(input)
        ? Response.json({}, { status: 500 })
        : embedded(input, init);
    await expect(connect(fetch).createUser(user, isNoMerchant)).rejects.toThrow(DependencyError);
    expect(await readStoredUser(user.email)).toEqual({});
  });

  it("does not delete a user that existed before", async () => {
    const { email } = await addUser(provider);
    const fetch = replace("/role-mappings/realm", () => Response.json({}, { status: 500 }));
    await expect(connect(fetch).createUser(merchantUser(email), isNoMerchant)).rejects.toThrow(
      DependencyError,
    );
    expect(await readStoredUser(email)).toMatchObject({ email });
  });
});

describe("a provider that drops the user's merchant_id", () => {
  /** As Keycloak does when its user profile does not declare the attribute. */
  const dropping: Fetch = async (input, init = {}) => {
    if (typeof init.body !== "string" || !/\/users(\/[^/]+)?$/.test(input)) return embedded(input, init);
    return embedded(input, { ...init, body: JSON.stringify({ ...JSON.parse(init.body), attributes: {} }) });
  };
  const message = "merchant_id is not kept: the realm's user profile must declare it";

  it.each(["createUser", "addUser"] as const)("makes %s fail, and keeps no user", async (operation) => {
    const user = merchantUser();
    const client = connect(dropping);
    const made = operation === "addUser" ? client.addUser(user) : client.createUser(user, isNoMerchant);
    await expect(made).rejects.toThrow(message);
    expect(await readStoredUser(user.email)).toEqual({});
  });

  it("makes createUser fail for an existing user, and keeps that one", async () => {
    const { email } = await addUser(provider);
    await expect(connect(dropping).createUser(merchantUser(email), isNoMerchant)).rejects.toThrow(message);
    expect(await readStoredUser(email)).toMatchObject({ email });
  });
});

describe("createSetupLink", () => {
  it.each([404, 405])("lets a provider that returns %i mail the user instead", async (status) => {
    const user = merchantUser();
    await connect().createUser(user, isNoMerchant);
    const mails: unknown[] = [];
    const fetch: Fetch = async (input, init = {}) => {
      const url = new URL(input);
      if (url.pathname.endsWith("/setup-link")) return Response.json({ error: "HTTP error" }, { status });
      if (url.pathname.endsWith("/execute-actions-email")) mails.push([init.method, url.search, init.body]);
      return embedded(input, init);
    };
    expect(await connect(fetch).createSetupLink(user.email)).toBeNull();
    expect(mails).toEqual([["PUT", "?lifespan=259200", '["UPDATE_PASSWORD"]']]);
  });

  it("fails when the mail cannot be sent", async () => {
    const user = merchantUser();
    await connect().createUser(user, isNoMerchant);
    const fetch: Fetch = async (input, init) =>
      /setup-link|execute-actions/.test(input)
        ? Response.json({}, { status: input.includes("setup-link") ? 404 : 500 })
        : embedded(input, init);
    await expect(connect(fetch).createSetupLink(user.email)).rejects.toThrow(DependencyError);
  });

  it("fails for a deleted user", async () => {
    await expect(connect().createSetupLink(uniqueEmail())).rejects.toThrow(DependencyError);
  });

  it("does not return an address that is not http(s)", async () => {
    const user = merchantUser();
    await connect().createUser(user, isNoMerchant);
    const fetch = replace("/setup-link", () => Response.json({ url: "javascript:alert(1)" }));
    await expect(connect(fetch).createSetupLink(user.email)).rejects.toThrow(DependencyError);
  });
});

describe("removeUser", () => {
  const idOf = async ({ email }: { email: string }) => (await connect().findUserId(email, "m-1")) ?? "";

  it("ends the user's tokens", async () => {
    const user = merchantUser();
    await connect().createUser(user, isNoMerchant);
    await setPassword(user.email);
    await connect().removeUser(await idOf(user));
    await expectInvalidGrant(await signIn(provider, user.email));
  });

  it("succeeds when the user was removed before", async () => {
    const user = merchantUser();
    await connect().createUser(user, isNoMerchant);
    const id = await idOf(user);
    await connect().removeUser(id);
    await connect().removeUser(id);
  });
});

describe("a provider that fails", () => {
  const operations = {
    createUser: (fetch: Fetch) => connect(fetch).createUser(merchantUser(), isNoMerchant),
    createSetupLink: (fetch: Fetch) => connect(fetch).createSetupLink("a@shop.test"),
    listUserIds: (fetch: Fetch) => connect(fetch).listUserIds("m-1"),
  };
  const failures: [string, () => Promise<Response>][] = [
    ["cannot be reached", () => Promise.reject(new TypeError("network lost"))],
    ["returns 500", async () => Response.json({}, { status: 500 })],
    ["returns something outside the contract", async () => Response.json({ users: 7 })],
  ];

  for (const [operation, run] of Object.entries(operations)) {
    it.each(failures)(`makes ${operation} fail with DependencyError when it %s`, async (_, response) => {
      const fetch: Fetch = (input, init) => (input.endsWith(TOKEN_PATH) ? embedded(input, init) : response());
      await expect(run(fetch)).rejects.toThrow(DependencyError);
    });
  }
});
