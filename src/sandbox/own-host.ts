// A website that gives its own name this machine's address has the same origin as what responds there: a browser would let
// it read everything. Live responds only at its route.
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "#core/http/app-env.ts";
import { refusalError } from "#core/http/refusals.ts";
import { isLoopback } from "#core/lib/loopback.ts";

/** Refuses requests for other host names than this machine's and that of PUBLIC_URL, whatever the port. */
export const requireOwnHost = createMiddleware<AppEnv>(async (c, next) => {
  const { url } = c.req;
  if (!isLoopback(url) && hostnameOf(url) !== hostnameOf(c.get("deps").config.publicUrl))
    throw refusalError("misdirected_request");
  await next();
});

function hostnameOf(url: string): string {
  return new URL(url).hostname;
}
