// From bearer token, or a session's cookie, to principal, and the guards that routes use.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { callerKey, isAdmin, merchantOf, type Principal, walletOf } from "../domain/principal.ts";
import { bearerToken } from "../lib/authorization.ts";
import { isSameSecret } from "../lib/secrets.ts";
import { unauthorized, verifierFor } from "./access-token.ts";
import type { AppEnv } from "./app-env.ts";
import { carrying } from "./describe.ts";
import type { ApiError } from "./errors.ts";
import { requireWithinLimit } from "./rate-limit.ts";
import { orThrow, refusalError } from "./refusals.ts";
import { sessionPrincipal, tillCounterOf } from "./session.ts";
import { isRead, requireStanding, type StandingOptions } from "./standing.ts";

/** A merchant's own client, its dashboard user, or an administrator whose token carries a merchant. */
export const asMerchant = carrying({ access: "merchant" }, merchantGuard({ allowCounters: false }));
/** As `asMerchant`, and the merchant's counters. */
export const asMerchantOrCounter = carrying(
  { access: "merchant_or_counter" },
  merchantGuard({ allowCounters: true }),
);

/** As `asMerchant`, and the tills of its counters; the route confines them to their own counter. */
export const asMerchantOrTill = carrying(
  { access: "merchant_or_till" },
  merchantGuard({ allowCounters: false, allowTills: true }),
);

/** For commands that are reserved for a merchant's owners: of its dashboard users, staff are refused. */
export const asOwner = carrying(
  { access: "owner" },
  merchantGuard({ allowCounters: false, forOwners: true }),
);

/** For routes whose one statement also checks that neither the merchant nor the counter is stopped. */
export const asMerchantOrTillCreating = carrying(
  { access: "merchant_or_till" },
  merchantGuard({ allowCounters: false, allowTills: true, checkedBy: "insert" }),
);
export const asMerchantOrCounterCreating = carrying(
  { access: "merchant_or_counter" },
  merchantGuard({ allowCounters: true, checkedBy: "insert" }),
);

interface MerchantGuardOptions extends StandingOptions {
  allowCounters: boolean;
  /** Counters that act by a session instead of a token. */
  allowTills?: boolean;
}

function merchantGuard(options: MerchantGuardOptions) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const principal = await authenticate(c);
    const isTill = options.allowTills === true && tillCounterOf(c) !== null;
    const merchantId = orThrow(merchantOf(principal, { allowCounters: options.allowCounters || isTill }));
    await requireStanding(c, principal, options);
    c.set("merchantId", merchantId);
    await next();
  });
}

export const asAdmin = carrying(
  { access: "admin" },
  createMiddleware<AppEnv>(async (c, next) => {
    if (!isAdmin(await authenticate(c))) throw refusalError("forbidden");
    await next();
  }),
);

/** An administrator, or the monitoring system with a token of its own. */
export const asAdminOrScraper = carrying(
  { access: "admin_or_scraper" },
  createMiddleware<AppEnv>(async (c, next) => {
    if (!isScraper(c) && !isAdmin(await authenticate(c))) throw refusalError("forbidden");
    await next();
  }),
);

function isScraper(c: Context<AppEnv>): boolean {
  const { metricsToken } = c.get("deps").config;
  const presented = bearerToken(c.req.header("Authorization"));
  return metricsToken !== null && presented !== null && isSameSecret(presented, metricsToken);
}

export const asMerchantOrAdmin = carrying(
  { access: "merchant_or_admin" },
  createMiddleware<AppEnv>(async (c, next) => {
    const principal = await authenticate(c);
    if (!isAdmin(principal)) {
      orThrow(merchantOf(principal, { allowCounters: false }));
      await requireStanding(c, principal);
    }
    await next();
  }),
);

export const asCustomer = carrying(
  { access: "customer" },
  createMiddleware<AppEnv>(async (c, next) => {
    c.set("walletId", orThrow(walletOf(await authenticate(c))));
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

/** For the service's own pages: only by its cookie, with whatever role. */
export const asSession = createMiddleware<AppEnv>(async (c, next) => {
  const principal = await sessionPrincipal(c);
  if (principal === null) throw missingToken();
  await admit(c, principal);
  await requireStanding(c, principal);
  await next();
});

async function authenticate(c: Context<AppEnv>): Promise<Principal> {
  return await admit(c, await principalOf(c));
}

async function admit(c: Context<AppEnv>, principal: Principal): Promise<Principal> {
  c.set("principal", principal);
  await requireWithinLimit(c, isRead(c) ? "reads" : "writes", callerKey(principal));
  return principal;
}

/** A token always wins over a cookie. */
async function principalOf(c: Context<AppEnv>): Promise<Principal> {
  const header = c.req.header("Authorization");
  if (header === undefined) {
    const principal = await sessionPrincipal(c);
    if (principal === null) throw missingToken();
    return principal;
  }
  const token = bearerToken(header);
  if (token === null)
    throw unauthorized("invalid_request", "the Authorization header must be: Bearer <access token>");
  const { tokens, clock } = c.get("deps");
  return await verifierFor(tokens)(token, clock());
}

export function missingToken(): ApiError {
  return unauthorized(
    "invalid_request",
    "the Authorization header is missing: send Bearer and an access token",
  );
}
