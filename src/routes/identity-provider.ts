// The embedded identity provider's own responses, with OAuth's errors. This router limits requests for tokens.
import { type Context, Hono } from "hono";
import { issuerUrl, tokenUrl } from "../domain/realm.ts";
import type { AppEnv } from "../http/app-env.ts";
import { carrying, describing } from "../http/describe.ts";
import { routeNotFound } from "../http/errors.ts";
import { requireWithinLimit, tooManyRequests } from "../http/rate-limit.ts";
import { addressOf } from "../http/request.ts";
import { basicCredentials } from "../lib/authorization.ts";
import { TokenRequest } from "../wire/requests/tokens.ts";

const TOKEN_PATH = tokenUrl(issuerUrl(""));
const FAILURES_PERIOD_MS = 60_000;

/**
 * Addresses that have used up their failed attempts, and until when they are blocked. The platform's counter cannot be
 * read without counting one more.
 */
const blockedUntil = new Map<string, number>();
const BLOCKED_MAX = 10_000;

const TOKEN_FORM = {
  schema: TokenRequest,
  mediaType: "application/x-www-form-urlencoded",
  isOptional: false,
  isTypeChecked: false,
} as const;

const describe = describing("Tokens");

export const identityProvider = new Hono<AppEnv>()
  .post(
    TOKEN_PATH,
    describe({
      id: "getToken",
      summary: "Get an access token",
      description:
        "Client credentials for merchants, counters, wallets and administrators; a password for dashboard users.",
      failure: "Internal server error",
      responds: { 200: "TokenResponse" },
      dialect: "oauth",
    }),
    carrying({ access: "anyone", isRateLimited: true, body: TOKEN_FORM }, async (c) => {
      const address = addressOf(c);
      if ((blockedUntil.get(address) ?? 0) > c.var.deps.clock()) throw tooManyRequests(c);
      await requireWithinLimit(c, "token_client", await clientIdOf(c));
      const response = await provider(c);
      const hasFailed = response.status === 400 || response.status === 401;
      if (hasFailed && !(await isFailureAllowed(c, address))) throw tooManyRequests(c);
      return response;
    }),
  )
  .on("ALL", ["/realms/*", "/admin/realms/*"], (c) => provider(c));

function provider(c: Context<AppEnv>): Promise<Response> {
  const { identityProviderApp } = c.var;
  if (identityProviderApp === null) throw routeNotFound();
  return Promise.resolve(identityProviderApp.fetch(c.req.raw));
}

async function isFailureAllowed(c: Context<AppEnv>, address: string): Promise<boolean> {
  if (await c.var.deps.rateLimits.allow("token_failures", address)) return true;
  if (blockedUntil.size >= BLOCKED_MAX) blockedUntil.clear();
  blockedUntil.set(address, c.var.deps.clock() + FAILURES_PERIOD_MS);
  return false;
}

/** As claimed by the request. A false claim fails to authenticate, which counts against the address. */
async function clientIdOf(c: Context<AppEnv>): Promise<string> {
  const basic = basicCredentials(c.req.header("Authorization"));
  if (basic !== null) return basic.username;
  const body = new TextDecoder().decode(await c.req.raw.clone().arrayBuffer());
  return new URLSearchParams(body).get("client_id") ?? "";
}
