// Every route that is not public, with every kind of invalid token.
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { expectUnauthorized } from "../support/error-responses.ts";
import { ISSUER } from "../support/identity-provider.ts";
import { exampleOf, routesWithToken } from "../support/routes.ts";
import { mintToken, publishedKeys, signingKey, standardClaims, withRoles } from "../support/tokens.ts";

/** Claims valid on every route, until a test changes them. */
function claims(): JWTPayload {
  return {
    ...standardClaims(),
    ...withRoles("admin", "merchant"),
    merchant_id: crypto.randomUUID(),
    wallet_id: crypto.randomUUID(),
  };
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

async function signed(header: Record<string, unknown>, payload: JWTPayload = claims()): Promise<string> {
  const { kid, privateKey } = await signingKey();
  const crit = Array.isArray(header.crit) ? { crit: { exp: true, "x-unknown": false } } : undefined;
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid, ...header })
    .sign(privateKey, crit);
}

async function signedByAnotherKey(withKid: boolean): Promise<string> {
  const { kid } = await signingKey();
  const { privateKey } = await generateKeyPair("RS256");
  return new SignJWT(claims())
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: withKid ? kid : "another" })
    .sign(privateKey);
}

async function signedWithPublicKeyText(): Promise<string> {
  const { kid } = await signingKey();
  const jwk = (await publishedKeys()).find((published) => published.kid === kid) ?? {};
  const text = await exportSPKI((await importJWK(jwk, "RS256", { extractable: true })) as CryptoKey);
  return new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid }).sign(new TextEncoder().encode(text));
}

/** Returns the token with another payload and its original signature. */
async function tampered(): Promise<string> {
  const [header, , signature] = (await mintToken(claims())).split(".");
  const payload = btoa(JSON.stringify({ ...claims(), admin: true })).replace(/=+$/, "");
  return [header, payload, signature].join(".");
}

const AUTHORIZATIONS: Record<string, () => Promise<string | undefined>> = {
  "no header": async () => undefined,
  "an empty header": async () => "",
  "the word Bearer": async () => "Bearer",
  "Bearer and a space": async () => "Bearer ",
  garbage: async () => "Bearer garbage",
  "three dots": async () => "Bearer ...",
  "a token without a scheme": async () => mintToken(claims()),
  "another scheme": async () => `Basic ${await mintToken(claims())}`,
  "two tokens": async () => `Bearer ${await mintToken(claims())} ${await mintToken(claims())}`,
  "another key's signature under the same kid": async () => `Bearer ${await signedByAnotherKey(true)}`,
  "another key's signature under its own kid": async () => `Bearer ${await signedByAnotherKey(false)}`,
  "a payload other than the signed one": async () => `Bearer ${await tampered()}`,
  "no signature": async () => `Bearer ${(await mintToken(claims())).replace(/[^.]+$/, "")}`,
  "alg none": async () => `Bearer ${new UnsecuredJWT(claims()).encode()}`,
  "HS256 with the public key's text": async () => `Bearer ${await signedWithPublicKeyText()}`,
  "an unknown critical header": async () => `Bearer ${await signed({ crit: ["x-unknown"], "x-unknown": 1 })}`,
  "another issuer": async () => `Bearer ${await mintToken({ ...claims(), iss: `${ISSUER}x` })}`,
  "no issuer": async () => `Bearer ${await mintToken({ ...claims(), iss: undefined })}`,
  "another audience": async () => `Bearer ${await mintToken({ ...claims(), aud: "account" })}`,
  "no audience": async () => `Bearer ${await mintToken({ ...claims(), aud: undefined })}`,
  "an expiry six seconds ago": async () =>
    `Bearer ${await mintToken({ ...claims(), exp: epochSeconds() - 6 })}`,
  "no expiry": async () => `Bearer ${await mintToken({ ...claims(), exp: undefined })}`,
  "a start in an hour": async () => `Bearer ${await mintToken({ ...claims(), nbf: epochSeconds() + 3600 })}`,
  "an ID token": async () => `Bearer ${await mintToken({ ...claims(), typ: "ID" })}`,
  "a refresh token": async () => `Bearer ${await mintToken({ ...claims(), typ: "Refresh" })}`,
  "an offline token": async () => `Bearer ${await mintToken({ ...claims(), typ: "Offline" })}`,
  "a logout token": async () =>
    `Bearer ${await signed({ typ: "logout+jwt" }, { ...claims(), typ: "Logout" })}`,
  "no type": async () => `Bearer ${await mintToken({ ...claims(), typ: undefined })}`,
  "more than 8 KB": async () => `Bearer ${await mintToken({ ...claims(), padding: "x".repeat(8192) })}`,
};

const ROUTES = routesWithToken();

async function callWith(route: string, authorization: string | undefined) {
  const [method, path] = exampleOf(route);
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  return call(method, path, { headers });
}

describe("every route that is not public, with every kind of token,", () => {
  const made: Record<string, string | undefined> = {};

  beforeAll(async () => {
    for (const [name, make] of Object.entries(AUTHORIZATIONS)) made[name] = await make();
  });

  it.each(ROUTES)("returns 401 for each of them: %s", async (route) => {
    for (const [name, authorization] of Object.entries(made)) {
      const response = await callWith(route, authorization);
      expect([name, response.status]).toEqual([name, 401]);
      expectUnauthorized(response);
      expect([name, response.headers.get("WWW-Authenticate") === "Bearer"]).toEqual([name, !authorization]);
    }
  });

  it.each(ROUTES)(
    "accepts good tokens, and checks them before the rest of the request: %s",
    async (route) => {
      const lately = await mintToken({ ...claims(), exp: epochSeconds() - 3 });
      const typed = await signed({ typ: "at+jwt" }, { ...claims(), typ: undefined });
      for (const good of [`Bearer ${lately}`, `bearer ${lately}`, `Bearer ${typed}`])
        expect((await callWith(route, good)).status).not.toBe(401);
      const [method, path] = exampleOf(route);
      if (method === "GET") return expectUnauthorized(await call(method, `${path}?page=0&limit=abc`));
      for (const options of [{ text: "{" }, { text: "x", contentType: "text/plain" }])
        expectUnauthorized(await call(method, path, options));
    },
  );
});
