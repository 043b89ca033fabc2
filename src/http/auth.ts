// From bearer token to principal, and the guards that routes use.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyResult,
  jwtVerify,
} from "jose";
import { DependencyError } from "../domain/ports.ts";
import {
  callerKey,
  isAdmin,
  merchantOf,
  type Principal,
  principalFrom,
  walletOf,
} from "../domain/principal.ts";
import { AUDIENCE, KEY_SET_CACHE_MS } from "../domain/realm.ts";
import { bearerToken } from "../lib/authorization.ts";
import { isSameSecret } from "../lib/secrets.ts";
import type { AppEnv } from "./app-env.ts";
import { carrying } from "./describe.ts";
import { ApiError } from "./errors.ts";
import { requireWithinLimit } from "./rate-limit.ts";
import { refused } from "./refusals.ts";
import { type CheckedBy, isRead, requireStanding } from "./standing.ts";

const CLOCK_TOLERANCE_SECONDS = 5;
const TOKEN_LENGTH_MAX = 8_192;

/** The errors that a bad token causes. Any other is a fault of the key endpoint and must not become a 401. */
const TOKEN_FAULTS: Record<string, string> = {
  ERR_JWT_EXPIRED: "the access token has expired",
  ERR_JWT_CLAIM_VALIDATION_FAILED: "the access token has a claim that is missing or not valid",
  ERR_JWS_INVALID: "the access token is not a JSON Web Token",
  ERR_JWT_INVALID: "the access token is not a JSON Web Token",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "the access token's signature is not valid",
  ERR_JWKS_NO_MATCHING_KEY: "the access token is signed with an unknown key",
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: "the access token does not name the key that signed it",
  ERR_JOSE_ALG_NOT_ALLOWED: "the access token must be signed with RS256",
  ERR_JOSE_NOT_SUPPORTED: "the access token must be signed with RS256",
};

/** A merchant's own client, its dashboard user, or an administrator whose token carries a merchant. */
export const asMerchant = carrying({ access: "merchant" }, merchantGuard({ allowCounters: false }));
/** As `asMerchant`, and the merchant's counters. */
export const asMerchantOrCounter = carrying(
  { access: "merchant_or_counter" },
  merchantGuard({ allowCounters: true }),
);

/** For routes whose one statement also checks that neither the merchant nor the counter is stopped. */
export const asMerchantCreating = carrying(
  { access: "merchant" },
  merchantGuard({ allowCounters: false, checkedBy: "insert" }),
);
export const asMerchantOrCounterCreating = carrying(
  { access: "merchant_or_counter" },
  merchantGuard({ allowCounters: true, checkedBy: "insert" }),
);

function merchantGuard(options: { allowCounters: boolean; checkedBy?: CheckedBy }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const principal = await authenticate(c);
    const merchantId = merchantOf(principal, options);
    if (!merchantId.ok) throw refused(merchantId.error);
    await requireStanding(c, principal, options.checkedBy);
    c.set("merchantId", merchantId.value);
    await next();
  });
}

export const asAdmin = carrying(
  { access: "admin" },
  createMiddleware<AppEnv>(async (c, next) => {
    if (!isAdmin(await authenticate(c))) throw refused("forbidden");
    await next();
  }),
);

/** An administrator, or the monitoring system with a token of its own. */
export const asAdminOrScraper = carrying(
  { access: "admin_or_scraper" },
  createMiddleware<AppEnv>(async (c, next) => {
    if (!(await isScraper(c)) && !isAdmin(await authenticate(c))) throw refused("forbidden");
    await next();
  }),
);

async function isScraper(c: Context<AppEnv>): Promise<boolean> {
  const { metricsToken } = c.var.deps.config;
  const presented = bearerToken(c.req.header("Authorization"));
  return metricsToken !== null && presented !== null && (await isSameSecret(presented, metricsToken));
}

export const asMerchantOrAdmin = carrying(
  { access: "merchant_or_admin" },
  createMiddleware<AppEnv>(async (c, next) => {
    const principal = await authenticate(c);
    const merchantId = merchantOf(principal, { allowCounters: false });
    if (!isAdmin(principal) && !merchantId.ok) throw refused(merchantId.error);
    if (!isAdmin(principal)) await requireStanding(c, principal);
    await next();
  }),
);

export const asCustomer = carrying(
  { access: "customer" },
  createMiddleware<AppEnv>(async (c, next) => {
    const walletId = walletOf(await authenticate(c));
    if (!walletId.ok) throw refused(walletId.error);
    c.set("walletId", walletId.value);
    await next();
  }),
);

/** A valid token and nothing more: the service decides which merchant's data the caller may see. */
export const authenticated = carrying(
  { access: "merchant_or_admin" },
  createMiddleware<AppEnv>(async (c, next) => {
    await requireStanding(c, await authenticate(c));
    await next();
  }),
);

async function authenticate(c: Context<AppEnv>): Promise<Principal> {
  const principal = principalFrom(await verify(c, tokenOf(c)));
  c.set("principal", principal);
  await requireWithinLimit(c, isRead(c) ? "reads" : "writes", callerKey(principal));
  return principal;
}

function tokenOf(c: Context): string {
  const header = c.req.header("Authorization");
  if (header === undefined) throw missingToken();
  const token = bearerToken(header);
  if (token === null)
    throw unauthorized("invalid_request", "the Authorization header must be: Bearer <access token>");
  if (token.length > TOKEN_LENGTH_MAX) throw invalidToken("the access token is too long");
  return token;
}

async function verify(c: Context<AppEnv>, token: string): Promise<JWTPayload> {
  const { payload, protectedHeader } = await verifyJwt(c, token);
  if (!isAccessToken(protectedHeader, payload)) throw invalidToken("the token is not an access token");
  return payload;
}

async function verifyJwt(c: Context<AppEnv>, token: string): Promise<JWTVerifyResult> {
  const { issuer, jwksUrl, fetch } = c.var.deps.tokens;
  try {
    return await jwtVerify(token, keySet(jwksUrl, fetch), {
      issuer,
      audience: AUDIENCE,
      algorithms: ["RS256"],
      requiredClaims: ["exp"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(c.var.deps.clock()),
    });
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== undefined) throw invalidToken(fault);
    throw new DependencyError("identity_provider", "the key set could not be read", { cause: error });
  }
}

/**
 * A provider signs its ID, refresh and logout tokens with the same key. Keycloak's access tokens say so in a claim, those
 * of others in the header (RFC 9068 §2.1).
 */
function isAccessToken(header: JWTHeaderParameters, claims: JWTPayload): boolean {
  const type = header.typ?.toLowerCase().replace(/^application\//, "");
  return type === "at+jwt" || (type === "jwt" && claims.typ === "Bearer");
}

/** Undefined when the token is not to blame. */
function faultOf(error: unknown): string | undefined {
  if (!(error instanceof errors.JOSEError)) return undefined;
  const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : undefined;
  if (claim === "aud") return `the access token is not for this service: aud must be ${AUDIENCE}`;
  if (claim === "iss") return "the access token was issued by another identity provider";
  return TOKEN_FAULTS[error.code];
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, KeySet>();

/** One per issuer and isolate: it caches the keys, and fetches them again for an unknown key id. */
function keySet(url: string, fetch: (url: string, init?: RequestInit) => Promise<Response>): KeySet {
  const known = keySets.get(url);
  if (known !== undefined) return known;
  const created = createRemoteJWKSet(new URL(url), {
    [customFetch]: fetch,
    cacheMaxAge: KEY_SET_CACHE_MS,
  });
  keySets.set(url, created);
  return created;
}

export function missingToken(): ApiError {
  return unauthorized(
    "invalid_request",
    "the Authorization header is missing: send Bearer and an access token",
  );
}

function invalidToken(description: string): ApiError {
  return unauthorized("invalid_token", description);
}

/** The body is always the same; the challenge says what is wrong (RFC 6750 §3). */
function unauthorized(error: "invalid_request" | "invalid_token", description: string): ApiError {
  const challenge = `Bearer error="${error}", error_description="${description}"`;
  return new ApiError(401, "unauthorized", "Unauthorized", { headers: { "WWW-Authenticate": challenge } });
}
