import { describe, expect, it, vi } from "vitest";
import { createIntentGuesses } from "#core/adapters/intent-guesses.ts";
import { createSignInProvider } from "#core/adapters/sign-in-provider.ts";

const ENTRIES_MAX = 10_000;
const ADDRESS = "203.0.113.7";

/** In place of the data centre's cache. */
function recordCache() {
  const stored = new Set<string>();
  const matched: string[] = [];
  const cache = {
    put: async (key: string) => void stored.add(key),
    match: async (key: string) => {
      matched.push(key);
      return stored.has(key) ? new Response(null) : undefined;
    },
  };
  vi.spyOn(caches, "open").mockResolvedValue(cache as unknown as Cache);
  return { stored, matched };
}

function lookupsThatBlockAtOnce() {
  const rateLimits = { allow: async () => false };
  return createIntentGuesses({ rateLimits, publicUrl: "https://payments.test", clock: () => 1_000 });
}

describe("the memory of public reads", () => {
  it("writes an address's first read of an id to the cache, under the service's own name, and no other", async () => {
    const { stored } = recordCache();
    const lookups = lookupsThatBlockAtOnce();
    const put = vi.spyOn(stored, "add");
    for (let reads = 0; reads < 3; reads++) await lookups.noteRead("2001:db8:1:2::/64", "id");
    await lookups.noteRead(ADDRESS, "id");
    expect(put.mock.calls.flat()).toEqual([
      "https://payments.test/public-lookups/2001%3Adb8%3A1%3A2%3A%3A%2F64/id",
      "https://payments.test/public-lookups/203.0.113.7/id",
    ]);
  });

  it("asks the cache only for a blocked address, and once for each id", async () => {
    const { stored, matched } = recordCache();
    stored.add("https://payments.test/public-lookups/203.0.113.7/id");
    const lookups = lookupsThatBlockAtOnce();
    expect(await lookups.mayRead(ADDRESS, "id")).toBe(true);
    expect(matched).toEqual([]);
    await lookups.countUnknown(ADDRESS, "guess");
    expect([await lookups.mayRead(ADDRESS, "id"), await lookups.mayRead(ADDRESS, "id")]).toEqual([
      true,
      true,
    ]);
    expect(matched).toHaveLength(1);
  });

  it("is bounded in an isolate: the oldest entry goes, and the cache still has it", async () => {
    const { matched } = recordCache();
    const lookups = lookupsThatBlockAtOnce();
    for (let id = 0; id <= ENTRIES_MAX; id++) await lookups.noteRead(ADDRESS, String(id));
    await lookups.countUnknown(ADDRESS, "guess");
    expect(await lookups.mayRead(ADDRESS, "1")).toBe(true);
    expect(await lookups.mayRead(ADDRESS, String(ENTRIES_MAX))).toBe(true);
    expect(matched).toEqual([]);
    expect(await lookups.mayRead(ADDRESS, "0")).toBe(true);
    expect(matched).toHaveLength(1);
  });
});

// Signing out at an identity provider other than the embedded one, by what its discovery document says.

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
