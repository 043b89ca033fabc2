// Signing out at an identity provider other than the embedded one, by what its discovery document says.
import { describe, expect, it, vi } from "vitest";
import { createSignInProvider } from "../../../src/adapters/sign-in-provider.ts";

const ISSUER = "https://id.example.com/realms/payment-platform";
const SIGNED_OUT = "https://pay.example.com/session/signed-out";
const TOKENS = { accessToken: "access", accessExpiresAt: 0, refreshToken: "refresh" };

/** A provider with these endpoints, and the bodies that its revocation endpoint has received. */
function connect(endpoints: Record<string, string>, revocationStatus = 200) {
  const revoked: string[] = [];
  const signIn = createSignInProvider({
    issuer: ISSUER,
    clientId: "merchant-dashboard",
    redirectUri: "https://pay.example.com/session/callback",
    signedOutUri: SIGNED_OUT,
    fetch: async (input, init) => {
      if (input.endsWith("/.well-known/openid-configuration")) {
        return Response.json({ issuer: ISSUER, ...endpoints });
      }
      revoked.push(String(init?.body));
      return new Response(revocationStatus === 200 ? null : "{}", { status: revocationStatus });
    },
  });
  return { signIn, revoked };
}

describe("signing out at the provider", () => {
  it("revokes the refresh token, and leads to the end_session_endpoint", async () => {
    const { signIn, revoked } = connect({
      revocation_endpoint: `${ISSUER}/revoke`,
      end_session_endpoint: `${ISSUER}/logout?theme=dark`,
    });
    const url = new URL((await signIn.end({ ...TOKENS, idToken: "the.id.token" })) ?? "");
    expect(url.origin + url.pathname).toBe(`${ISSUER}/logout`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      theme: "dark",
      id_token_hint: "the.id.token",
      client_id: "merchant-dashboard",
      post_logout_redirect_uri: SIGNED_OUT,
    });
    expect(revoked.map((body) => new URLSearchParams(body).get("token"))).toEqual(["refresh"]);
  });

  it("names only the client for a session without an ID token", async () => {
    const { signIn } = connect({ end_session_endpoint: `${ISSUER}/logout` });
    const url = new URL((await signIn.end(TOKENS)) ?? "");
    expect([...url.searchParams.keys()]).toEqual(["client_id", "post_logout_redirect_uri"]);
  });

  it.each([{}, { end_session_endpoint: "javascript:alert(1)" }, { end_session_endpoint: "logout" }])(
    "leads nowhere with %j",
    async (endpoints) => {
      expect(await connect(endpoints).signIn.end(TOKENS)).toBeNull();
    },
  );

  it("leads there also when the token cannot be revoked: the provider's own session must end", async () => {
    const lines = vi.spyOn(console, "warn").mockReturnValue(undefined);
    const endpoints = { revocation_endpoint: `${ISSUER}/revoke`, end_session_endpoint: `${ISSUER}/logout` };
    expect(await connect(endpoints, 500).signIn.end(TOKENS)).toContain(`${ISSUER}/logout?`);
    expect(String(lines.mock.calls)).toContain("refresh_token_not_revoked");
  });
});
