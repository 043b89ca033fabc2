// The embedded identity provider's own responses, with OAuth's errors. This router limits requests for tokens.
import { type Context, Hono } from "hono";
import type { ProviderActor, ProviderReport } from "#core/domain/identity-provider/provider-actor.ts";
import {
  authorizationUrl,
  issuerUrl,
  revocationUrl,
  tokenUrl,
} from "#core/domain/identity-provider/realm.ts";
import { isTokenAllowed } from "#core/domain/identity-provider/token-permission.ts";
import type { AppEnv } from "#core/http/app-env.ts";
import { describe, withMetadata } from "#core/http/describe.ts";
import { ApiError, routeNotFound } from "#core/http/errors.ts";
import { tooManyRequests } from "#core/http/rate-limit.ts";
import { addressKeyOf } from "#core/http/request.ts";
import { SHARED_EGRESS_KEY } from "#core/lib/address-key.ts";
import { BoundedCache } from "#core/lib/cache.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";
import { sha256Hex } from "#core/lib/secrets.ts";
import { recordProviderEvent } from "#core/services/audit/audit-logins.ts";
import { TokenRequest } from "#core/wire/sessions/requests.ts";
import { chooseLanguage } from "#pages/languages.ts";
import { formPagePolicy } from "#pages/policy.ts";
import { signInProblemPage } from "#pages/sign-in/notices.ts";
import { noteUseBy } from "#sandbox/note-request.ts";
import { sandboxDependencies } from "./sandbox-dependencies.ts";

const TOKEN_PATH = tokenUrl(issuerUrl(""));
const REVOCATION_PATH = revocationUrl(issuerUrl(""));
const SIGN_IN_PATH = authorizationUrl(issuerUrl(""));

/**
 * Addresses, by their keys, that have used up their failed attempts, and until when they are blocked. The platform's
 * counter cannot be read without counting one more.
 */
const blockedUntil = new BoundedCache<string, number>(10_000);

const TOKEN_FORM = {
  schema: TokenRequest,
  mediaType: "application/x-www-form-urlencoded",
  isOptional: false,
} as const;

export const identityProvider = new Hono<AppEnv>()
  .post(
    TOKEN_PATH,
    describe("Tokens", {
      id: "getToken",
      failure: "Internal server error",
      responds: { 200: "TokenResponse" },
      dialect: "oauth",
    }),
    withMetadata({ access: "anyone", isRateLimited: true, body: TOKEN_FORM }, (c) => withinLimits(c)),
  )
  .post(SIGN_IN_PATH, (c) => withinLimits(c).catch((error) => showLimit(c, error)))
  .post(`${SIGN_IN_PATH}/*`, (c) =>
    withinLimits(c, { isAlwaysCounted: true }).catch((error) => showLimit(c, error)),
  )
  .on("ALL", ["/realms/*", "/admin/realms/*"], async (c) => {
    const response = await provider(c);
    if (response.status !== 429) return response;
    const error = tooManyRequests(c);
    // A program calls it; people open the setup page.
    if (c.req.path === REVOCATION_PATH) throw error;
    return showLimit(c, error);
  });

/** Failures count against the address: one that has used them up is refused, even with the right password. */
async function withinLimits(c: Context<AppEnv>, { isAlwaysCounted = false } = {}): Promise<Response> {
  if (isBlocked(c)) throw tooManyRequests(c);
  const response = await provider(c);
  if (response.status === 429) throw tooManyRequests(c);
  const isRefused = response.status >= 400 && response.status < 500;
  if ((isRefused || isAlwaysCounted) && !(await isFailureAllowed(c))) throw tooManyRequests(c);
  return response;
}

/** A person is waiting here, so the refusal is a page. */
async function showLimit(c: Context<AppEnv>, error: Error): Promise<Response> {
  if (!(error instanceof ApiError)) throw error;
  c.set("failureCode", error.code);
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  c.header("Content-Security-Policy", formPagePolicy());
  const language = chooseLanguage(c.req.query("ui_locales"), c.req.header("Accept-Language"));
  return await c.html(signInProblemPage("busy", language), error.status);
}

async function provider(c: Context<AppEnv>): Promise<Response> {
  const deps = sandboxDependencies(c);
  const { identityProviderApp } = deps;
  if (identityProviderApp === null) throw routeNotFound();
  const events: ProviderReport[] = [];
  const caller: ProviderActor = {
    addressKey: addressKeyOf(c),
    admit: (key) => deps.rateLimits.allow("token_client", key),
    admitGuess: async (username) =>
      await deps.rateLimits.allow("token_failures", `user ${await sha256Hex(username)}`),
    report: (event) => events.push(event),
    isAllowed: (claims) => {
      noteUseBy(c, claims.merchant_id);
      return isTokenAllowed(claims, deps.findRestrictions);
    },
    secretGuesses: deps.secretGuesses,
  };
  const response = await identityProviderApp.fetch(c.req.raw, caller);
  for (const { actor, kind, subject, ...event } of events) {
    const origin = { kind, subject, addressKey: addressKeyOf(c) };
    await recordProviderEvent(deps, { client: actor, requestId: c.get("requestId"), origin }, event);
  }
  return response;
}

function isBlocked(c: Context<AppEnv>): boolean {
  return (blockedUntil.get(addressKeyOf(c)) ?? 0) > c.get("deps").clock();
}

async function isFailureAllowed(c: Context<AppEnv>): Promise<boolean> {
  const address = addressKeyOf(c);
  if (await c.get("deps").rateLimits.allow("token_failures", address)) return true;
  // Unrelated callers share this address, so it is not blocked: failures are refused, valid credentials never.
  if (address === SHARED_EGRESS_KEY) return false;
  // `Retry-After` says the same time.
  blockedUntil.set(address, endOfPeriod(c.get("deps").clock()));
  return false;
}
