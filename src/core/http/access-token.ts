// Turns an access token into the identity it stands for. Checking a signature costs more than the rest of a read, so an
// isolate caches the tokens it has verified.
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWKSCacheInput,
  type JWTHeaderParameters,
  type JWTPayload,
  jwksCache,
  jwtVerify,
} from "jose";
import { DependencyError } from "#core/domain/dependency-error.ts";
import { AUDIENCE, KEY_SET_CACHE_MS } from "#core/domain/identity-provider/realm.ts";
import { type ActorIdentity, readIdentity } from "#core/domain/sessions/actor-identity.ts";
import { BoundedCache, memoizeWeak } from "#core/lib/cache.ts";
import { log } from "#core/lib/log.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import { ApiError } from "./errors.ts";

type TokenSource = Dependencies["tokens"];
/** Throws a 401 for a bad token, and DependencyError when the provider's keys cannot be read. `now` is in milliseconds. */
export type VerifyToken = (token: string, now: number) => Promise<ActorIdentity>;

const CLOCK_TOLERANCE_SECONDS = 5;
/** A token with an unknown key has the keys read again, but forged ones not more often than this. */
const READ_AGAIN_AFTER_MS = 1_000;
const TOKEN_LENGTH_MAX = 8_192;
/** A token has about 1 KB. */
const CACHED_MAX = 1_000;

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

/** One per environment and isolate: it caches the provider's keys, and fetches them again for an unknown key id. */
export const verifierFor = memoizeWeak((source: TokenSource) => createVerifier(source));

interface Verified {
  identity: ActorIdentity;
  /** It is in seconds. */
  expiresAt: number;
  verifiedAt: number;
  /** The key set, as JSON. */
  keys: string;
}

export function createVerifier(source: TokenSource, { cachedMax = CACHED_MAX } = {}): VerifyToken {
  const read: JWKSCacheInput = {};
  const keySet = createRemoteJWKSet(new URL(source.jwksUrl), {
    [customFetch]: source.fetch,
    [jwksCache]: read,
    cacheMaxAge: KEY_SET_CACHE_MS,
    cooldownDuration: READ_AGAIN_AFTER_MS,
  });
  const verified = new BoundedCache<string, Verified>(cachedMax);
  const keysNow = keysOf(read, keySet);

  /** Only with the very keys that verified it: a removed key ends its tokens as soon as the set is read again. */
  const isStillVerified = ({ keys, verifiedAt, expiresAt }: Verified, now: number) =>
    keys === keysNow() && now >= verifiedAt && expiresAt > Math.floor(now / 1000) - CLOCK_TOLERANCE_SECONDS;

  return async (token, now) => {
    const cached = verified.get(token);
    if (cached !== undefined) {
      if (isStillVerified(cached, now)) return cached.identity;
      verified.delete(token);
    }
    if (token.length > TOKEN_LENGTH_MAX) throw unauthorized("invalid_token", "the access token is too long");
    const keys = keysNow();
    const claims = await verify(token, source, keySet, now);
    const identity = readIdentity(claims);
    // Keys that were read meanwhile may not be the ones that verified it.
    if (keys !== undefined && keys === keysNow()) {
      verified.set(token, { identity, expiresAt: claims.exp, verifiedAt: now, keys });
    }
    return identity;
  };
}

/** The keys as JSON while they are fresh. Forged tokens have them read again, which must not drop the others from the cache. */
function keysOf(read: JWKSCacheInput, keySet: { fresh: boolean }): () => string | undefined {
  let last: { jwks?: object; text?: string } = {};
  return () => {
    if (!keySet.fresh) return undefined;
    if (last.jwks !== read.jwks) last = { jwks: read.jwks, text: JSON.stringify(read.jwks) };
    return last.text;
  };
}

async function verify(
  token: string,
  { issuer, areCached }: TokenSource,
  keySet: ReturnType<typeof createRemoteJWKSet>,
  now: number,
): Promise<JWTPayload & { exp: number }> {
  const { payload, protectedHeader } = await jwtVerify<{ exp: number }>(token, keySet, {
    issuer,
    audience: AUDIENCE,
    algorithms: ["RS256"],
    requiredClaims: ["exp"],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(now),
  }).catch((error: unknown) => {
    const fault = faultOf(error);
    // During an outage of the provider an unknown key may be a new one.
    const isNew = areCached() && error instanceof errors.JWKSNoMatchingKey;
    if (claimOf(error) === "iss")
      log("warn", "token_issuer_unexpected", { issuer: decodeJwt(token).iss, issuer_expected: issuer });
    if (fault !== undefined && !isNew) throw unauthorized("invalid_token", fault);
    throw new DependencyError("identity_provider", "the key set could not be read", { cause: error });
  });
  if (!isAccessToken(protectedHeader, payload))
    throw unauthorized("invalid_token", "the token is not an access token");
  return payload;
}

/**
 * A provider signs its ID, refresh and logout tokens with the same key. Keycloak's access tokens say so in a claim, those
 * of others in the header (RFC 9068 §2.1).
 */
function isAccessToken(header: JWTHeaderParameters, claims: JWTPayload): boolean {
  const type = header.typ?.toLowerCase().replace(/^application\//, "");
  return type === "at+jwt" || (type === "jwt" && claims.typ === "Bearer");
}

/** Returns undefined when the token is not to blame. */
function faultOf(error: unknown): string | undefined {
  if (!(error instanceof errors.JOSEError)) return undefined;
  const claim = claimOf(error);
  if (claim === "aud") return `the access token is not for this service: aud must be ${AUDIENCE}`;
  if (claim === "iss") return "the access token was issued by another identity provider";
  return TOKEN_FAULTS[error.code];
}

/** Claims are checked after the signature, so the token is the provider's own. */
function claimOf(error: unknown): string | undefined {
  return error instanceof errors.JWTClaimValidationFailed ? error.claim : undefined;
}

/** The body is always the same; the challenge says what is wrong (RFC 6750 §3). */
export function unauthorized(error: "invalid_request" | "invalid_token", description: string): ApiError {
  const challenge = `Bearer error="${error}", error_description="${description}"`;
  return new ApiError(401, "unauthorized", "Unauthorized", { headers: { "WWW-Authenticate": challenge } });
}
