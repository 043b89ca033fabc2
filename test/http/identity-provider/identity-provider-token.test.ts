import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import {
  ADMIN,
  addClient,
  audienceMapper,
  basic,
  claimMapper,
  INVALID_CLIENT,
  ISSUER,
  postForm,
  requestTokenFrom,
  startProvider,
  takeTokenFrom,
} from "../../support/identity-provider.ts";
import { CERTS_PATH, TOKEN_PATH } from "../../support/paths.ts";

const provider = startProvider();

describe("POST /realms/payment-platform/protocol/openid-connect/token", () => {
  it("returns a token valid for 300 seconds for credentials in the body", async () => {
    const response = await requestTokenFrom(provider, ADMIN.clientId, ADMIN.clientSecret);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Pragma")).toBe("no-cache");
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 300,
      token_type: "Bearer",
      environment: "sandbox",
    });
  });

  it("accepts credentials by HTTP Basic, form-encoded", async () => {
    const admin = { clientId: "admin:of/all", clientSecret: "a+b %:ü" };
    const otherAdmin = startProvider({ admin });
    const encoded = basic(encodeURIComponent(admin.clientId), encodeURIComponent(admin.clientSecret));
    const form = { grant_type: "client_credentials", client_id: admin.clientId };
    const response = await postForm(otherAdmin, form, { Authorization: encoded });
    expect(response.status).toBe(200);
  });

  it("issues tokens that the served keys verify, with the realm's claims", async () => {
    const now = Date.now();
    const token = await takeTokenFrom(startProvider({ now: () => now }));
    const keys = await (await provider.request(CERTS_PATH)).json<JSONWebKeySet>();
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: ISSUER,
      audience: "merchant-payments",
      algorithms: ["RS256"],
    });
    const issuedAt = Math.floor(now / 1000);
    expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: keys.keys[0]?.kid });
    expect(payload).toEqual({
      iss: ISSUER,
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      aud: "merchant-payments",
      azp: "platform-admin",
      typ: "Bearer",
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: issuedAt,
      exp: issuedAt + 300,
      realm_access: { roles: ["admin"] },
    });
  });

  it("adds the claims of the client's mappers to its tokens", async () => {
    const client = await addClient(provider, [
      claimMapper("merchant_id", "m-1"),
      claimMapper("limits.daily", "500", "JSON"),
      claimMapper("limits.strict", "true", "JSON"),
      claimMapper("realm_access.roles", '["merchant"]', "JSON"),
      claimMapper("dotted\\.name", "x"),
      claimMapper("hidden", "x", "String", "false"),
      claimMapper("iss", "https://evil.test"),
      claimMapper("__proto__.polluted", "yes"),
      audienceMapper("merchant-payments"),
      audienceMapper("other"),
    ]);
    const claims = decodeJwt(await takeTokenFrom(provider, client));
    expect(claims).toMatchObject({
      iss: ISSUER,
      sub: client.id,
      azp: client.clientId,
      aud: ["merchant-payments", "other"],
      merchant_id: "m-1",
      limits: { daily: 500, strict: true },
      realm_access: { roles: ["merchant"] },
      "dotted.name": "x",
    });
    expect(claims).not.toHaveProperty("hidden");
    expect(claims).not.toHaveProperty("polluted");
  });

  it.each([
    ["an unknown client", { client_id: "nobody", client_secret: ADMIN.clientSecret }],
    ["a wrong secret", { client_id: ADMIN.clientId, client_secret: "wrong" }],
    ["an empty secret", { client_id: ADMIN.clientId, client_secret: "" }],
    ["no client", {}],
    ["a wrong secret by HTTP Basic", {}, { Authorization: basic("platform-admin", "wrong") }],
    ["HTTP Basic without a colon", {}, { Authorization: `Basic ${btoa("no colon")}` }],
    ["HTTP Basic with nothing", {}, { Authorization: "Basic" }],
    ["a Bearer token", {}, { Authorization: "Bearer abc" }],
  ] as [string, object, HeadersInit?][])(
    "returns 401 invalid_client for %s",
    async (_, credentials, headers) => {
      const form = { grant_type: "client_credentials", ...credentials };
      const response = await postForm(provider, form, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe('Basic realm="payment-platform"');
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      expect(await response.json()).toEqual(INVALID_CLIENT);
    },
  );

  it("refuses credentials in the body and by Basic together", async () => {
    const headers = { Authorization: basic(ADMIN.clientId, ADMIN.clientSecret) };
    const form = { grant_type: "client_credentials", client_id: ADMIN.clientId, client_secret: "x" };
    const response = await postForm(provider, form, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: "invalid_request",
      error_description: "More than one client authentication method",
    });
  });

  it("refuses a client_id other than the one authenticated by Basic", async () => {
    const headers = { Authorization: basic(ADMIN.clientId, ADMIN.clientSecret) };
    const response = await postForm(
      provider,
      { grant_type: "client_credentials", client_id: "other" },
      headers,
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
  });

  const rightClient = `client_id=${ADMIN.clientId}&client_secret=${ADMIN.clientSecret}`;
  it.each([
    ["no grant type", rightClient, "invalid_request"],
    ["another grant type", `grant_type=implicit&${rightClient}`, "unsupported_grant_type"],
    ["a grant type named like a property", `grant_type=constructor&${rightClient}`, "unsupported_grant_type"],
    ["a repeated parameter", `grant_type=client_credentials&${rightClient}&client_id=x`, "invalid_request"],
    [
      "a repeated unknown parameter",
      `a=1&a=2&grant_type=client_credentials&${rightClient}`,
      "invalid_request",
    ],
    ["an empty body", "", "invalid_request"],
    ["bad percent signs", "%&%zz=%f&grant_type=%00", "unsupported_grant_type"],
    ["escapes that are not UTF-8", "grant_type=client_credentials&client_id=%ff", "invalid_request"],
  ])("refuses %s with 400", async (_, form, error) => {
    const response = await postForm(provider, form);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error, error_description: expect.any(String) });
  });

  it.each(["application/json", "text/plain", "multipart/form-data"])(
    "returns 400 for a body of %s",
    async (type) => {
      const headers = { "Content-Type": type };
      const body = `grant_type=client_credentials&${rightClient}`;
      const response = await provider.request(TOKEN_PATH, { method: "POST", headers, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "invalid_request" });
    },
  );

  it("returns 413 for a body over 16 KiB, with and without a Content-Length", async () => {
    const padding = `pad=${"x".repeat(17_000)}`;
    const announced = await postForm(provider, padding);
    expect(announced.status).toBe(413);
    const streamed = await provider.request(TOKEN_PATH, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: new Blob([padding]).stream(),
    });
    expect(streamed.status).toBe(413);
    expect(await streamed.json()).toMatchObject({ error: "invalid_request" });
  });
});
