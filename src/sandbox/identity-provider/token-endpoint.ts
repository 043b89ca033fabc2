import { type Context, Hono } from "hono";
import type { ActorKind } from "#core/domain/audit/audit-trail.ts";
import { DASHBOARD_CLIENT_ID, revocationUrl, tokenUrl } from "#core/domain/identity-provider/realm.ts";
import { authenticateClient } from "./client-authentication.ts";
import { limitedParameters, type Parameters, readParameters, required } from "./forms.ts";
import { clientLogin, type LoggedIn } from "./login-reports.ts";
import { invalidClient, OAuthError, respondOAuthError } from "./oauth-error.ts";
import { isPublicClient, type PublicClientId } from "./public-clients.ts";
import { lookUp, type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { areScopesKnown, grantedScope } from "./scopes.ts";
import { redeemCode, redeemRefreshToken, revokeRefreshToken, splitToken } from "./sign-ins.ts";
import { isAdmitted, isAllowed, subjectOfUser, type TokenSubject } from "./token-subject.ts";
import { issueAccessToken, issueIdToken } from "./tokens.ts";
import { authenticateUser } from "./user-authentication.ts";
import { findUserById } from "./users.ts";

export const GRANT_TYPES = ["client_credentials", "password", "authorization_code", "refresh_token"] as const;
type GrantType = (typeof GRANT_TYPES)[number];

/** Machines get a new token every five minutes: only their failures are reported. */
const REPORTED_KINDS: ReadonlySet<ActorKind> = new Set(["user", "administrator"]);

export function createTokenEndpoint(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.onError(respondOAuthError);
  app.use(tokenUrl(""), async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("Pragma", "no-cache");
  });
  app.post(tokenUrl(""), limitedParameters, async (c) => {
    const authenticated = await authenticate(realm, c);
    if (authenticated === "rate_limited") return c.body(null, 429);
    const { login, granted, continued, ...subject } = authenticated;
    const report = reporterOf(c);
    if (!(await isAllowed(subject, c.env))) {
      const isUser = isPublicClient(subject.clientId);
      if (login !== null) report({ ...login, action: isUser ? "login.failed" : "client_login.failed" });
      // The response is the same as if the client or user did not exist.
      throw isUser ? invalidUser() : invalidClient();
    }
    // Only now: a request that merely names a client must not use up what the client may do.
    if (!(await isAdmitted(subject, c.env))) return c.body(null, 429);
    if (login !== null && REPORTED_KINDS.has(login.kind)) report(login);
    return c.json({ ...(await issueAccessToken(realm, subject)), ...granted, ...continued });
  });

  // RFC 7009: a success for any token, so that it says nothing about it.
  app.post(revocationUrl(""), limitedParameters, async (c) => {
    const form = await readParameters(c.req);
    if (!isPublicClient(form.get("client_id"))) throw invalidClient();
    const { id, secret } = splitToken(required(form, "token"));
    const { ok } = await lookUp(c, "refresh token", secret, (hash) => revokeRefreshToken(realm, id, hash));
    return c.body(null, ok ? 200 : 429);
  });
  return app;
}

interface Authenticated extends TokenSubject {
  /** It is null where it was reported when the user signed in. */
  login: LoggedIn["login"] | null;
  /** RFC 6749 §5.1: said to who asked. */
  granted?: { scope: string };
  /** What a sign-in at the page gets besides an access token. */
  continued?: Record<string, string>;
}

async function authenticate(realm: Realm, c: Context<ProviderEnv>): Promise<Authenticated | "rate_limited"> {
  const form = await readParameters(c.req);
  const grantType = readGrantType(form);
  const client = await authenticateClient(realm, c.req, form, reporterOf(c));
  const granted = grantOf(form, typeof client === "string" ? client : client.clientId, grantType);
  switch (grantType) {
    case "client_credentials": {
      if (typeof client === "string")
        throw unauthorizedClient("Public client not allowed to retrieve service account");
      const { id, clientId, claims } = client;
      return { id, clientId, claims, login: clientLogin("login.succeeded", client), ...granted };
    }
    case "password": {
      // Keycloak calls this grant "direct access". The dashboard's client alone has it.
      if (client !== DASHBOARD_CLIENT_ID)
        throw unauthorizedClient("Client not allowed for direct access grants");
      const [username, password] = [required(form, "username"), required(form, "password")];
      const credentials = { username, password, clientId: client };
      const user = await authenticateUser(realm, credentials, c.env);
      if (!user.ok) return user.error;
      if (user.value === null) throw invalidUser();
      return { ...user.value, ...granted };
    }
    case "authorization_code":
    case "refresh_token":
      if (typeof client !== "string") throw unauthorizedClient("Client not allowed for this grant");
      return await continueSignIn(realm, client, form, grantType);
  }
}

async function continueSignIn(
  realm: Realm,
  clientId: PublicClientId,
  form: Parameters,
  grantType: "authorization_code" | "refresh_token",
): Promise<Authenticated> {
  const isNew = grantType === "authorization_code";
  const found = isNew
    ? await redeemCode(realm, clientId, {
        code: required(form, "code"),
        redirectUri: required(form, "redirect_uri"),
        codeVerifier: required(form, "code_verifier"),
      })
    : await redeemRefreshToken(realm, clientId, required(form, "refresh_token"));
  const user = found === null ? undefined : await findUserById(realm.db, found.signIn.userId);
  if (found === null || user === undefined || !user.enabled) {
    throw new OAuthError("invalid_grant", isNew ? "Code not valid" : "Token is not active");
  }
  const subject = subjectOfUser(user, clientId);
  const idToken = isNew ? { id_token: await issueIdToken(realm, subject, found.signIn) } : {};
  return {
    ...subject,
    login: null,
    continued: { refresh_token: found.refreshToken, scope: "openid", ...idToken },
  };
}

/** A code has the scopes that its sign-in was asked for. Throws OAuthError. */
function grantOf(form: Parameters, clientId: string, grantType: GrantType): Pick<Authenticated, "granted"> {
  const scope = form.get("scope");
  if (scope === undefined || grantType === "authorization_code") return {};
  if (!areScopesKnown(scope, clientId)) throw new OAuthError("invalid_scope", `Invalid scopes: ${scope}`);
  return { granted: { scope: grantedScope(scope) } };
}

function readGrantType(form: Parameters): GrantType {
  const requested = required(form, "grant_type");
  const grantType = GRANT_TYPES.find((supported) => supported === requested);
  if (grantType === undefined) throw new OAuthError("unsupported_grant_type", "Unsupported grant_type");
  return grantType;
}

function invalidUser(): OAuthError {
  return new OAuthError("invalid_grant", "Invalid user credentials");
}

function unauthorizedClient(description: string): OAuthError {
  return new OAuthError("unauthorized_client", description);
}
