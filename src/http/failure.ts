import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./app-env.ts";

/** What a 500 of this route says. */
export function failsWith(message: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set("failure", message);
    await next();
  });
}
