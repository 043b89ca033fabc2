// What an isolate remembers of the tokens it has verified: nothing that a new check of the signature would refuse.

import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { jwksUrl } from "#core/domain/identity-provider/realm.ts";
import { createVerifier } from "#core/http/access-token.ts";
import { ApiError } from "#core/http/errors.ts";
import { HOUR, MINUTE, moveClock, SECOND, setClock } from "../../support/clock.ts";
import { standardClaims } from "../../support/tokens.ts";

const ISSUER = "https://issuer.test/realms/payment-platform";

async function startProvider() {
  setClock(Date.now());
  const provider = { keys: [await keyNamed("first")], isDown: false, areCached: false };
  const fetch = async () => {
    if (provider.isDown) throw new TypeError("Network connection lost.");
    return Response.json({ keys: provider.keys.map(({ jwk }) => jwk) });
  };
  const start = (issuer: string, cachedMax?: number) => {
    const options = cachedMax === undefined ? {} : { cachedMax };
    const areCached = () => provider.areCached;
    const verify = createVerifier({ issuer, jwksUrl: jwksUrl(issuer), fetch, areCached }, options);
    return (token: string) => verify(token, Date.now());
  };
  return { provider, start };
}

/** Making a key takes long: this one serves where a test needs no other of its name. */
const keys = new Map<string, ReturnType<typeof makeKey>>();
function keyNamed(kid: string) {
  const key = keys.get(kid) ?? makeKey(kid);
  keys.set(kid, key);
  return key;
}

async function makeKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

async function sign({ kid, privateKey }: Awaited<ReturnType<typeof makeKey>>, claims: JWTPayload = {}) {
  return await new SignJWT({ ...standardClaims(), iss: ISSUER, ...claims })
    .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
    .sign(privateKey);
}

function inAnHour(): JWTPayload {
  return { exp: Math.floor((Date.now() + HOUR) / 1000) };
}

/** A verifier that has read the keys, with a token that it remembers. */
async function remembering(claims: JWTPayload = {}, cachedMax?: number) {
  const { provider, start } = await startProvider();
  const [key] = provider.keys;
  if (key === undefined) throw new Error("the provider has no key");
  const verify = start(ISSUER, cachedMax);
  await verify(await sign(key));
  const token = await sign(key, { ...claims, merchant_id: "the merchant" });
  await verify(token);
  const checks = vi.spyOn(crypto.subtle, "verify");
  return { provider, start, key, verify, token, checks };
}

const isUnauthorized = expect.objectContaining({ status: 401 });

describe("a token of a new key", () => {
  it("is accepted a second after the keys were read", async () => {
    const { provider, verify } = await remembering();
    const second = await keyNamed("second");
    provider.keys.push(second);
    await expect(verify(await sign(second))).rejects.toEqual(isUnauthorized);
    moveClock(SECOND);
    await verify(await sign(second));
  });

  it("is neither refused nor accepted while the keys are those from before an outage", async () => {
    const { provider, verify } = await remembering();
    provider.areCached = true;
    moveClock(SECOND);
    const token = await sign(await keyNamed("second"));
    await expect(verify(token)).rejects.toThrow(DependencyError);
    provider.areCached = false;
    await expect(verify(token)).rejects.toEqual(isUnauthorized);
  });
});

describe("a token that was verified before", () => {
  it("has the same identity, without another check of its signature", async () => {
    const { verify, token, checks } = await remembering();
    expect(await verify(token)).toMatchObject({ merchantId: "the merchant" });
    expect(checks).not.toHaveBeenCalled();
  });

  it("is remembered when a forged token has had the same keys read again", async () => {
    const { verify, token, checks } = await remembering();
    moveClock(SECOND);
    await expect(verify(await sign(await keyNamed("forged")))).rejects.toEqual(isUnauthorized);
    await verify(token);
    expect(checks).not.toHaveBeenCalled();
  });

  it("is refused once it has expired", async () => {
    const { verify, token } = await remembering();
    moveClock(304 * SECOND);
    await verify(token);
    moveClock(SECOND);
    await expect(verify(token)).rejects.toEqual(isUnauthorized);
  });

  it("is refused after its key was removed, when the key set is next due to be read", async () => {
    const { provider, verify, token } = await remembering(inAnHour());
    provider.keys = [await keyNamed("second")];
    moveClock(10 * MINUTE - SECOND);
    await verify(token);
    moveClock(SECOND);
    await expect(verify(token)).rejects.toEqual(isUnauthorized);
  });

  it("is refused after its key was removed, when a new key's token has the set read", async () => {
    const { provider, verify, token } = await remembering(inAnHour());
    const second = await keyNamed("second");
    provider.keys = [second];
    moveClock(MINUTE);
    await verify(await sign(second));
    await expect(verify(token)).rejects.toEqual(isUnauthorized);
  });

  it("is refused when its key id now names another key", async () => {
    const { provider, verify, token } = await remembering(inAnHour());
    provider.keys = [await makeKey("first")];
    moveClock(10 * MINUTE);
    await expect(verify(token)).rejects.toEqual(isUnauthorized);
  });

  it("is not accepted while the key set is due and cannot be read", async () => {
    const { provider, verify, token } = await remembering(inAnHour());
    provider.isDown = true;
    moveClock(10 * MINUTE);
    await expect(verify(token)).rejects.toThrow(DependencyError);
    provider.isDown = false;
    await verify(token);
  });

  it("is not accepted where another issuer is configured", async () => {
    const { start, token } = await remembering();
    await expect(start("https://another.test/realms/payment-platform")(token)).rejects.toThrow(ApiError);
  });

  it("is forgotten when many others have followed", async () => {
    const { key, verify, token, checks } = await remembering({}, 2);
    await verify(await sign(key, { jti: "second" }));
    await verify(token);
    expect(checks).toHaveBeenCalledTimes(1);
    await verify(await sign(key, { jti: "third" }));
    await verify(token);
    expect(checks).toHaveBeenCalledTimes(3);
  });
});

it("a token of the provider's that names another issuer is logged", async () => {
  const { key, verify } = await remembering();
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const iss = "http://localhost:8080/realms/payment-platform";
  await expect(verify(await sign(key, { iss }))).rejects.toEqual(isUnauthorized);
  expect(JSON.stringify(logged.mock.calls)).toContain(iss);
  expect(logged).toHaveBeenCalledTimes(1);
  await expect(verify(await sign(await makeKey("first"), { iss }))).rejects.toEqual(isUnauthorized);
  expect(logged).toHaveBeenCalledTimes(1);
});

it.each([
  ["with another's signature", { kid: "first" }],
  ["that is no access token", { typ: "ID" }],
])("a token %s is checked again each time", async (_, change) => {
  const { key, verify, checks } = await remembering();
  const forged = "kid" in change ? await sign(await makeKey("first")) : await sign(key, change);
  for (const times of [1, 2]) {
    await expect(verify(forged)).rejects.toEqual(isUnauthorized);
    expect(checks).toHaveBeenCalledTimes(times);
  }
});
