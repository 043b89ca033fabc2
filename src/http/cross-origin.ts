// For routes that any web page may read. Hono's own middleware sets its headers before there is a response, which then has
// to be copied.
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";
import { defaultsWith } from "./default-headers.ts";

const READABLE = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag,Retry-After,X-Request-Id",
};
const PREFLIGHT = defaultsWith({
  ...READABLE,
  "Access-Control-Allow-Methods": "GET,HEAD",
  Vary: "Access-Control-Request-Headers",
});

export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "OPTIONS") {
    c.res = respondToPreflight(c.req.header("Access-Control-Request-Headers"));
    return;
  }
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(READABLE)) headers.set(name, value);
});

/** Any header may be sent: those that a route does not know have no effect. */
function respondToPreflight(requestedHeaders: string | undefined): Response {
  const response = new Response(null, { status: 204, headers: PREFLIGHT });
  if (requestedHeaders !== undefined) response.headers.set("Access-Control-Allow-Headers", requestedHeaders);
  return response;
}
