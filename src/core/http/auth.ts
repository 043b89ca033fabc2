// The guards that routes use. Each makes an identity of a bearer token, or of a session's cookie.
import type { Context, Next } from "hono";
import { createMiddleware } from "hono/factory";
import {
  type ActorIdentity,
  actorKey,
  isAdmin,
  isSignedIn,
  merchantOf,
  walletOf,
} from "#core/domain/sessions/actor-identity.ts";
import type { CustomerSession } from "#core/domain/sessions/customer-session.ts";
import { SESSION_KINDS, type Session } from "#core/domain/sessions/session.ts";
import { bearerToken } from "#core/lib/authorization.ts";
import { isSameSecret } from "#core/lib/secrets.ts";
import { unauthorized, verifierFor } from "./access-token.ts";
import type { AppEnv } from "./app-env.ts";
import { type Access, withMetadata } from "./describe.ts";
import { ApiError, routeNotFound } from "./errors.ts";
import { requireWithinLimit, spreadKey, tooManyRequests } from "./rate-limit.ts";
import { orThrow, refusalError } from "./refusals.ts";
import {
  isRead,
  type RestrictionsOptions,
  requireUnrestricted,
  requireUnrestrictedIfFailed,
} from "./restrictions.ts";
import {
  customerIdentity,
  hasPartSession,
  hasSessionCookie,
  issuedAtOf,
  sessionIdentity,
  tillCounterOf,
} from "./session.ts";
import { sessionSecretOf } from "./session-cookie.ts";

/** Admits a merchant's own client, its dashboard user, or an administrator whose token carries a merchant. */
export const asMerchant = guard("merchant", (c) => admitMerchant(c));
/** Admits whom `asMerchant` admits, and the merchant's counters. */
export const asMerchantOrCounter = guard("merchant_or_counter", (c) =>
  admitMerchant(c, { allowCounters: true }),
);
/** Admits whom `asMerchant` admits, and the tills of its counters; the route confines them to their own counter. */
export const asMerchantOrTill = guard("merchant_or_till", (c) => admitMerchant(c, { allowTills: true }));
/** Guards commands that are reserved for a merchant's owners: of its dashboard users, staff are refused. */
export const asOwner = guard("owner", (c) => admitMerchant(c, { forOwners: true }));
/** Guards reading who has access: of those whom `asMerchant` admits, people who have signed in. */
export const asSignedIn = guard("signed_in", (c) => admitMerchant(c, { forSignedIn: true }));
/** Guards changing who has access. A client secret that has leaked must not be able to outlive its replacement. */
export const asSignedInOwner = guard("signed_in_owner", (c) =>
  admitMerchant(c, { forSignedIn: true, forOwners: true }),
);

/** Guards routes whose one statement also checks that neither the merchant nor the counter is stopped. */
export const asMerchantOrCounterCreating = guard("merchant_or_counter", (c) =>
  admitMerchant(c, { allowCounters: true, checkedBy: "insert" }),
);
export const asMerchantOrTillCreating = guard("merchant_or_till", (c) =>
  admitMerchant(c, { allowTills: true, checkedBy: "insert" }),
);

/** Guards the commands of an intent: its object checks the caller's restrictions beside its load. */
export const asMerchantOrCounterOfIntent = guard("merchant_or_counter", (c) =>
  admitMerchant(c, { allowCounters: true, checkedBy: "object" }),
);
/** Guards refunds: admits whom `asOwner` admits, and a counter's own client, which the object asks for its merchant's leave. */
export const asRefunderOfIntent = guard("refunder", (c) =>
  admitMerchant(c, { forOwners: true, forRefund: true, checkedBy: "object" }),
);

export const asAdmin = guard("admin", async (c) => {
  if (!isAdmin(await authenticate(c))) throw refusalError("forbidden");
});

export const asMerchantOrAdmin = guard("merchant_or_admin", async (c) => {
  const identity = await authenticate(c);
  if (isAdmin(identity)) return;
  orThrow(merchantOf(identity, { allowCounters: false }));
  await requireUnrestricted(c, identity);
});

/** Admits by a token, or by the wallet's cookie; no other guard reads that one. */
export const asCustomer = guard("customer", async (c) => {
  const walletId = orThrow(walletOf(await authenticate(c, CUSTOMER_COOKIE)));
  if (await c.get("deps").walletStops.isStopped(walletId, issuedAtOf(c)))
    throw refusalError("wallet_stopped");
  c.set("walletId", walletId);
});

/** A valid token and nothing more: the service decides which merchant's data the caller may see. */
export const authenticated = guard("merchant_or_admin", async (c) => {
  await requireUnrestricted(c, await authenticate(c));
});

/** Middleware that admits callers with this access; `admit` throws for all others. `keyOf`: whose requests count together. */
export function guard(
  access: Access,
  admit: (c: Context<AppEnv>) => Promise<void>,
  keyOf: (c: Context<AppEnv>) => string = (c) => actorKey(c.get("identity")),
) {
  return withMetadata(
    { access },
    createMiddleware<AppEnv>(async (c, next) => {
      await admit(c);
      const ids = Object.values(c.req.param()).join();
      const proceed = async () => {
        await next();
        await requireUnrestrictedIfFailed(c);
      };
      await (ids === "" ? proceed() : guardIds(c, ids, keyOf(c), proceed));
    }),
  );
}

/**
 * An id that does not exist counts against whoever names it, once a minute. Who has named too many gets 429 for such ids, and a
 * customer for all: a merchant's client may be the one of all its tills, and can still read what there is.
 */
async function guardIds(c: Context<AppEnv>, ids: string, key: string, next: Next): Promise<void> {
  const { intentGuesses } = c.get("deps");
  const caller = `caller ${key}`;
  const identity: ActorIdentity | undefined = c.get("identity");
  const isCustomer = identity !== undefined && identity.walletId !== null;
  if (isCustomer && !(await intentGuesses.mayRead(caller, ids))) throw tooManyRequests(c);
  await next();
  const isUnknown = c.error instanceof ApiError && c.error.code.endsWith("_not_found");
  if (isUnknown && !(await intentGuesses.countUnknown(caller, ids))) throw tooManyRequests(c);
}

interface MerchantOptions extends RestrictionsOptions {
  allowCounters?: boolean;
  /** Counters that act by a session instead of a token. */
  allowTills?: boolean;
  /** Refuses client credentials. */
  forSignedIn?: boolean;
}

async function admitMerchant(c: Context<AppEnv>, options: MerchantOptions = {}): Promise<void> {
  const { allowCounters = false, allowTills = false, forSignedIn = false, ...restrictions } = options;
  const identity = await authenticate(c);
  const isTill = tillCounterOf(c) !== null;
  const isAllowed = allowCounters || (isTill ? allowTills : restrictions.forRefund === true);
  const merchantId = orThrow(merchantOf(identity, { allowCounters: isAllowed }));
  if (forSignedIn && !isSignedIn(identity)) throw refusalError("sign_in_required");
  await requireUnrestricted(c, identity, restrictions);
  c.set("merchantId", merchantId);
}

/** `npm run places`. Without a token for it, its paths are as unknown as any other. */
export const asShardsCommand = createMiddleware<AppEnv>(async (c, next) => {
  const { placesToken } = c.get("deps").config;
  if (placesToken === null) throw routeNotFound();
  if (!presents(c, placesToken)) throw missingToken();
  await next();
});

export function presents(c: Context<AppEnv>, token: string | null): boolean {
  const presented = bearerToken(c.req.header("Authorization"));
  return token !== null && presented !== null && isSameSecret(presented, token);
}

/** Guards what only a session may do: every token is refused. */
export async function refuseToken(c: Context<AppEnv>): Promise<void> {
  if (c.req.header("Authorization") === undefined) return;
  await authenticate(c);
  throw refusalError("forbidden");
}

/** Serves the service's own pages: only by its cookie, with whatever role. Returns null without a session, or when it is over. */
export async function admitSession(c: Context<AppEnv>): Promise<Session | null> {
  const identity = await sessionIdentity(c);
  if (identity === null) return null;
  await admit(c, identity);
  await requireUnrestricted(c, identity);
  return c.get("session");
}

/** Serves the wallet's own page, like `admitSession`. */
export async function admitCustomerSession(c: Context<AppEnv>): Promise<CustomerSession | null> {
  const identity = await customerIdentity(c);
  const wallet = identity === null ? null : walletOf(identity);
  if (identity === null || !wallet?.ok) return null;
  await admit(c, identity);
  if (await c.get("deps").walletStops.isStopped(wallet.value, issuedAtOf(c))) return null;
  return c.get("customerSession");
}

const MERCHANT_COOKIE = { isThere: hasSessionCookie, identityOf: sessionIdentity };
const CUSTOMER_COOKIE = {
  isThere: (c: Context) => sessionSecretOf(c, SESSION_KINDS.customer) !== null,
  identityOf: customerIdentity,
};

export async function authenticate(c: Context<AppEnv>, cookie = MERCHANT_COOKIE): Promise<ActorIdentity> {
  return await admit(c, await identityOf(c, cookie));
}

async function admit(c: Context<AppEnv>, identity: ActorIdentity): Promise<ActorIdentity> {
  c.set("identity", identity);
  const key = spreadKey(c, identity.merchantId ?? "", actorKey(identity));
  await requireWithinLimit(c, isRead(c) ? "reads" : "writes", key);
  return identity;
}

/** A token always wins over a cookie. */
async function identityOf(c: Context<AppEnv>, cookie: typeof MERCHANT_COOKIE): Promise<ActorIdentity> {
  const header = c.req.header("Authorization");
  if (header === undefined) {
    const identity = await cookie.identityOf(c);
    if (identity !== null) return identity;
    if (await hasPartSession(c)) throw refusalError("forbidden");
    throw noSession(cookie.isThere(c));
  }
  const token = bearerToken(header);
  if (token === null)
    throw unauthorized("invalid_request", "the Authorization header must be: Bearer <access token>");
  const { tokens, clock } = c.get("deps");
  return await verifierFor(tokens)(token, clock());
}

/** Why a request is refused that has no session, but may have the cookie of one. */
export function noSession(hasCookie: boolean): ApiError {
  return hasCookie ? unauthorized("invalid_token", "the session is over: sign in again") : missingToken();
}

/** Whoever sends no credentials is told only what to send (RFC 6750 §3.1). */
export function missingToken(): ApiError {
  return new ApiError(401, "unauthorized", "Unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
}
