// Signing users in at the identity provider, by what its discovery document says: OAuth 2.1 with OpenID Connect.
import * as oauth from "oauth4webapi";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { SignedIn, SignInAttempt, SignInProvider } from "#core/domain/ports/identity-provider.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { SessionTokens } from "#core/domain/sessions/session.ts";
import { readableEmail } from "#core/lib/email.ts";
import { type Fetch, fetchJson } from "#core/lib/fetch-json.ts";
import { log } from "#core/lib/log.ts";

const TIMEOUT_MS = 5_000;
const CACHED_MS = 10 * 60_000;
/** The lifetime of an access token whose response does not say. */
const LIFETIME_SECONDS = 60;
const CLOCK_TOLERANCE_SECONDS = 5;

const NO_SECRET = oauth.None();

interface SignInClient {
  clientId: string;
  redirectUri: string;
  signedOutUri: string;
  /** What the browser brings along when it comes back from signing out. */
  signedOutState?: string | undefined;
}

export function createSignInProvider({
  fetch,
  issuer,
  clientId,
  redirectUri,
  signedOutUri,
  signedOutState,
}: { fetch: Fetch; issuer: string } & SignInClient): SignInProvider {
  const url = new URL(issuer);
  /** A public client: what it must prove is in the code verifier. */
  const client = { client_id: clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const options = {
    [oauth.customFetch]: boundedFetch(fetch),
    // Only the configuration decides: it refuses http addresses in live.
    [oauth.allowInsecureRequests]: url.protocol === "http:",
  };
  let cached: { server: oauth.AuthorizationServer; readAt: number } | null = null;

  async function discover(): Promise<oauth.AuthorizationServer> {
    if (cached !== null && Math.abs(Date.now() - cached.readAt) < CACHED_MS) return cached.server;
    const response = await oauth.discoveryRequest(url, options);
    const server = await oauth.processDiscoveryResponse(url, response);
    cached = { server, readAt: Date.now() };
    return server;
  }

  return {
    begin: () => calling(async () => beginAt(await discover(), clientId, redirectUri)),

    complete: (response, { state, nonce, codeVerifier }) =>
      calling(async () => {
        const server = await discover();
        const code = codeIn(server, client, response, state);
        if (!code.ok) return code;
        try {
          const { value } = code;
          return ok(await exchange(server, client, value, { nonce, codeVerifier, redirectUri }, options));
        } catch (error) {
          if (isInvalidGrant(error)) return err("late");
          throw error;
        }
      }),

    renew: (tokens) =>
      calling(async () => {
        const { refreshToken } = tokens;
        if (refreshToken === null) return null;
        const server = await discover();
        const attempt = () => refresh(server, { ...tokens, refreshToken });
        // A response that was lost may have used up the refresh token: only another attempt can tell.
        return await attempt().catch(attempt);
      }),

    end: ({ refreshToken, idToken }) =>
      calling(async () => {
        const server = await discover();
        if (refreshToken !== null) await revoke(server, refreshToken);
        return logoutAt(server, idToken, { clientId, signedOutUri, signedOutState });
      }),
  };

  /** Returns null when the provider has ended the sign-in. */
  async function refresh(
    server: oauth.AuthorizationServer,
    { refreshToken, idToken }: SessionTokens & { refreshToken: string },
  ): Promise<SessionTokens | null> {
    const response = await oauth.refreshTokenGrantRequest(server, client, NO_SECRET, refreshToken, options);
    try {
      const renewed = await oauth.processRefreshTokenResponse(server, client, response);
      return tokensOf(renewed, { refreshToken, ...(idToken !== undefined && { idToken }) });
    } catch (error) {
      if (isInvalidGrant(error)) return null;
      throw error;
    }
  }

  /** A failure must not keep the browser from the provider's page, where its session there ends as well. */
  async function revoke(server: oauth.AuthorizationServer, refreshToken: string): Promise<void> {
    if (server.revocation_endpoint === undefined) return;
    try {
      const response = await oauth.revocationRequest(server, client, NO_SECRET, refreshToken, options);
      await oauth.processRevocationResponse(response);
    } catch (error) {
      log("warn", "refresh_token_not_revoked", { error });
    }
  }
}

async function beginAt(
  { authorization_endpoint: endpoint }: oauth.AuthorizationServer,
  clientId: string,
  redirectUri: string,
) {
  if (endpoint === undefined) throw new Error("the provider has no authorization endpoint");
  const attempt = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier: oauth.generateRandomCodeVerifier(),
  };
  const url = new URL(endpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "openid email",
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, attempt };
}

/** RP-Initiated Logout 1.0 §2. Without an ID token, the provider may ask the user whether to sign out. */
function logoutAt(
  { end_session_endpoint: endpoint }: oauth.AuthorizationServer,
  idToken: string | undefined,
  { clientId, signedOutUri, signedOutState }: Omit<SignInClient, "redirectUri">,
): string | null {
  const url = URL.parse(endpoint ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (idToken !== undefined) url.searchParams.set("id_token_hint", idToken);
  url.searchParams.set("client_id", clientId);
  url.searchParams.set("post_logout_redirect_uri", signedOutUri);
  if (signedOutState !== undefined) url.searchParams.set("state", signedOutState);
  return url.href;
}

/** The response is from a browser, so whatever is wrong with it is no fault of the provider. */
function codeIn(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  response: URLSearchParams,
  state: string,
): Result<URLSearchParams, "cancelled" | "late"> {
  try {
    return ok(oauth.validateAuthResponse(server, client, response, state));
  } catch (error) {
    const isDenied = error instanceof oauth.AuthorizationResponseError && error.error === "access_denied";
    return err(isDenied ? "cancelled" : "late");
  }
}

async function exchange(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  code: URLSearchParams,
  { nonce, codeVerifier, redirectUri }: Omit<SignInAttempt, "state"> & { redirectUri: string },
  options: oauth.TokenEndpointRequestOptions,
): Promise<SignedIn> {
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    NO_SECRET,
    code,
    redirectUri,
    codeVerifier,
    options,
  );
  const expected = { expectedNonce: nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
  const email = oauth.getValidatedIdTokenClaims(tokens)?.email;
  return {
    ...tokensOf(tokens, { refreshToken: null }),
    email: typeof email === "string" ? readableEmail(email) : "",
  };
}

/** A provider that does not replace refresh and ID tokens leaves the old ones valid. */
function tokensOf(
  response: oauth.TokenEndpointResponse,
  old: Pick<SessionTokens, "refreshToken" | "idToken">,
): SessionTokens {
  const idToken = response.id_token ?? old.idToken;
  return {
    accessToken: response.access_token,
    accessExpiresAt: Date.now() + (response.expires_in ?? LIFETIME_SECONDS) * 1000,
    refreshToken: response.refresh_token ?? old.refreshToken,
    ...(idToken !== undefined && { idToken }),
  };
}

function isInvalidGrant(error: unknown): boolean {
  return error instanceof oauth.ResponseBodyError && error.error === "invalid_grant";
}

async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new DependencyError("identity_provider", "signing in failed", { cause: error });
  }
}

/** A fetch with a deadline, a limit on what is read, and no redirects. */
function boundedFetch(fetch: Fetch) {
  return async (
    url: string,
    { method, headers, body: form }: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
  ) => {
    const init = { method, headers, body: form ?? null };
    const { status, body } = await fetchJson(fetch, url, init, { timeoutMs: TIMEOUT_MS });
    return Response.json(body, { status });
  };
}
