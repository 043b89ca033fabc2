// The headers of every response.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ActorIdentity } from "#core/domain/sessions/actor-identity.ts";
import { isoTime } from "#core/lib/time.ts";
import { presentTiming } from "#core/lib/timing.ts";
import type { Dependencies } from "#core/services/dependencies.ts";
import type { AppEnv } from "./app-env.ts";

type ResponseContext = Pick<Context<AppEnv>, "get" | "set">;

const REQUEST_ID = "X-Request-Id";
/** Pages count the time that is left from it: a device's own clock may be wrong by hours. */
const SERVER_TIME = "Server-Time";
/** Every response has these, because a browser can open any; a page sets its own. */
const DEFAULTS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Content-Type-Options": "nosniff",
};
/** Any web page may read responses with these. */
const CROSS_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": `ETag,Retry-After,${SERVER_TIME},${REQUEST_ID}`,
};

/** A response with all its headers. To read or set one of them later costs as much as to build the response. */
export function completeResponse(
  c: ResponseContext,
  body: string | null,
  status: number,
  own: Record<string, string>,
): Response {
  const headers = { ...defaultHeaders(c), ...headersOfThis(c), ...own };
  const response = new Response(body, { status, headers });
  c.set("completeResponse", response);
  return response;
}

/** Completes a response that a route has built in its own way: sets what it left open. */
export function completeHeaders(c: Context<AppEnv>): void {
  if (c.res === c.get("completeResponse")) return;
  // They are set on the response itself, because `c.header` would copy the response for every header.
  const { headers } = c.res;
  for (const [name, value] of Object.entries(headersOfThis(c))) headers.set(name, value);
  for (const [name, value] of Object.entries(defaultHeaders(c)))
    if (!headers.has(name)) headers.set(name, value);
}

function headersOfThis(c: Pick<ResponseContext, "get">): Record<string, string> {
  const timing = isTimingShown(c) ? presentTiming(c.get("timing")) : "";
  return {
    [REQUEST_ID]: c.get("requestId"),
    [SERVER_TIME]: isoTime(Date.now()),
    ...(timing === "" ? {} : { "Server-Timing": timing }),
  };
}

/** Live shows it only to callers with a token or a session: strangers are not to learn how busy the service is. */
function isTimingShown(c: Pick<ResponseContext, "get">): boolean {
  const deps: Dependencies | undefined = c.get("deps");
  const identity: ActorIdentity | undefined = c.get("identity");
  return identity !== undefined || deps?.config.environment === "sandbox";
}

function defaultHeaders(c: Pick<ResponseContext, "get">): Record<string, string> {
  return c.get("isCrossOrigin") ? { ...DEFAULTS, ...CROSS_ORIGIN } : DEFAULTS;
}

/**
 * Lets any web page read a route. Hono's own middleware sets its headers before there is a response, which then has to be
 * copied.
 */
export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
  c.set("isCrossOrigin", true);
  if (c.req.method !== "OPTIONS") return await next();
  // Any header may be sent: those that a route does not know have no effect.
  const requested = c.req.header("Access-Control-Request-Headers");
  const headers = {
    "Access-Control-Allow-Methods": "GET,HEAD",
    Vary: "Access-Control-Request-Headers",
    ...(requested === undefined ? {} : { "Access-Control-Allow-Headers": requested }),
  };
  return completeResponse(c, null, 204, headers);
});
