import { describe, expect, it } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import {
  adopt,
  connect,
  embedded,
  idOf,
  keep,
  merchantUser,
  provider,
  replace,
  setPassword,
} from "../../support/identity-provider-client.ts";
import { addUser, readStoredUser } from "../../support/identity-provider-users.ts";

describe("a provider that drops the user's merchant_id", () => {
  /** Does what Keycloak does when its user profile does not declare the attribute. */
  const dropping: Fetch = async (input, init = {}) => {
    if (typeof init.body !== "string" || !/\/users(\/[^/]+)?$/.test(input)) return embedded(input, init);
    return embedded(input, { ...init, body: JSON.stringify({ ...JSON.parse(init.body), attributes: {} }) });
  };
  const message = "merchant_id is not kept: the realm's user profile must declare it";

  it("makes createUser fail, and keeps no user", async () => {
    const user = merchantUser();
    await expect(connect(dropping).createUser(user, keep)).rejects.toThrow(message);
    expect(await readStoredUser(user.email)).toEqual({});
  });

  it("makes createUser fail for an existing user, and keeps that one", async () => {
    const { email } = await addUser(provider);
    await expect(connect(dropping).createUser(merchantUser(email), adopt)).rejects.toThrow(message);
    expect(await readStoredUser(email)).toMatchObject({ email });
  });
});

describe("createSetupLink", () => {
  it.each([404, 405])("lets a provider that returns %i mail the user instead", async (status) => {
    const user = merchantUser();
    await connect().createUser(user, keep);
    const mails: unknown[] = [];
    let links = 0;
    const fetch: Fetch = async (input, init = {}) => {
      const url = new URL(input);
      if (url.pathname.endsWith("/setup-link")) {
        links += 1;
        return Response.json({ error: "HTTP error" }, { status });
      }
      if (url.pathname.endsWith("/execute-actions-email")) mails.push([init.method, url.search, init.body]);
      return embedded(input, init);
    };
    const [client, id] = [connect(fetch), await idOf(user.email)];
    expect(await client.createSetupLink(id)).toBeNull();
    expect(mails).toEqual([["PUT", "?lifespan=259200", '["UPDATE_PASSWORD"]']]);
    const before = links;
    expect(await client.createSetupLink(id)).toBeNull();
    expect({ asked: links - before, mails: mails.length }).toEqual({ asked: 0, mails: 2 });
  });

  it("fails when the mail cannot be sent", async () => {
    const user = merchantUser();
    await connect().createUser(user, keep);
    const fetch: Fetch = async (input, init) =>
      /setup-link|execute-actions/.test(input)
        ? Response.json({}, { status: input.includes("setup-link") ? 404 : 500 })
        : embedded(input, init);
    await expect(connect(fetch).createSetupLink(await idOf(user.email))).rejects.toThrow(DependencyError);
  });

  it("fails for a deleted user", async () => {
    await expect(connect().createSetupLink(crypto.randomUUID())).rejects.toThrow(DependencyError);
  });

  it("does not return an address that is not http(s)", async () => {
    const user = merchantUser();
    await connect().createUser(user, keep);
    const fetch = replace("/setup-link", () => Response.json({ url: "javascript:alert(1)" }));
    await expect(connect(fetch).createSetupLink(await idOf(user.email))).rejects.toThrow(DependencyError);
  });
});

describe("hasCredentials", () => {
  it("is true once there is a password, and false where there is no user", async () => {
    const user = merchantUser();
    await connect().createUser(user, keep);
    const id = await idOf(user.email);
    expect(await connect().hasCredentials(id)).toBe(false);
    await setPassword(user.email);
    expect(await connect().hasCredentials(id)).toBe(true);
    expect(await connect().hasCredentials(crypto.randomUUID())).toBe(false);
  });
});

describe("removeUser", () => {
  it("succeeds when the user was removed before", async () => {
    const user = merchantUser();
    await connect().createUser(user, keep);
    const id = await idOf(user.email);
    await connect().removeUser(id);
    await connect().removeUser(id);
  });
});
