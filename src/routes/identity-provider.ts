// The embedded identity provider answers for itself, in OAuth's own words; this only guards its token endpoint.

import { type Context, Hono } from "hono";
import { REALM } from "../domain/realm.ts";
import type { AppEnv } from "../http/app-env.ts";
import { carrying, describing } from "../http/describe.ts";
import { routeNotFound } from "../http/errors.ts";
import { requireWithinLimit, tooManyRequests } from "../http/rate-limit.ts";
import { addressOf } from "../http/request.ts";
import { TokenRequest } from "../wire/requests/tokens.ts";

const TOKEN_ENDPOINT = `/realms/${REALM}/protocol/openid-connect/token` as const;
const FAILURES_PERIOD_MS = 60_000;

/** Addresses that have used up their failed attempts, and until when; the platform's counter cannot be asked. */
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
    TOKEN_ENDPOINT,
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

/** As the request claims; a wrong claim is counted as a failure, by address. */
async function clientIdOf(c: Context<AppEnv>): Promise<string> {
  const [scheme, credentials = ""] = (c.req.header("Authorization") ?? "").split(" ");
  if (scheme?.toLowerCase() === "basic") return basicUser(credentials);
  const body = new TextDecoder().decode(await c.req.raw.clone().arrayBuffer());
  return new URLSearchParams(body).get("client_id") ?? "";
}

/** Without the password: it has no business among a counter's keys. */
function basicUser(credentials: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.fromBase64(credentials)).split(":")[0] ?? "";
  } catch {
    return "";
  }
}
