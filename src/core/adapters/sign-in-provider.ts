// Signing users in at the identity provider, by what its discovery document says: OAuth 2.1 with OpenID Connect. A public
// client: what it must prove is in the code verifier (PKCE, RFC 7636).
import * as z from "zod/mini";
import { DependencyError } from "#core/domain/dependency-error.ts";
import type { SignInProvider } from "#core/domain/ports/identity-provider.ts";
import { err, ok, type Result } from "#core/domain/result.ts";
import type { SessionTokens } from "#core/domain/sessions/session.ts";
import { readableEmail } from "#core/lib/email.ts";
import { type Fetch, fetchJson } from "#core/lib/fetch-json.ts";
import { log } from "#core/lib/log.ts";
import { codeChallengeOf, randomSecret } from "#core/lib/secrets.ts";
import { ProviderMetadata, readTokens } from "#core/wire/sessions/openid.ts";

const TIMEOUT_MS = 5_000;
const CACHED_MS = 10 * 60_000;
/** The lifetime of an access token whose response does not say. */
const LIFETIME_SECONDS = 60;

const TokenError = z.object({ error: z.string() });

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
  const isSecure = new URL(issuer).protocol === "https:";
  let cached: { server: ProviderMetadata; readAt: number } | null = null;

  async function discover(): Promise<ProviderMetadata> {
    if (cached !== null && Math.abs(Date.now() - cached.readAt) < CACHED_MS) return cached.server;
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const { status, body } = await fetchJson(fetch, url, {}, { timeoutMs: TIMEOUT_MS });
    if (status !== 200) throw new Error(`the discovery document has status ${status}`);
    const server = z.parse(ProviderMetadata, body);
    if (URL.parse(server.issuer)?.href !== new URL(issuer).href) throw new Error("it names another issuer");
    cached = { server, readAt: Date.now() };
    return server;
  }

  /** Only the configuration decides about http: it refuses such addresses in live. */
  async function post(endpoint: string | undefined, form: Record<string, string>) {
    const url = endpointAt(endpoint);
    if (isSecure && url.protocol !== "https:") throw new Error("the provider's endpoint is not secure");
    const body = new URLSearchParams({ client_id: clientId, ...form });
    return await fetchJson(fetch, url.href, { method: "POST", body }, { timeoutMs: TIMEOUT_MS });
  }

  /** Returns null when the grant is used, expired or revoked. */
  async function askForTokens(server: ProviderMetadata, form: Record<string, string>, nonce: string | null) {
    const { status, body } = await post(server.token_endpoint, form);
    if (status === 200) return readTokens(body, { issuer: server.issuer, clientId, nonce, now: Date.now() });
    const { error } = z.parse(TokenError, body);
    if (error === "invalid_grant") return null;
    throw new Error(`the token endpoint refuses with ${status} ${error}`);
  }

  return {
    begin: () => calling(async () => beginAt(await discover(), clientId, redirectUri)),

    complete: (response, { state, nonce, codeVerifier }) =>
      calling(async () => {
        const server = await discover();
        const code = codeIn(server, response, state);
        if (!code.ok) return code;
        const form = { grant_type: "authorization_code", code: code.value };
        const proof = { redirect_uri: redirectUri, code_verifier: codeVerifier };
        const tokens = await askForTokens(server, { ...form, ...proof }, nonce);
        if (tokens === null) return err("late");
        const email = typeof tokens.email === "string" ? readableEmail(tokens.email) : "";
        return ok({ ...tokensOf(tokens, { refreshToken: null }), email });
      }),

    renew: (tokens) =>
      calling(async () => {
        const { refreshToken, idToken } = tokens;
        if (refreshToken === null) return null;
        const server = await discover();
        const form = { grant_type: "refresh_token", refresh_token: refreshToken };
        const attempt = () => askForTokens(server, form, null);
        // A response that was lost may have used up the refresh token: only another attempt can tell.
        const renewed = await attempt().catch(attempt);
        return renewed && tokensOf(renewed, { refreshToken, ...(idToken !== undefined && { idToken }) });
      }),

    end: ({ refreshToken, idToken }) =>
      calling(async () => {
        const server = await discover();
        if (refreshToken !== null) await revoke(server, refreshToken);
        return logoutAt(server, idToken, { clientId, signedOutUri, signedOutState });
      }),
  };

  /** A failure must not keep the browser from the provider's page, where its session there ends as well. */
  async function revoke(server: ProviderMetadata, refreshToken: string): Promise<void> {
    if (server.revocation_endpoint === undefined) return;
    try {
      const { status } = await post(server.revocation_endpoint, { token: refreshToken });
      if (status !== 200) throw new Error(`the revocation endpoint responded with ${status}`);
    } catch (error) {
      log("warn", "refresh_token_not_revoked", { error });
    }
  }
}

async function beginAt(server: ProviderMetadata, clientId: string, redirectUri: string) {
  const attempt = { state: randomSecret(), nonce: randomSecret(), codeVerifier: randomSecret() };
  const url = endpointAt(server.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "openid email",
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await codeChallengeOf(attempt.codeVerifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, attempt };
}

function endpointAt(endpoint: string | undefined): URL {
  if (endpoint === undefined) throw new Error("the provider has no such endpoint");
  return new URL(endpoint);
}

/** RP-Initiated Logout 1.0 §2. Without an ID token, the provider may ask the user whether to sign out. */
function logoutAt(
  { end_session_endpoint: endpoint }: ProviderMetadata,
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

/**
 * The response is from a browser, so whatever is wrong with it is no fault of the provider. Its issuer is compared because
 * another one's response may come back here (RFC 9207).
 */
function codeIn(
  { issuer, authorization_response_iss_parameter_supported: mustNameIssuer }: ProviderMetadata,
  response: URLSearchParams,
  state: string,
): Result<string, "cancelled" | "late"> {
  const isRepeated = [...response.keys()].some((name) => response.getAll(name).length > 1);
  const [iss, code, error] = ["iss", "code", "error"].map((name) => response.get(name));
  const isFromIssuer = iss === issuer || (iss === null && mustNameIssuer !== true);
  if (isRepeated || !isFromIssuer || response.get("state") !== state) return err("late");
  if (error === "access_denied") return err("cancelled");
  return code && error === null ? ok(code) : err("late");
}

/** A provider that does not replace refresh and ID tokens leaves the old ones valid. */
function tokensOf(
  response: ReturnType<typeof readTokens>,
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

async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new DependencyError("identity_provider", "signing in failed", { cause: error });
  }
}
