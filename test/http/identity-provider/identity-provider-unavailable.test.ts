// What the embedded identity provider responds while D1 fails: nobody's credentials are refused for that.

import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { issuerUrl, jwksUrl } from "#core/domain/identity-provider/realm.ts";
import { registerMerchant } from "#core/services/merchants/merchants.ts";
import { createSandboxApp } from "#sandbox/app.ts";
import { BASE_URL } from "../../support/api.ts";
import { failDatabase, muteLog, repair, useMutedLog } from "../../support/faults.ts";
import { uniqueEmail } from "../../support/identity-provider-users.ts";
import { INTENTS, TOKEN_PATH } from "../../support/paths.ts";
import { bearer } from "../../support/rate-limits.ts";
import { okValue } from "../../support/result.ts";
import { ACTOR, deps } from "../../support/seeds.ts";
import { requestToken, standardClaims } from "../../support/tokens.ts";

describe("POST /realms/payment-platform/protocol/openid-connect/token", () => {
  it.each([
    ["the client", /"idp_clients"/],
    ["what an administrator has stopped", /"merchants"."suspended_at"/],
  ])("gets 503 while %s cannot be read, and then a token", async (_, statements) => {
    const shop = { email: uniqueEmail(), businessName: "Bean & Leaf" };
    const { clientId, clientSecret } = okValue(await registerMerchant(deps, ACTOR, shop));
    muteLog();
    failDatabase(statements);
    const response = await exports.default.fetch(BASE_URL + TOKEN_PATH, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(await response.json()).toEqual({ error: "temporarily_unavailable" });
    repair();
    expect((await requestToken(clientId, clientSecret)).status).toBe(200);
  });
});

// An identity provider elsewhere whose keys cannot be read: nobody's token is refused, or accepted, for that.

useMutedLog();

/** Starts one with a key set that the service has not read yet. */
async function startProvider(respond: (keys: object) => Promise<Response>) {
  const baseUrl = `https://${crypto.randomUUID()}.test`;
  const issuer = issuerUrl(baseUrl);
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "its key", alg: "RS256", use: "sig" }] };
  const provider = { respond };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    expect(String(input)).toBe(jwksUrl(issuer));
    return await provider.respond(keys);
  });
  const token = await new SignJWT({ ...standardClaims(), iss: issuer, merchant_id: crypto.randomUUID() })
    .setProtectedHeader({ alg: "RS256", kid: "its key", typ: "JWT" })
    .sign(privateKey);
  const change = { AUTH_URL: baseUrl, AUTH_ADMIN_CLIENT_ID: "payments", AUTH_ADMIN_CLIENT_SECRET: "secret" };
  /** Another one knows only what the database has. */
  const startInstance = () => {
    const environment = { ...env, ...change } as Env;
    return async (by: string) =>
      await createSandboxApp().request(
        INTENTS,
        { headers: bearer({ token: by }) },
        environment,
        createExecutionContext(),
      );
  };
  return { provider, token, list: startInstance(), startInstance };
}

const FAILURES: Record<string, () => Promise<Response>> = {
  "does not respond": () => Promise.reject(new TypeError("Network connection lost.")),
  "responds with 500": async () => new Response("no", { status: 500 }),
  "responds with 404": async () => Response.json({ error: "Realm does not exist" }, { status: 404 }),
  "responds with a page": async () => new Response("<html>Maintenance</html>"),
  "responds with something else": async () => Response.json({ keys: "none" }),
};

describe("while the identity provider's key endpoint", () => {
  it.each(Object.entries(FAILURES))("%s, requests get 503, and then succeed", async (_, fail) => {
    const { provider, token, list } = await startProvider(fail);
    for (const by of [token, `${token.slice(0, -8)}AAAAAAAA`]) {
      const response = await list(by);
      expect(response.headers.get("WWW-Authenticate")).toBeNull();
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 503,
        body: { success: false, code: "identity_provider_unavailable" },
      });
    }
    provider.respond = async (keys) => Response.json(keys);
    expect((await list(token)).status).toBe(200);
    expect((await list(`${token.slice(0, -8)}AAAAAAAA`)).status).toBe(401);
  });

  it("fails later, requests succeed with the keys that were read", async () => {
    const { provider, token, list } = await startProvider(async (keys) => Response.json(keys));
    expect((await list(token)).status).toBe(200);
    provider.respond = () => Promise.reject(new TypeError("Network connection lost."));
    expect((await list(token)).status).toBe(200);
  });
});
