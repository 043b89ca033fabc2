import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type ActorKind, actorKindOf } from "../../domain/audit-trail.ts";
import { principalFrom } from "../../domain/principal.ts";
import { DASHBOARD_CLIENT_ID } from "../../domain/realm.ts";
import { issueAccessToken, issueIdToken, type TokenSubject } from "./access-token.ts";
import { mapClaims } from "./claims.ts";
import { authenticateClient } from "./client-authentication.ts";
import type { IdpClient } from "./clients.ts";
import { clientLogin, type LoggedIn } from "./login-reports.ts";
import { invalidClient, OAuthError, respondOAuthError } from "./oauth-error.ts";
import { readForm } from "./read-body.ts";
import { addressKeyOf, type ProviderEnv, type Realm, reporterOf } from "./realm.ts";
import { redeemCode, redeemRefreshToken, revokeRefreshToken } from "./sign-ins.ts";
import { accessClaims, isAdmitted, isAllowed } from "./token-subject.ts";
import { authenticateUser, invalidUser, subjectOf } from "./user-authentication.ts";
import { findUserById } from "./users.ts";

export const GRANT_TYPES = ["client_credentials", "password", "authorization_code", "refresh_token"] as const;
type GrantType = (typeof GRANT_TYPES)[number];

const FORM_BYTES_MAX = 16 * 1024;
/** Machines get a new token every five minutes: only their failures are reported. */
const REPORTED_KINDS: ReadonlySet<ActorKind> = new Set(["user", "administrator"]);

export function createTokenEndpoint(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.onError(respondOAuthError);
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("Pragma", "no-cache");
  });
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX, onError: refuseSize }));
  app.post("/", async (c) => {
    const { login, continued, ...subject } = await authenticate(realm, c);
    const report = reporterOf(c);
    if (!(await isAllowed(subject, c.env))) {
      if (login !== null)
        report({ ...login, action: login.kind === "user" ? "login.failed" : "client_login.failed" });
      throw refusalOf(subject);
    }
    // Only now: a request that merely names a client must not use up what the client may do.
    if (!(await isAdmitted(subject, c.env))) return c.body(null, 429);
    const kind = actorKindOf(principalFrom(accessClaims(subject)));
    if (login !== null && REPORTED_KINDS.has(kind)) report({ ...login, kind });
    const tokens = await issueAccessToken(realm, subject);
    return c.json(continued === undefined ? tokens : { ...tokens, ...continued });
  });
  return app;
}

/** RFC 7009: always a success, so that it says nothing about the token. */
export function createRevocationEndpoint(realm: Realm): Hono<ProviderEnv> {
  const app = new Hono<ProviderEnv>();
  app.onError(respondOAuthError);
  app.use(bodyLimit({ maxSize: FORM_BYTES_MAX, onError: refuseSize }));
  app.post("/", async (c) => {
    const form = parametersOf(await readForm(c.req));
    if (form.get("client_id") !== DASHBOARD_CLIENT_ID) throw invalidClient();
    await revokeRefreshToken(realm, required(form, "token"));
    return c.body(null, 200);
  });
  return app;
}

interface Authenticated extends TokenSubject {
  /** Null where it was reported when the user signed in. */
  login: LoggedIn["login"] | null;
  /** What a sign-in at the page gets besides an access token. */
  continued?: Record<string, string>;
}

async function authenticate(realm: Realm, c: Context<ProviderEnv>): Promise<Authenticated> {
  const form = parametersOf(await readForm(c.req));
  const grantType = readGrantType(form);
  const report = reporterOf(c);
  const client = await authenticateClient(realm, form, c.req.header("authorization"), report);
  switch (grantType) {
    case "client_credentials":
      return serviceAccount(realm, client);
    case "password":
      // Keycloak calls this grant "direct access". Confidential clients do not have it.
      if (client !== null) throw unauthorizedClient("Client not allowed for direct access grants");
      return await authenticateUser(realm, form, addressKeyOf(c), report);
    case "authorization_code":
    case "refresh_token":
      if (client !== null) throw unauthorizedClient("Client not allowed for this grant");
      return await continueSignIn(realm, form, grantType);
  }
}

async function continueSignIn(
  realm: Realm,
  form: ReadonlyMap<string, string>,
  grantType: "authorization_code" | "refresh_token",
): Promise<Authenticated> {
  const isNew = grantType === "authorization_code";
  const found = isNew
    ? await redeemCode(realm, {
        code: required(form, "code"),
        redirectUri: required(form, "redirect_uri"),
        codeVerifier: required(form, "code_verifier"),
      })
    : await redeemRefreshToken(realm, required(form, "refresh_token"));
  const user = found === null ? undefined : await findUserById(realm.db, found.signIn.userId);
  if (found === null || user === undefined || !user.enabled) {
    throw new OAuthError("invalid_grant", isNew ? "Code not valid" : "Token is not active");
  }
  const subject = subjectOf(user);
  const idToken = isNew ? { id_token: await issueIdToken(realm, subject, found.signIn) } : {};
  return {
    ...subject,
    login: null,
    continued: { refresh_token: found.refreshToken, scope: "openid", ...idToken },
  };
}

/** As if the client or user did not exist. */
function refusalOf({ clientId }: TokenSubject): OAuthError {
  return clientId === DASHBOARD_CLIENT_ID ? invalidUser() : invalidClient();
}

/** RFC 6749 §3.2: a parameter may occur once, and one with an empty value counts as missing. */
function parametersOf(form: URLSearchParams | null): ReadonlyMap<string, string> {
  if (form === null) {
    throw new OAuthError("invalid_request", "The body must be application/x-www-form-urlencoded");
  }
  const parameters = new Map(form);
  if (parameters.size < form.size) throw new OAuthError("invalid_request", "Duplicated parameter");
  return new Map([...parameters].filter(([, value]) => value !== ""));
}

function readGrantType(form: ReadonlyMap<string, string>): GrantType {
  const requested = form.get("grant_type");
  if (requested === undefined) throw new OAuthError("invalid_request", "Missing form parameter: grant_type");
  const grantType = GRANT_TYPES.find((supported) => supported === requested);
  if (grantType === undefined) throw new OAuthError("unsupported_grant_type", "Unsupported grant_type");
  return grantType;
}

function serviceAccount(realm: Realm, client: IdpClient | null): LoggedIn {
  if (client === null) throw unauthorizedClient("Public client not allowed to retrieve service account");
  const { id, clientId, protocolMappers } = client;
  const login = clientLogin(realm, "login.succeeded", client);
  return { id, clientId, claims: mapClaims(protocolMappers), login };
}

function unauthorizedClient(description: string): OAuthError {
  return new OAuthError("unauthorized_client", description);
}

function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `Missing form parameter: ${name}`);
  return value;
}

function refuseSize(): never {
  throw new OAuthError("invalid_request", `The body exceeds ${FORM_BYTES_MAX} bytes`, 413);
}
