// For routes that any web page may read. Hono's own middleware sets its headers before there is a response, which then has
// to be copied.
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";
import { completeResponse } from "./response-headers.ts";

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
