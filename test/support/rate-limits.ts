// Requests to the Worker with rate limits on, and the limiters behind it.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createSandboxApp } from "#sandbox/app.ts";
import { docsUrl } from "./api.ts";

export type Send = (path: string, init?: RequestInit) => Promise<Response>;
type Limits = Partial<Record<`LIMIT_${string}`, Pick<RateLimit, "limit">>>;

type Variable =
  | "RATE_LIMITS"
  | "IDEMPOTENCY_KEY_SECRET"
  | "WALLET_APP_URL"
  | "CODES"
  | "WEBHOOK_ALLOW_PRIVATE"
  | "PUSH_SERVICES"
  | "DOH_URL"
  | `VAPID_${"PUBLIC_KEY" | "PRIVATE_KEY" | "SUBJECT"}`;

const app = createSandboxApp();

export function startService(change: Limits & Partial<Pick<Env, Variable>> = {}): Send {
  const environment = { ...env, RATE_LIMITS: "on", ...change } as Env;
  return async (path, init) => await app.request(path, init, environment, createExecutionContext());
}

/** A limiter that lets nothing through and records its keys. */
export function closedLimiter() {
  const keys: string[] = [];
  const limit = async ({ key }: RateLimitOptions) => {
    keys.push(key);
    return { success: false };
  };
  return { limit, keys };
}

/** A limiter that lets each key through so many times, whatever the time. */
export function limiterOf(times: number) {
  const counts = new Map<string, number>();
  const limit = async ({ key }: RateLimitOptions) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { success: count <= times };
  };
  return { limit, counts };
}

/** In a /64 of its own. */
export const newAddress = () => `2001:db8:${newGroup()}:${newGroup()}::1`;
const newGroup = () => Number.parseInt(crypto.randomUUID().slice(0, 4), 16).toString(16);
export const fromAddress = (address: string, headers: Record<string, string> = {}) => ({
  headers: { "CF-Connecting-IP": address, ...headers },
});
export const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

export async function expectLimited(response: Response): Promise<void> {
  const requestId = response.headers.get("X-Request-Id");
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 429,
    body: {
      success: false,
      error: "Too many requests",
      code: "rate_limited",
      request_id: requestId,
      docs_url: docsUrl("rate_limited"),
    },
  });
  const retryAfter = response.headers.get("Retry-After");
  expect(retryAfter).toMatch(/^\d+$/);
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
}

export async function statusesOf(count: number, request: () => Promise<Response>): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, request));
  await Promise.all(responses.map((response) => response.arrayBuffer()));
  return responses.map(({ status }) => status);
}

/** Counters restart with every minute of the clock, so a test that crosses one is run again, with new keys. */
export async function withinOneMinute(test: () => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / 60_000);
  const begun = minute();
  try {
    await test();
  } catch (error) {
    if (minute() === begun) throw error;
    await test();
  }
}
