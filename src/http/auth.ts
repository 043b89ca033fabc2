// From bearer token to principal, and the guards that routes name.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from "jose";
import { DependencyError } from "../domain/ports.ts";
import { isAdmin, merchantOf, type Principal, principalFrom, walletOf } from "../domain/principal.ts";
import { AUDIENCE } from "../domain/realm.ts";
import type { AppEnv } from "./app-env.ts";
import { carrying } from "./describe.ts";
import { ApiError } from "./errors.ts";
import { requireWithinLimit } from "./rate-limit.ts";
import { refused } from "./refusals.ts";

const CLOCK_TOLERANCE_SECONDS = 5;
const TOKEN_LENGTH_MAX = 8_192;

const READS = new Set(["GET", "HEAD"]);

/** What a bad token can cause. Anything else is the key endpoint's fault and must not look like a 401. */
const TOKEN_FAULTS = new Set([
  "ERR_JOSE_ALG_NOT_ALLOWED",
  "ERR_JOSE_NOT_SUPPORTED",
  "ERR_JWKS_MULTIPLE_MATCHING_KEYS",
  "ERR_JWKS_NO_MATCHING_KEY",
  "ERR_JWS_INVALID",
  "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
  "ERR_JWT_CLAIM_VALIDATION_FAILED",
  "ERR_JWT_EXPIRED",
  "ERR_JWT_INVALID",
]);

/** A merchant's own client, its dashboard user, or an administrator whose token carries a merchant. */
export const asMerchant = carrying({ access: "merchant" }, merchantGuard({ allowCounters: false }));
/** The same, and the merchant's counters. */
export const asMerchantOrCounter = carrying(
  { access: "merchant_or_counter" },
  merchantGuard({ allowCounters: true }),
);

function merchantGuard(options: { allowCounters: boolean }) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const principal = await authenticate(c);
    const merchantId = merchantOf(principal, options);
    if (!merchantId.ok) throw refused(merchantId.error);
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

export const asMerchantOrAdmin = carrying(
  { access: "merchant_or_admin" },
  createMiddleware<AppEnv>(async (c, next) => {
    const principal = await authenticate(c);
    const merchantId = merchantOf(principal, { allowCounters: false });
    if (!isAdmin(principal) && !merchantId.ok) throw refused(merchantId.error);
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
    await authenticate(c);
    await next();
  }),
);

async function authenticate(c: Context<AppEnv>): Promise<Principal> {
  const [scheme, token = "", ...rest] = (c.req.header("Authorization") ?? "").split(" ");
  if (scheme?.toLowerCase() !== "bearer" || token === "" || rest.length > 0) throw unauthorized();
  if (token.length > TOKEN_LENGTH_MAX) throw unauthorized();
  const principal = principalFrom(await verify(c, token));
  c.set("principal", principal);
  await requireWithinLimit(c, READS.has(c.req.method) ? "reads" : "writes", principal.clientId);
  return principal;
}

async function verify(c: Context<AppEnv>, token: string): Promise<JWTPayload> {
  const { issuer, jwksUrl, fetch } = c.var.deps.tokens;
  try {
    const { payload } = await jwtVerify(token, keySet(jwksUrl, fetch), {
      issuer,
      audience: AUDIENCE,
      algorithms: ["RS256"],
      requiredClaims: ["exp"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(c.var.deps.clock()),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError && TOKEN_FAULTS.has(error.code)) throw unauthorized();
    throw new DependencyError("identity_provider", "the key set could not be read", { cause: error });
  }
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, KeySet>();

/** One per issuer and isolate: it caches the keys for ten minutes and fetches them again for an unknown key id. */
function keySet(url: string, fetch: (url: string, init?: RequestInit) => Promise<Response>): KeySet {
  const known = keySets.get(url);
  if (known !== undefined) return known;
  const created = createRemoteJWKSet(new URL(url), { [customFetch]: fetch });
  keySets.set(url, created);
  return created;
}

export function unauthorized(code = "unauthorized"): ApiError {
  return new ApiError(401, code, "Unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
}
