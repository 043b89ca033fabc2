import type { Context } from "hono";
import type { RateLimit } from "../domain/ports.ts";
import type { AppEnv } from "./app-env.ts";
import { ApiError } from "./errors.ts";

const PERIOD_SECONDS = 60;

/** Throws a 429 when the key has used up its minute. */
export async function requireWithinLimit(c: Context<AppEnv>, limit: RateLimit, key: string): Promise<void> {
  if (!(await c.var.services.rateLimits.allow(limit, key))) throw tooManyRequests(c);
}

/** The platform counts in whole minutes, so the next one is the time to try again. */
export function tooManyRequests(c: Context<AppEnv>): ApiError {
  const seconds = PERIOD_SECONDS - (Math.floor(c.var.services.clock() / 1000) % PERIOD_SECONDS);
  return new ApiError(429, "rate_limited", "Too many requests", {
    headers: { "Retry-After": String(seconds) },
  });
}

/** Who is asking, where no token says it. Only the platform sets this header. */
export function addressOf(c: Context): string {
  return c.req.header("CF-Connecting-IP") ?? "unknown";
}
