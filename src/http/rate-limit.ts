import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { RateLimit } from "../domain/ports.ts";
import { endOfPeriod } from "../lib/rate-period.ts";
import type { AppEnv } from "./app-env.ts";
import { ApiError } from "./errors.ts";

/** Throws a 429 when the key has reached its limit for this minute. */
export async function requireWithinLimit(c: Context<AppEnv>, limit: RateLimit, key: string): Promise<void> {
  if (!(await c.var.deps.rateLimits.allow(limit, key))) throw tooManyRequests(c);
}

/**
 * For routes that create payment intents, after the guard: all of a merchant's clients, users and counters count together,
 * so that a counter of its own is no second allowance.
 */
export const limitedCreation = createMiddleware<AppEnv>(async (c, next) => {
  await requireWithinLimit(c, "creations", c.var.merchantId);
  await next();
});

/**
 * For routes that send a webhook whenever they are called, after the guard. The limit is per merchant, because to a
 * receiver all its callers are one.
 */
export const limitedWebhook = createMiddleware<AppEnv>(async (c, next) => {
  await requireWithinLimit(c, "webhooks", c.var.merchantId);
  await next();
});

export function tooManyRequests(c: Context<AppEnv>): ApiError {
  const now = c.var.deps.clock();
  const seconds = Math.ceil((endOfPeriod(now) - now) / 1000);
  return new ApiError(429, "rate_limited", "Too many requests", {
    headers: { "Retry-After": String(seconds) },
  });
}
