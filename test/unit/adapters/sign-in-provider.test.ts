// What the identity provider's responses must say before anybody is signed in.
import { describe, expect, it } from "vitest";
import { createSignInProvider } from "#core/adapters/sign-in-provider.ts";
import { codeChallengeOf } from "#core/lib/secrets.ts";

const ISSUER = "https://id.example.com/realms/payment-platform";
const CLIENT = "merchant-dashboard";
const ATTEMPT = { state: "state", nonce: "nonce", codeVerifier: "verifier" };
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
};

const NOW_SECONDS = Math.floor(Date.now() / 1000);
const CLAIMS = {
  iss: ISSUER,
  sub: "user-1",
  aud: CLIENT,
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 60,
  nonce: "nonce",
  email: "ada@xn--mller-kva.example",
};

function idToken(claims: object): string {
  const part = (value: object) =>
    new TextEncoder().encode(JSON.stringify(value)).toBase64({ alphabet: "base64url", omitPadding: true });
  return `${part({ alg: "RS256" })}.${part(claims)}.c2lnbmF0dXJl`;
}

const tokens = (claims: object = {}, more: object = {}) => ({
  access_token: "access",
  token_type: "Bearer",
  expires_in: 300,
  refresh_token: "refresh",
  id_token: idToken({ ...CLAIMS, ...claims }),
  ...more,
});

/** A provider that gives these responses, and the forms that its token endpoint has received. */
function connect(body: object, { status = 200, metadata = {} } = {}) {
  const forms: object[] = [];
  const signIn = createSignInProvider({
    issuer: ISSUER,
    clientId: CLIENT,
    redirectUri: "https://pay.example.com/session/callback",
    signedOutUri: "https://pay.example.com/session/signed-out",
    fetch: async (url, init) => {
      if (url === `${ISSUER}/.well-known/openid-configuration`)
        return Response.json({ ...METADATA, ...metadata });
      forms.push({ url, ...Object.fromEntries(new URLSearchParams(String(init?.body))) });
      return Response.json(body, { status });
    },
  });
  return { signIn, forms };
}

const callback = (changes: Record<string, string> = {}) =>
  new URLSearchParams({ code: "code", state: "state", iss: ISSUER, ...changes });

describe("signing in at the provider", () => {
  it("exchanges the code with its verifier, and reads who signed in", async () => {
    const { signIn, forms } = connect(tokens());
    expect(await signIn.complete(callback(), ATTEMPT)).toEqual({
      ok: true,
      value: {
        accessToken: "access",
        accessExpiresAt: expect.any(Number),
        refreshToken: "refresh",
        idToken: tokens().id_token,
        email: "ada@müller.example",
      },
    });
    expect(forms).toEqual([
      {
        url: METADATA.token_endpoint,
        client_id: CLIENT,
        grant_type: "authorization_code",
        code: "code",
        redirect_uri: "https://pay.example.com/session/callback",
        code_verifier: "verifier",
      },
    ]);
  });

  it.each([
    ["another issuer", { iss: "https://other.example.com" }],
    ["another client", { aud: "other" }],
    ["several clients, without the party", { aud: [CLIENT, "other"] }],
    ["another party", { azp: "other" }],
    ["another sign-in", { nonce: "other" }],
    ["no sign-in", { nonce: undefined }],
    ["the past", { exp: NOW_SECONDS - 10 }],
    ["no time", { exp: undefined }],
    ["nobody", { sub: undefined }],
  ])("fails with an ID token for %s", async (_name, claims) => {
    const { signIn } = connect(tokens(claims));
    await expect(signIn.complete(callback(), ATTEMPT)).rejects.toThrow("signing in failed");
  });

  it("takes an ID token for several clients that names this one as its party", async () => {
    const { signIn } = connect(tokens({ aud: [CLIENT, "other"], azp: CLIENT }));
    expect((await signIn.complete(callback(), ATTEMPT)).ok).toBe(true);
  });

  it.each([
    ["without an ID token", tokens({}, { id_token: undefined }), {}],
    ["with an ID token that is none", tokens({}, { id_token: "a.b.c" }), {}],
    ["with tokens of another type", tokens({}, { token_type: "DPoP" }), {}],
    ["without an access token", tokens({}, { access_token: "" }), {}],
    ["of a provider that fails", { error: "server_error" }, { status: 500 }],
    ["of another issuer's document", tokens(), { metadata: { issuer: "https://other.example.com" } }],
    [
      "of an endpoint that is not secure",
      tokens(),
      { metadata: { token_endpoint: "http://id.example.com/" } },
    ],
  ])("fails with a response %s", async (_name, body, options) => {
    const { signIn } = connect(body, options);
    await expect(signIn.complete(callback(), ATTEMPT)).rejects.toThrow("signing in failed");
  });

  it.each([
    ["another state", callback({ state: "other" }), "late"],
    ["another issuer", callback({ iss: "https://other.example.com" }), "late"],
    ["no issuer, though it must name one", new URLSearchParams({ code: "code", state: "state" }), "late"],
    ["two codes", new URLSearchParams([...callback(), ["code", "other"]]), "late"],
    ["no code", new URLSearchParams({ state: "state", iss: ISSUER }), "late"],
    ["an error", callback({ error: "server_error" }), "late"],
    ["an error of another sign-in", callback({ error: "access_denied", state: "other" }), "late"],
    ["a user who said no", callback({ error: "access_denied" }), "cancelled"],
  ])("asks for no tokens when the browser brings %s", async (_name, response, error) => {
    const { signIn, forms } = connect(tokens(), {
      metadata: { authorization_response_iss_parameter_supported: true },
    });
    expect(await signIn.complete(response, ATTEMPT)).toEqual({ ok: false, error });
    expect(forms).toEqual([]);
  });

  it("is late when the code is used", async () => {
    const { signIn } = connect({ error: "invalid_grant" }, { status: 400 });
    expect(await signIn.complete(callback(), ATTEMPT)).toEqual({ ok: false, error: "late" });
  });

  it("begins with the challenge of the verifier that it keeps", async () => {
    const { url, attempt } = await connect({}).signIn.begin();
    expect(new URL(url).searchParams.get("code_challenge")).toBe(await codeChallengeOf(attempt.codeVerifier));
    // RFC 7636, appendix B.
    expect(await codeChallengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });
});
