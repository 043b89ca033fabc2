import { decodeJwt } from "jose";
import { describe, expect, it, vi } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { Fetch } from "#core/lib/fetch-json.ts";
import { ADMIN, requestTokenFrom } from "../../support/identity-provider.ts";
import { connect, embedded, keep, merchantUser, provider } from "../../support/identity-provider-client.ts";
import { TOKEN_PATH } from "../../support/paths.ts";

function newClient(claims: Record<string, string> = {}, roles: string[] = []) {
  return { clientId: `client-${crypto.randomUUID()}`, claims, roles };
}

async function readClaims(clientId: string, clientSecret: string) {
  const response = await requestTokenFrom(provider, clientId, clientSecret);
  expect(response.status).toBe(200);
  const { access_token } = await response.json<{ access_token: string }>();
  return decodeJwt(access_token);
}

/** The embedded provider, except for the calls that `replace` handles. */
function intercept(replace: (url: string, init: RequestInit) => Promise<Response> | undefined): Fetch {
  return (input, init = {}) => replace(input, init) ?? embedded(input, init);
}

describe("createClient", () => {
  it("gives a client without roles no realm_access", async () => {
    const client = newClient({ merchant_id: "m-1" });
    const secret = await connect().createClient(client);
    expect(await readClaims(client.clientId, secret)).not.toHaveProperty("realm_access");
  });

  it("resets an existing client, whose first response was lost", async () => {
    const client = newClient({ merchant_id: "m-1" });
    const lost = await connect().createClient(client);
    await connect().setClientEnabled(client.clientId, false);
    const secret = await connect().createClient({ ...client, claims: { merchant_id: "m-2" } });
    expect((await requestTokenFrom(provider, client.clientId, lost)).status).toBe(401);
    expect(await readClaims(client.clientId, secret)).toMatchObject({ merchant_id: "m-2" });
  });
});

describe("rotateClientSecret", () => {
  it("sends nothing else to the client, which an operator may have disabled or given mappers", async () => {
    const client = newClient();
    await connect().createClient(client);
    const changes: string[] = [];
    const fetch = intercept((url, { method = "GET" }) => {
      if (method !== "GET" && !url.endsWith(TOKEN_PATH)) changes.push(`${method} ${url.split("/").at(-1)}`);
      return undefined;
    });
    await connect(fetch).rotateClientSecret(client.clientId);
    expect(changes).toEqual(["POST client-secret"]);
  });

  it("fails for a deleted client", async () => {
    await expect(connect().rotateClientSecret("gone")).rejects.toThrow(DependencyError);
  });

  it("sends the whole client back, as Keycloak requires", async () => {
    const client = newClient({ merchant_id: "m-1" });
    await connect().createClient(client);
    const bodies: unknown[] = [];
    const fetch = intercept((_, init) => {
      if (init.method === "PUT") bodies.push(JSON.parse(String(init.body)));
      return undefined;
    });
    await connect(fetch).setClientEnabled(client.clientId, false);
    expect(bodies).toEqual([
      expect.objectContaining({
        clientId: client.clientId,
        enabled: false,
        serviceAccountsEnabled: true,
        protocolMappers: ["merchant_id", "audience", "environment"].map((name) =>
          expect.objectContaining({ name }),
        ),
      }),
    ]);
  });
});

const ENDING = {
  setClientEnabled: (clientId: string, fetch?: Fetch) => connect(fetch).setClientEnabled(clientId, false),
  deleteClient: (clientId: string, fetch?: Fetch) => connect(fetch).deleteClient(clientId),
};

describe("setClientEnabled and deleteClient", () => {
  it.each(["setClientEnabled", "deleteClient"] as const)("%s ends the client's tokens", async (operation) => {
    const client = newClient();
    const secret = await connect().createClient(client);
    await ENDING[operation](client.clientId);
    expect((await requestTokenFrom(provider, client.clientId, secret)).status).toBe(401);
  });

  it.each(["setClientEnabled", "deleteClient"] as const)(
    "%s succeeds when the client was deleted before",
    async (operation) => {
      await ENDING[operation]("gone");
    },
  );

  it.each(["setClientEnabled", "deleteClient"] as const)(
    "%s succeeds when the client is deleted meanwhile",
    async (name) => {
      const client = newClient();
      await connect().createClient(client);
      const fetch = intercept((_, init) =>
        init.method === "PUT" || init.method === "DELETE"
          ? Promise.resolve(Response.json({ error: "Could not find client" }, { status: 404 }))
          : undefined,
      );
      await ENDING[name](client.clientId, fetch);
    },
  );
});

it("setClientEnabled gives a client its tokens back", async () => {
  const client = newClient();
  const secret = await connect().createClient({ ...client, isEnabled: false });
  expect((await requestTokenFrom(provider, client.clientId, secret)).status).toBe(401);
  await connect().setClientEnabled(client.clientId, true);
  expect((await requestTokenFrom(provider, client.clientId, secret)).status).toBe(200);
});

describe("the administrator's token", () => {
  function countTokens() {
    const fetch = vi.fn(embedded);
    return { fetch, count: () => fetch.mock.calls.filter(([url]) => url.endsWith(TOKEN_PATH)).length };
  }

  it("is kept until 30 seconds before it expires", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { fetch, count } = countTokens();
    const client = connect(fetch);
    await client.deleteClient("gone");
    vi.setSystemTime(Date.now() + 269_000);
    await client.deleteClient("gone");
    expect(count()).toBe(1);
    vi.setSystemTime(Date.now() + 2_000);
    await client.deleteClient("gone");
    expect(count()).toBe(2);
  });

  function refusing(times: number) {
    const fetch = intercept((url) =>
      !url.endsWith(TOKEN_PATH) && times-- > 0
        ? Promise.resolve(Response.json({ error: "HTTP 401 Unauthorized" }, { status: 401 }))
        : undefined,
    );
    const counted = vi.fn(fetch);
    const count = () => counted.mock.calls.filter(([url]) => url.endsWith(TOKEN_PATH)).length;
    return { client: connect(counted), count };
  }

  it("is renewed when it is refused, and the call repeated", async () => {
    const { client, count } = refusing(1);
    await client.deleteClient("gone");
    expect(count()).toBe(2);
  });

  it("is renewed once only, and dropped", async () => {
    const { client, count } = refusing(2);
    await expect(client.deleteClient("gone")).rejects.toThrow("the administrator's token is refused");
    expect(count()).toBe(2);
    await client.deleteClient("gone");
    expect(count()).toBe(3);
  });
});

describe("a provider that fails", () => {
  const html = { headers: { "Content-Type": "text/html" } };
  const failures: [string, () => Promise<Response>][] = [
    ["cannot be reached", () => Promise.reject(new TypeError("network lost"))],
    ["returns 500", async () => Response.json({ error: "unknown_error" }, { status: 500 })],
    ["returns HTML", async () => new Response("<html>", html)],
    ["returns nothing", async () => new Response(null)],
    ["returns something outside the contract", async () => Response.json({ access_token: 7 })],
    ["redirects", async () => Response.redirect("http://elsewhere.test/")],
    ["returns too much", async () => new Response("x".repeat(300_000))],
  ];
  const operations = {
    createClient: (fetch: Fetch) => connect(fetch).createClient(newClient()),
    rotateClientSecret: (fetch: Fetch) => connect(fetch).rotateClientSecret("any"),
    setClientEnabled: (fetch: Fetch) => connect(fetch).setClientEnabled("any", false),
    deleteClient: (fetch: Fetch) => connect(fetch).deleteClient("any"),
    createUser: (fetch: Fetch) => connect(fetch).createUser(merchantUser(), keep),
    createSetupLink: (fetch: Fetch) => connect(fetch).createSetupLink("u-1"),
    hasCredentials: (fetch: Fetch) => connect(fetch).hasCredentials("u-1"),
    listUsers: (fetch: Fetch) => connect(fetch).listUsers("m-1"),
  };

  for (const [operation, run] of Object.entries(operations)) {
    it.each(failures)(`makes ${operation} fail with DependencyError when it %s`, async (_, response) => {
      const adminFails = intercept((url) => (url.endsWith(TOKEN_PATH) ? undefined : response()));
      for (const fetch of [response, adminFails]) {
        const error = await run(fetch).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(DependencyError);
        expect(error).toMatchObject({ dependency: "identity_provider" });
        expect(String(error)).not.toContain(ADMIN.clientSecret);
      }
    });
  }

  it("is named in the error with the call and Keycloak's own words, without what was sent", async () => {
    const body = { field: "email", errorMessage: "error-invalid-email", params: ["email", "x@shop.test"] };
    const fetch = intercept((url) =>
      url.includes("/clients") ? Promise.resolve(Response.json(body, { status: 400 })) : undefined,
    );
    await expect(connect(fetch).deleteClient("client-x")).rejects.toThrow(
      /^identity provider: GET http:\/\/payments\.test\/admin\/realms\/payment-platform\/clients: 400, error-invalid-email$/,
    );
  });

  it("times out after 5 seconds, even when it ignores the signal", async () => {
    vi.useFakeTimers();
    const never: Fetch = () => new Promise(() => {});
    const failed = expect(connect(never).deleteClient("any")).rejects.toThrow(DependencyError);
    await vi.advanceTimersByTimeAsync(5_000);
    await failed;
  });
});
