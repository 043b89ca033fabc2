import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { RateLimit } from "#core/domain/ports/limits.ts";
import { actorKey } from "#core/domain/sessions/actor-identity.ts";
import { cellsOfEach, digitsAt } from "#core/domain/shards/shard-ids.ts";
import { endOfPeriod } from "#core/lib/rate-period.ts";
import type { AppEnv } from "./app-env.ts";
import type { ApiError } from "./errors.ts";
import { refusalError } from "./refusals.ts";
import { addressKeyOf } from "./request.ts";

/** Throws a 429 when the key has reached its limit for this minute. */
export async function requireWithinLimit(c: Context<AppEnv>, limit: RateLimit, key: string): Promise<void> {
  if (!(await c.get("deps").rateLimits.allow(limit, key))) throw tooManyRequests(c);
}

/**
 * Serves routes that create payment intents, after the guard: all of a merchant's clients, users and counters count together,
 * so that a counter of its own is no second allowance.
 */
export const limitedCreation = limitedPerMerchant("creations", (c) => spreadKey(c, c.get("merchantId")));

/**
 * Serves routes that send a webhook whenever they are called, after the guard. The limit is per merchant, because an
 * endpoint cannot tell the merchant's callers apart.
 */
export const limitedWebhook = limitedPerMerchant("webhooks");

/** Limits what makes something without a token: all from one address count together, and so do all: anyone has many addresses. */
export const limitedAddress = createMiddleware<AppEnv>(async (c, next) => {
  await requireWithinLimit(c, "public_reads", `${addressKeyOf(c)} ${c.req.path}`);
  await requireWithinLimit(c, "strangers", c.req.path);
  await next();
});

function limitedPerMerchant(limit: RateLimit, keyFor = (c: Context<AppEnv>) => c.get("merchantId")) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await requireWithinLimit(c, limit, keyFor(c));
    await next();
  });
}

/** A limit is one number for all keys, so a merchant that is spread has a key for each of its cells. */
export function spreadKey(c: Context<AppEnv>, merchantId: string, key = merchantId): string {
  const { config, clock } = c.get("deps");
  const keys = cellsOfEach(digitsAt(merchantId, config.cells, clock()));
  return keys === 1 ? key : `${key}#${Math.floor(Math.random() * keys)}`;
}

const DEEP_OFFSET_ROWS = 5_000;

/** Whether a page comes after so many rows that it is a long read. */
export function isDeepPage({ page, limit }: { page: number; limit: number }): boolean {
  return (page - 1) * limit > DEEP_OFFSET_ROWS;
}

/** Serves lists, of which a page of 100 takes as long as 20 reads of one row. `isLong` as for limitLongRead. */
export async function limitList(c: Context<AppEnv>, isLong = false): Promise<void> {
  await requireWithinLimit(c, "lists", actorKey(c.get("identity")));
  await limitLongRead(c, isLong);
}

/** Limits what may read thousands of rows: all other requests wait for D1 meanwhile. */
export async function limitLongRead(c: Context<AppEnv>, isLong: boolean, caller?: string): Promise<void> {
  if (isLong) await requireWithinLimit(c, "long_reads", caller ?? actorKey(c.get("identity")));
}

export function tooManyRequests(c: Context<AppEnv>): ApiError {
  const now = c.get("deps").clock();
  return refusalError("rate_limited", endOfPeriod(now) - now);
}
